#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# HEDDLE_EXPLORE with programs whose ranks have threads: of POSIX and C++.
. "$(dirname "$0")/../harness/tap.sh"

cat >threads.cc <<'EOC'
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <future>
#include <mpi.h>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <thread>

static std::mutex mutex, other;
static std::condition_variable filled;
static std::queue<int> items;
static std::shared_mutex shared;
static std::once_flag once;
static std::atomic<int> flag;
static int count;

static void take_one()
{
    std::unique_lock<std::mutex> lock(mutex);

    filled.wait(lock, [] { return !items.empty(); });
    items.pop();
}

static void use_queue()
{
    std::thread one(take_one), two(take_one);

    for (int i = 0; i < 2; i++) {
        std::lock_guard<std::mutex> lock(mutex);
        items.push(i);
        filled.notify_one();
    }
    one.join();
    two.join();
}

static void lock_both(std::mutex &first, std::mutex &second)
{
    std::lock_guard<std::mutex> one(first);
    std::lock_guard<std::mutex> two(second);
}

static void lock_in_any_order()
{
    std::thread one([] { lock_both(mutex, other); }), two([] { lock_both(other, mutex); });

    one.join();
    two.join();
}

static void use_everything()
{
    auto number = std::async(std::launch::async, [] {
        std::shared_lock<std::shared_mutex> lock(shared);
        std::call_once(once, [] { count++; });
        return 3;
    });
    std::thread late([] {
        std::unique_lock<std::mutex> lock(other);
        if (filled.wait_for(lock, std::chrono::hours(1)) != std::cv_status::timeout)
            std::abort();
    });

    std::call_once(once, [] { count++; });
    if (number.get() != 3 || count != 1)
        std::abort();
    late.join();
}

static void wait_for_atomic()
{
    std::thread sets([] {
        flag = 1;
        flag.notify_one();
    });

    flag.wait(0);
    sets.join();
}

static void yield_until_set()
{
    std::thread sets([] {
        std::lock_guard<std::mutex> lock(mutex);
        flag = 1;
    });

    while (flag == 0)
        std::this_thread::yield();
    sets.join();
}

static void abort_in_thread()
{
    std::thread aborts([] {
        std::lock_guard<std::mutex> lock(mutex);
        MPI_Abort(MPI_COMM_WORLD, 4);
    });
    std::thread waits([] { std::lock_guard<std::mutex> lock(mutex); });

    aborts.join();
    waits.join();
}

static void yield_for_ever()
{
    std::thread waits([] {
        while (flag == 0)
            std::this_thread::yield();
    });

    waits.join();
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (std::strcmp(argv[1], "queue") == 0)
        use_queue();
    if (std::strcmp(argv[1], "deadlock") == 0)
        lock_in_any_order();
    if (std::strcmp(argv[1], "everything") == 0)
        use_everything();
    if (std::strcmp(argv[1], "atomic") == 0)
        wait_for_atomic();
    if (std::strcmp(argv[1], "yield") == 0)
        yield_until_set();
    if (std::strcmp(argv[1], "abort") == 0)
        abort_in_thread();
    if (std::strcmp(argv[1], "livelock") == 0)
        yield_for_ever();
    if (std::strcmp(argv[1], "detach") == 0)
        std::thread(take_one).detach();
    MPI_Finalize();
    return 0;
}
EOC
"$bin/mpicxx" -std=c++20 -g -pthread threads.cc -o threads || exit 1

for word in queue everything atomic yield detach; do
    run "$bin/mpiexec" -n 1 -explore all ./threads $word
    expect "finds nothing wrong with threads of C++: $word" 0 '^heddle: all [0-9]+ schedules pass$'
done
run "$bin/mpiexec" -n 2 -explore all ./threads yield
expect counts_what_threads_of_different_ranks_do_once 0 '^heddle: all 2 schedules pass$'
run "$bin/mpiexec" -n 2 -explore all ./threads deadlock
expect tells_who_waits_for_whom_in_a_deadlock_of_threads 65 '^deadlock: no thread can go on$' \
    '^  rank 1 waits for the end of thread [12] of rank 1 in ' \
    '^  thread 1 of rank 1 waits for a mutex in .*, which is locked by thread 2 of rank 1$' \
    '^  thread 2 of rank 1 waits for a mutex in .*, which is locked by thread 1 of rank 1$' \
    '^    thread 2 of rank 1: locks a mutex in .*, before thread 1 of rank 1 locks a mutex in ' \
    "HEDDLE_REPLAY='threads:[0-9.]+'$"
run "$bin/mpiexec" -n 2 -explore all -explore-picture picture.svg ./threads deadlock
grep -q 'thread 2: locks a mutex in' picture.svg
report names_threads_in_the_picture
replay=$(sed -n "s/.*HEDDLE_REPLAY='\(.*\)'$/\1/p" err)
failures=0
for _ in $(seq 100); do
    run env HEDDLE_REPLAY="$replay" "$bin/mpiexec" -n 2 ./threads deadlock
    [ "$status" -eq 65 ] && failures=$((failures + 1))
done
[ "$failures" -eq 100 ]
report repeats_a_schedule_of_threads_100_times_of_100
run "$bin/mpiexec" -n 1 -explore all ./threads abort
expect ends_threads_that_wait_when_another_one_aborts 4 'ends with status 4 in schedule 1'
run "$bin/mpiexec" -n 1 -explore all ./threads livelock
expect tells_threads_that_yield_for_ever 65 'livelock: rank 0 calls a function that does not wait'

cat >pipe.c <<'EOC'
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *read_one(void *unused)
{
    char byte;

    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return read(ends[0], &byte, 1) == 1 ? unused : &mutex;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    void *result;

    MPI_Init(&argc, &argv);
    if (pipe(ends) != 0 || pthread_create(&thread, NULL, read_one, NULL) != 0)
        return 1;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    if (write(ends[1], "x", 1) != 1)
        return 1;
    pthread_join(thread, &result);
    MPI_Finalize();
    return result != NULL;
}
EOC
"$bin/mpicc" -g -pthread pipe.c -o pipe
run "$bin/mpiexec" -n 1 -explore all ./pipe
expect ends_turns_when_a_thread_reads_what_another_one_writes 0 \
    'thread 1 of rank 0 waited for something that is not explored'

cat >enter.h <<'EOC'
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *enter(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
EOC
cat >locks.c <<'EOC'
#include <mpi.h>

#include "enter.h"

int main(int argc, char **argv)
{
    pthread_t thread;
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    pthread_create(&thread, NULL, enter, NULL);
    enter(NULL);
    pthread_join(thread, NULL);
    return MPI_Finalize();
}
EOC
if "$bin/mpicc" -fsanitize=thread -pthread locks.c -o sanitized 2>err; then
    run timeout -s KILL 60 "$bin/mpiexec" -n 1 -explore all ./sanitized
    expect lets_threads_run_freely_under_thread_sanitizer 0 \
        'nothing controls the order of what threads do by atomic variables, or without turns'
else
    skip lets_threads_run_freely_under_thread_sanitizer 'there is no ThreadSanitizer'
fi

# With the static library the program's calls are not to be told from the library's.
if [ -e "$top_build/lib/libmpi_abi.a" ]; then
    mkdir -p static/bin static/lib
    cp "$bin/mpicc" static/bin
    ln -sf "$bin"/heddle-* static/bin
    ln -sfn "$(readlink -f "$top_build/include")" static/include
    ln -sf "$top_build"/lib/heddle "$top_build"/lib/libmpi_abi.a static/lib
    run static/bin/mpicc -pthread locks.c -o contains
    expect links_a_program_with_threads_that_contains_the_library 0
    HEDDLE_NP=2 run timeout -s KILL 60 ./contains
    expect runs_threads_of_a_program_that_contains_the_library 0
    HEDDLE_NP=2 HEDDLE_EXPLORE=all run timeout -s KILL 60 ./contains
    expect lets_threads_of_a_program_that_contains_the_library_run_freely 0 \
        'nothing controls the order of what threads do by atomic variables, or without turns'
else
    skip runs_threads_of_a_program_that_contains_the_library 'there is no static library'
fi

cat >handler.c <<'EOC'
#include <errno.h>
#include <mpi.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include "enter.h"

static sem_t semaphore;

static void post(int signal)
{
    (void)signal;
    sem_post(&semaphore);
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    sem_init(&semaphore, 0, 0);
    signal(SIGALRM, post);
    pthread_create(&thread, NULL, enter, NULL);
    alarm(1);
    while (sem_wait(&semaphore) != 0 && errno == EINTR)
        ;
    pthread_join(thread, NULL);
    return MPI_Finalize();
}
EOC
"$bin/mpicc" -pthread handler.c -o handler || exit 1
run timeout -s KILL 60 "$bin/mpiexec" -n 1 -explore 3 ./handler
expect waits_for_a_signal_handler_that_posts_a_semaphore 0 'ran freely from there on'

finish
