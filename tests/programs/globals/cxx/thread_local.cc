/* SPDX-License-Identifier: MIT */
/* thread_local objects stay each thread's, and their initialisers and destructors see the private
 * variables of the rank that the thread belongs to.
 * options: -O0 -O2
 * flags: -pthread
 * ranks: 1 2 5 */
#include "../globals.h"

#include <string>
#include <thread>
#include <vector>

static int rank = -1, started, ended;
static std::string prefix = "rank";

struct mine {
    mine() : text(prefix + std::to_string(rank)), number(__atomic_add_fetch(&started, 1, 5)) {}
    ~mine() { __atomic_add_fetch(&ended, text == "rank" + std::to_string(rank), 5); }

    std::string text;
    int number;
};

thread_local mine object;
static thread_local int *pointer = &rank;
thread_local int plain = 5;
static thread_local int computed = rank * 2;

static bool is_right()
{
    plain++;
    return object.text == "rank" + std::to_string(rank) && pointer == &rank && plain == 6 &&
           computed == rank * 2;
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    rank = my_rank();
    meet();
    std::vector<std::thread> threads;
    std::vector<char> right(6);
    for (char &each : right)
        threads.emplace_back([&each] { each = is_right(); });
    for (std::thread &thread : threads)
        thread.join();
    for (char each : right)
        expect(each);
    expect(started == 6 && ended == 6);
    expect(is_right());
    expect(started == 7 && object.number == 7);
    meet();
    expect(object.text == "rank" + std::to_string(rank));
    MPI_Finalize();
    return 0;
}
