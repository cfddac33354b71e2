/* SPDX-License-Identifier: MIT */
/* Threads of a rank, by C++. */
#include "case.h"

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore.h>
#include <semaphore>
#include <shared_mutex>
#include <string>
#include <thread>

/* Something that has a destructor, so that a call behind it may end a block of the compiler's. */
struct text {
    std::string words = std::string(100, 'x');
    ~text() { sum += (long)words.size(); }
};

static void wrong_thread(void)
{
    std::thread other([] { memory[3]++; });

    PAUSE();
    memory[3] = 1;
    other.join();
}

static void wrong_mutexes(void)
{
    std::mutex one, two;
    std::thread other([&] {
        std::lock_guard<std::mutex> lock(one);

        memory[3]++;
    });

    PAUSE();
    {
        std::lock_guard<std::mutex> lock(two);

        memory[3]++;
    }
    other.join();
}

static void wrong_before_the_future(void)
{
    auto future = std::async(std::launch::async, [] {
        memory[3] = 5;
        return 4L;
    });

    PAUSE();
    memory[3]++;
    sum += future.get();
}

static void wrong_behind_the_latch(void)
{
    std::latch latch(1);
    std::thread other([&] {
        latch.wait();
        memory[3]++;
    });

    latch.count_down();
    PAUSE();
    memory[3]++;
    other.join();
}

static void right_thread(void)
{
    std::thread other;

    memory[3] = 1;
    other = std::thread([] { memory[3]++; });
    other.join();
    memory[3]++;
}

static void right_mutex(void)
{
    std::recursive_mutex mutex;
    auto count = [&] {
        std::lock_guard<std::recursive_mutex> lock(mutex);

        memory[3]++;
    };
    std::thread other(count);

    count();
    other.join();
}

static void right_condition(void)
{
    std::mutex mutex;
    std::condition_variable condition;
    bool is_there = false;
    std::thread other([&] {
        std::unique_lock<std::mutex> lock(mutex);

        condition.wait(lock, [&] { return is_there; });
        memory[3]++;
    });

    PAUSE();
    {
        std::lock_guard<std::mutex> lock(mutex);

        memory[3] = 1;
        is_there = true;
    }
    condition.notify_all();
    other.join();
}

static void right_shared_mutex(void)
{
    std::shared_mutex mutex;
    std::thread other([&] {
        std::unique_lock<std::shared_mutex> lock(mutex);

        memory[3]++;
    });

    {
        std::shared_lock<std::shared_mutex> lock(mutex);

        sum += memory[3];
    }
    other.join();
}

static void right_future(void)
{
    auto future = std::async(std::launch::async, [] {
        PAUSE();
        memory[3] = 5;
        return 4L;
    });

    sum += future.get();
    memory[3]++;
}

static void right_promise(void)
{
    std::promise<long> promise;
    std::thread other([&] {
        sum += promise.get_future().get();
        memory[3]++;
    });

    PAUSE();
    memory[3] = 4;
    promise.set_value(4);
    other.join();
}

static void right_latch(void)
{
    std::latch latch(1);
    std::thread other([&] {
        latch.wait();
        memory[3]++;
    });

    PAUSE();
    memory[3]++;
    latch.count_down();
    other.join();
}

static void right_barrier(void)
{
    std::barrier<> barrier(2);
    std::thread other([&] {
        memory[3] = 1;
        barrier.arrive_and_wait();
        barrier.arrive_and_wait();
        memory[3]++;
    });

    barrier.arrive_and_wait();
    memory[3]++;
    barrier.arrive_and_wait();
    other.join();
}

static void right_semaphore(void)
{
    std::counting_semaphore<4> semaphore(0);
    std::thread other([&] {
        semaphore.acquire();
        memory[3]++;
    });

    PAUSE();
    memory[3] = 1;
    semaphore.release();
    other.join();
}

static void right_wait_behind_a_destructor(void)
{
    sem_t semaphore;

    sem_init(&semaphore, 0, 0);
    {
        std::thread other([&] {
            text text;

            sem_wait(&semaphore);
            memory[3]++;
        });

        PAUSE();
        memory[3] = 1;
        sem_post(&semaphore);
        other.join();
    }
    sem_destroy(&semaphore);
}

static void right_once(void)
{
    std::once_flag flag;
    auto use = [&] {
        std::call_once(flag, [] { memory[3] = 1; });
        PAUSE();
        sum += memory[3];
    };
    std::thread other([&] {
        PAUSE();
        use();
    });

    std::call_once(flag, [] { memory[3] = 1; });
    PAUSE();
    other.join();
}

static void right_fences(void)
{
    std::atomic<int> flag{0};
    std::thread other([&] {
        while (flag.load(std::memory_order_relaxed) == 0)
            std::this_thread::yield();
        std::atomic_thread_fence(std::memory_order_acquire);
        memory[3]++;
    });

    memory[3] = 4;
    std::atomic_thread_fence(std::memory_order_release);
    flag.store(1, std::memory_order_relaxed);
    other.join();
}

static void right_notified(void)
{
    std::atomic<int> flag{0};
    std::thread other([&] {
        flag.wait(0);
        memory[3]++;
    });

    PAUSE();
    memory[3] = 1;
    flag = 1;
    flag.notify_all();
    other.join();
}

static __attribute__((pure, noinline)) long below(long number, long limit)
{
    if (number >= limit)
        throw 1;
    return number;
}

static __attribute__((noinline)) void store_below(long *words, long count, long limit)
{
    for (long i = 0; i < count; i++)
        words[i] = below(i, limit);
}

static void right_loop_that_throws(void)
{
    std::thread other([] {
        for (long i = 20; i < 40; i++)
            memory[i] = i;
    });

    try {
        store_below(memory, 40, 20);
    } catch (int) {
    }
    other.join();
}

struct counted {
    counted() { memory[5] = 1; }
    long value() { return memory[5]; }
};

static long counted_once()
{
    static counted object;

    return object.value();
}

static std::atomic<int> tries;

struct failing {
    failing()
    {
        memory[6]++;
        if (tries.fetch_add(1, std::memory_order_relaxed) == 0)
            throw 1;
    }
    long value() { return memory[6]; }
};

static void make_failing()
{
    try {
        static failing object;

        sum += object.value();
    } catch (int) {
    }
}

static void right_static_object_that_throws()
{
    std::thread one([] { make_failing(); }), two([] { make_failing(); });

    one.join();
    two.join();
}

static void right_static_object()
{
    std::thread one([] { counted_once(); }), two([] { counted_once(); });

    one.join();
    two.join();
}

CASES(0,
      CASE(wrong_thread),
      CASE(wrong_mutexes),
      CASE(wrong_before_the_future),
      CASE(wrong_behind_the_latch),
      CASE(right_thread),
      CASE(right_mutex),
      CASE(right_condition),
      CASE(right_shared_mutex),
      CASE(right_future),
      CASE(right_promise),
      CASE(right_latch),
      CASE(right_barrier),
      CASE(right_semaphore),
      CASE(right_wait_behind_a_destructor),
      CASE(right_once),
      CASE(right_fences),
      CASE(right_notified),
      CASE(right_loop_that_throws),
      CASE(right_static_object), CASE(right_static_object_that_throws))
