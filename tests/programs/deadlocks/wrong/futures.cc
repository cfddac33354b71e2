/* SPDX-License-Identifier: MIT */
/* Deadlocks of ranks that have threads of their own, which wait as C++ has it. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <thread>

static void receive_in_a_circle(int rank, int size)
{
    int got;

    MPI_Recv(&got, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void a_thread_waits_for_a_promise(int rank, int size)
{
    std::promise<int> promise;
    std::thread waits([future = promise.get_future()]() mutable { future.get(); });

    receive_in_a_circle(rank, size);
    promise.set_value(1);
    waits.join();
}

static void main_waits_for_a_future(int rank, int size)
{
    std::async(std::launch::async, receive_in_a_circle, rank, size).get();
}

static void a_thread_waits_on_an_atomic(int rank, int size)
{
    std::atomic<int> word{0};
    std::atomic<bool> flag{false}; /* of another size than a futex */
    std::thread waits([&] { word.wait(0); }), waits_too([&] { flag.wait(false); });

    receive_in_a_circle(rank, size);
    word = 1;
    word.notify_all();
    flag = true;
    flag.notify_all();
    waits.join();
    waits_too.join();
}

static void a_thread_waits_for_a_latch(int rank, int size)
{
    std::latch latch(2);
    std::thread waits([&] { latch.arrive_and_wait(); });

    receive_in_a_circle(rank, size);
    latch.count_down();
    waits.join();
}

static void a_thread_waits_on_a_counting_semaphore(int rank, int size)
{
    std::counting_semaphore<4> semaphore(0);
    std::thread waits([&] { semaphore.acquire(); });

    receive_in_a_circle(rank, size);
    semaphore.release();
    waits.join();
}

static void a_thread_waits_at_a_std_barrier(int rank, int size)
{
    std::barrier barrier(2);
    std::thread waits([&] { barrier.arrive_and_wait(); });

    receive_in_a_circle(rank, size);
    barrier.arrive_and_wait();
    waits.join();
}

static void a_thread_waits_on_a_condition_variable(int rank, int size)
{
    std::mutex mutex;
    std::condition_variable condition;
    bool is_over = false;
    std::thread waits([&] {
        std::unique_lock<std::mutex> lock(mutex);
        condition.wait(lock, [&] { return is_over; });
    });

    receive_in_a_circle(rank, size);
    waits.join();
}

PROGRAMS(PROGRAM(a_thread_waits_for_a_promise), PROGRAM(main_waits_for_a_future),
         PROGRAM(a_thread_waits_on_an_atomic), PROGRAM(a_thread_waits_for_a_latch),
         PROGRAM(a_thread_waits_on_a_counting_semaphore), PROGRAM(a_thread_waits_at_a_std_barrier),
         PROGRAM(a_thread_waits_on_a_condition_variable))
