/* SPDX-License-Identifier: MIT */
/* Static variables of functions are made once per rank, with guards of the rank's own; a guard is
 * taken by the rank's threads alone, and one rank's initialiser may wait for another rank.
 * options: -O0 -O2
 * flags: -pthread
 * ranks: 1 2 5 */
#include "../globals.h"

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static int made, attempts;

struct counted {
    counted() : number(++made) {}
    ~counted() { --made; }

    int number;
};

static counted &one()
{
    static counted object;

    return object;
}

/* All ranks are in this initialiser at the same time. */
static int meet_here()
{
    meet();
    return my_rank() * 10;
}

static int &met()
{
    static int value = meet_here();

    return value;
}

static int fail_twice()
{
    if (++attempts <= 2)
        throw std::runtime_error("rank " + std::to_string(my_rank()));
    return attempts;
}

static int &tried()
{
    static int value = fail_twice();

    return value;
}

template <class T> static std::vector<T> &list_of()
{
    static std::vector<T> list;

    return list;
}

static int &in_a_lambda(int start)
{
    auto lambda = [](int value) -> int & {
        static int kept = value;

        return kept;
    };
    return lambda(start);
}

inline std::string &in_an_inline_function()
{
    static std::string text("start");

    return text;
}

struct holder {
    int &in_a_member()
    {
        static int calls = made;

        return ++calls;
    }
};

static void check_exceptions(int rank)
{
    int caught = 0;

    for (int i = 0; i < 2; i++) {
        try {
            tried();
        } catch (const std::runtime_error &error) {
            caught += error.what() == "rank " + std::to_string(rank);
        }
    }
    expect(caught == 2);
    expect(tried() == 3 && attempts == 3);
}

static void check_threads()
{
    std::vector<std::thread> threads;
    std::vector<int> seen(8);

    for (int &each : seen)
        threads.emplace_back([&each] { each = one().number; });
    for (std::thread &thread : threads)
        thread.join();
    for (int each : seen)
        expect(each == 1);
    expect(made == 1);
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank = my_rank();

    meet();
    check_threads();
    expect(met() == rank * 10);
    check_exceptions(rank);
    list_of<int>().push_back(rank);
    list_of<std::string>().push_back(std::to_string(rank));
    expect(in_a_lambda(rank + 1) == rank + 1 && in_a_lambda(99) == rank + 1);
    in_an_inline_function() += std::to_string(rank);
    met() += 1;
    meet();
    expect(list_of<int>().size() == 1 && list_of<int>()[0] == rank);
    expect(list_of<std::string>().size() == 1);
    expect(in_an_inline_function() == "start" + std::to_string(rank));
    expect(holder().in_a_member() == 2 && holder().in_a_member() == 3);
    expect(met() == rank * 10 + 1);
    MPI_Finalize();
    return 0;
}
