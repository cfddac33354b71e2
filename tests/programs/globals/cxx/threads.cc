/* SPDX-License-Identifier: MIT */
/* Threads of C++ in ranks: std::thread, std::async and a pool of threads share their rank's
 * objects, function-local statics are made once in each rank however many threads ask, call_once
 * calls once, and thread_local objects are made and destroyed in each thread.
 * options: -O0 -O2
 * flags: -std=c++17
 * ranks: 1 2 5 */
#include "../globals.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <vector>

static int rank;
static std::mutex lock;
static std::map<std::string, int> counts;
static std::atomic<long> total;
static std::vector<std::thread> threads;
static std::once_flag once;
static inline int called = 0, made = 0, ended = 0;

struct slow {
    slow()
    {
        std::this_thread::yield();
        made++;
    }
    int rank_of_maker = rank;
};

static slow &the_slow()
{
    static slow only;

    return only;
}

struct own {
    own() : rank_of_thread(rank) {}
    ~own()
    {
        std::lock_guard<std::mutex> guard(lock);
        ended += rank_of_thread == rank;
    }
    int rank_of_thread, used = 0;
};
static thread_local own mine;

static void check_threads()
{
    for (int i = 0; i < 4; i++)
        threads.emplace_back([i] {
            std::call_once(once, [] { called++; });
            mine.used += i + 1;
            total += the_slow().rank_of_maker + my_rank();
            std::lock_guard<std::mutex> guard(lock);
            counts[std::to_string(rank)] += mine.used;
        });
    for (auto &each : threads)
        each.join();
    threads.clear();
    expect(called == 1 && made == 1 && ended == 4);
    expect(total == 8 * rank);
    expect(counts.size() == 1 && counts[std::to_string(rank)] == 10);
}

/* Its threads wait between the jobs of several calls. */
class pool {
public:
    explicit pool(int size)
    {
        for (int i = 0; i < size; i++)
            workers_.emplace_back([this] { work(); });
    }
    ~pool()
    {
        {
            std::lock_guard<std::mutex> guard(lock_);
            is_over_ = true;
        }
        changed_.notify_all();
        for (auto &each : workers_)
            each.join();
    }
    void run(std::function<void()> job)
    {
        std::lock_guard<std::mutex> guard(lock_);
        jobs_.push(std::move(job));
        changed_.notify_one();
    }

private:
    void work()
    {
        std::unique_lock<std::mutex> guard(lock_);
        for (;;) {
            changed_.wait(guard, [this] { return is_over_ || !jobs_.empty(); });
            if (jobs_.empty())
                return;
            auto job = std::move(jobs_.front());
            jobs_.pop();
            guard.unlock();
            job();
            guard.lock();
        }
    }
    std::mutex lock_;
    std::condition_variable changed_;
    std::queue<std::function<void()>> jobs_;
    std::vector<std::thread> workers_;
    bool is_over_ = false;
};
static std::unique_ptr<pool> the_pool;

static void check_pool()
{
    the_pool = std::make_unique<pool>(3);
    total = 0;
    for (int round = 1; round <= 5; round++) {
        for (int i = 0; i < 20; i++)
            the_pool->run([] { total += rank + 1; });
        while (total < 20L * round * (rank + 1))
            std::this_thread::yield();
        meet();
    }
    the_pool.reset();
    expect(total == 100L * (rank + 1));
}

static void check_async()
{
    std::vector<std::future<int>> results;

    for (int i = 0; i < 4; i++)
        results.push_back(std::async(std::launch::async, [i] { return i * rank + my_rank(); }));
    for (int i = 0; i < 4; i++)
        expect(results[static_cast<size_t>(i)].get() == (i + 1) * rank);
    std::thread([] {
        int sum = rank;

        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        total = sum;
    }).join();
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect(total == size * (size - 1) / 2);
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    rank = my_rank();
    meet();
    check_threads();
    meet();
    check_pool();
    check_async();
    MPI_Finalize();
    return 0;
}
