#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_EXPLORE_TIME=1: the clocks of explored ranks depend on the choices alone, and no rank
# sleeps.
. "$(dirname "$0")/../harness/tap.sh"

cat >times.cc <<'EOF2'
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <heddle/same.h>
#include <mpi.h>
#include <mutex>
#include <semaphore.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

static long now_ns(clockid_t clock)
{
    timespec now;

    clock_gettime(clock, &now);
    return now.tv_sec * 1000000000L + now.tv_nsec;
}

static int rank;

static void all_clocks()
{
    timespec utc;
    timeval day;

    timespec_get(&utc, TIME_UTC);
    gettimeofday(&day, nullptr);
    printf("%d: %ld %ld %ld %ld %ld %ld\n", rank, now_ns(CLOCK_REALTIME), now_ns(CLOCK_MONOTONIC),
           now_ns(CLOCK_PROCESS_CPUTIME_ID), (long)time(nullptr), (long)utc.tv_sec,
           (long)day.tv_sec);
    heddle_same(now_ns(CLOCK_REALTIME));
    heddle_same((long)std::chrono::steady_clock::now().time_since_epoch().count());
}

static void sleeps()
{
    const time_t start = time(nullptr);
    const timespec minute = {60, 0};
    timespec until;

    sleep(1000);
    usleep(500000);
    nanosleep(&minute, nullptr);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 100;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
    std::this_thread::sleep_for(std::chrono::hours(1));
    printf("%d: slept %ld\n", rank, (long)(time(nullptr) - start));
}

static void polls()
{
    const auto start = std::chrono::steady_clock::now();
    int flag = 0;

    while (std::chrono::steady_clock::now() - start < std::chrono::minutes(5))
        MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    printf("%d: polled\n", rank);
}

/* Two threads, one of which waits for a condition that is never signalled. */
static void threads()
{
    std::mutex mutex;
    std::condition_variable changed;
    const time_t start = time(nullptr);
    std::cv_status status = std::cv_status::no_timeout;
    std::thread waiter([&] {
        std::unique_lock<std::mutex> lock(mutex);

        status = changed.wait_for(lock, std::chrono::seconds(900));
    });

    waiter.join();
    printf("%d: %s after %ld\n", rank, status == std::cv_status::timeout ? "over" : "not over",
           (long)(time(nullptr) - start) / 100);
}

/* The only thread of the rank. */
static void waits_alone()
{
    const time_t start = time(nullptr);
    timespec until;
    sem_t semaphore;

    sem_init(&semaphore, 0, 0);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    while (time(nullptr) < until.tv_sec)
        sem_timedwait(&semaphore, &until);
    printf("%d: waited %ld\n", rank, (long)(time(nullptr) - start));
}

int main(int argc, char **argv)
{
    int size, value;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &value);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(argv[1], "clocks") == 0)
        all_clocks();
    if (strcmp(argv[1], "sleeps") == 0)
        sleeps();
    if (strcmp(argv[1], "polls") == 0)
        polls();
    if (strcmp(argv[1], "threads") == 0)
        threads();
    if (strcmp(argv[1], "alone") == 0)
        waits_alone();
    if (rank != 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
EOF2
"$bin/mpicxx" -g times.cc -o times || exit 1

run "$bin/mpiexec" -n 3 -explore all -explore-time virtual ./times clocks
expect shows_the_same_times_in_all_schedules 0 \
    '^heddle: all 3 schedules pass$' '^0: 94668480[0-9]+ 94668480[0-9]+ [0-9]{1,5} 946684800 9' \
    '^1: 94668480' '^2: 94668480'
cp out first
sleep 1.1
run "$bin/mpiexec" -n 3 -explore all -explore-time virtual ./times clocks
cmp first out
report shows_the_same_times_later
run env HEDDLE_EXPLORE_TIME=1 "$bin/mpiexec" -n 2 -explore all ./times sleeps
expect sleeps_at_once 0 '^heddle: all 2 schedules pass$' '^0: slept 476[01]$' '^1: slept 476[01]$'
run "$bin/mpiexec" -n 2 -explore all -explore-time virtual ./times polls
expect ends_a_loop_that_polls_until_a_time 0 '^heddle: all 2 schedules pass$' '^1: polled$'
run "$bin/mpiexec" -n 2 -explore all -explore-time virtual ./times threads
expect ends_a_wait_of_a_thread_by_its_limit 0 '^heddle: all [0-9]+ schedules pass$' \
    '^0: over after 9$' '^1: over after 9$'
run "$bin/mpiexec" -n 1 -explore all -explore-time virtual ./times alone
expect ends_a_wait_of_the_only_thread_by_its_limit 0 '^0: waited 1$'
run "$bin/mpiexec" -n 1 -explore all -explore-time machine ./times alone
expect leaves_the_clocks_to_the_machine 0 '^0: waited [12]$'
run env HEDDLE_EXPLORE_TIME=1 "$bin/mpiexec" -n 1 ./times alone
expect leaves_the_clocks_of_a_run_that_is_not_explored 0 '^0: waited [12]$'
run "$bin/mpiexec" -n 1 -explore all -explore-time tomorrow ./times alone
expect refuses_another_time 2 'time tomorrow: the value must be machine or virtual'

finish
