/* SPDX-License-Identifier: MIT */
/* OpenMP in C++ ranks: teams meet their rank's objects, also in tasks and nested regions and with a
 * pool that outlives its regions; exceptions stay in their thread; threadprivate objects are made
 * in each thread; reductions of a type of one's own.
 * options: -O0 -O2 -O3
 * flags: -fopenmp -std=c++17
 * ranks: 1 2 4
 * sanitizer: no */
#include "../globals.h"

#include <omp.h>

#include <atomic>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

enum { THREADS = 3, ROUNDS = 20 };

static int rank;
static std::vector<int> numbers;
static std::map<std::string, int> counts;
static std::atomic<int> made, caught;

struct own {
    own() : start(rank) { made++; }
    int start, used = 0;
};
extern own mine;
#pragma omp threadprivate(mine)
own mine;

struct extent {
    long least = 1L << 40, most = -1;
    void add(long value)
    {
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    void join(const extent &other)
    {
        least = other.least < least ? other.least : least;
        most = other.most > most ? other.most : most;
    }
};
#pragma omp declare reduction(join : extent : omp_out.join(omp_in))

static void check_pool()
{
    for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel num_threads(THREADS)
        {
            mine.used += rank + 1;
#pragma omp critical
            counts[std::to_string(omp_get_thread_num())] += rank;
        }
    }
    expect(counts.size() == THREADS && made == THREADS);
    for (const auto &[name, count] : counts)
        expect(count == ROUNDS * rank);
    int used = 0;
#pragma omp parallel num_threads(THREADS) reduction(+ : used)
    used += mine.used;
    expect(used == THREADS * ROUNDS * (rank + 1));
}

static void check_loop()
{
    static extent found;

    numbers.assign(1000, 0);
#pragma omp parallel for num_threads(THREADS) schedule(guided) reduction(join : found)
    for (int i = 0; i < 1000; i++) {
        numbers[static_cast<size_t>(i)] = i + rank;
        found.add(i * (rank + 1));
    }
    expect(numbers[0] == rank && numbers[999] == 999 + rank);
    expect(found.least == 0 && found.most == 999L * (rank + 1));
}

static long depth_first(int depth)
{
    static std::atomic<long> nodes;
    std::vector<long> below(2);

    if (depth == 0)
        return ++nodes > 0 ? rank + 1 : 0;
    for (size_t i = 0; i < below.size(); i++) {
#pragma omp task shared(below) firstprivate(i)
        below[i] = depth_first(depth - 1);
    }
#pragma omp taskwait
    return below[0] + below[1];
}

static void check_tasks()
{
    long sum = 0;

#pragma omp parallel num_threads(THREADS)
#pragma omp single
    sum = depth_first(8);
    expect(sum == 256L * (rank + 1));
}

static void check_exceptions()
{
#pragma omp parallel num_threads(THREADS)
    for (int i = 0; i < 10; i++) {
        try {
            throw std::runtime_error(std::to_string(rank));
        } catch (const std::exception &error) {
            caught += error.what() == std::to_string(rank);
        }
    }
    expect(caught == 10 * THREADS);
}

static void check_nested()
{
    static std::atomic<int> sum;

    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
#pragma omp parallel num_threads(2)
        sum += rank + my_rank();
    }
    expect(sum == 8 * rank);
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    rank = my_rank();
    meet();
    check_pool();
    meet();
    check_loop();
    check_tasks();
    check_exceptions();
    meet();
    check_nested();
    MPI_Finalize();
    return 0;
}
