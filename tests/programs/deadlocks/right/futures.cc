/* SPDX-License-Identifier: MIT */
/* Ranks all of whose main threads wait, while threads of theirs wait for each other as C++ has it
 * and one of them goes on. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <atomic>
#include <chrono>
#include <future>
#include <semaphore>
#include <thread>

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 300 };

static void pass_on(int rank, int size)
{
    int value = rank;

    MPI_Sendrecv_replace(&value, 1, MPI_INT, (rank + 1) % size, 1, (rank + size - 1) % size, 1,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The main thread sleeps while a thread waits for a message. */
static void futures_of_messages(int rank, int size)
{
    for (int i = 0; i < ROUNDS; i++)
        std::async(std::launch::async, pass_on, rank, size).get();
}

static void threads_take_turns(int rank, int size)
{
    std::atomic<int> turn{0};
    std::thread other([&] {
        for (int i = 0; i < ROUNDS; i++) {
            turn.wait(0);
            turn = 0;
            turn.notify_one();
        }
    });

    for (int i = 0; i < ROUNDS; i++) {
        turn = 1;
        turn.notify_one();
        turn.wait(1);
        if (i % 50 == 0)
            pass_on(rank, size);
    }
    other.join();
}

/* A thread sleeps and then lets the main thread go on, in rank 0; others wait for that rank. */
static void a_thread_sleeps_first(int rank, int size)
{
    std::counting_semaphore<4> semaphore(0);
    std::thread sleeps([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(40));
        semaphore.release();
    });

    if (rank == 0)
        semaphore.acquire();
    pass_on(rank, size);
    sleeps.join();
}

/* A thread waits for a child process of rank 0, and the other ranks for that rank. */
static void a_child_ends_the_wait(int rank, int size)
{
    void *memory = mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    auto *word = new (memory) std::atomic<int>{0};
    pid_t child = rank == 0 ? fork() : -1;

    if (child == 0) {
        usleep(40000);
        *word = 1;
        syscall(SYS_futex, word, FUTEX_WAKE, 1, nullptr);
        _exit(0);
    }
    while (rank == 0 && *word == 0)
        syscall(SYS_futex, word, FUTEX_WAIT, 0, nullptr);
    if (rank == 0)
        waitpid(child, nullptr, 0);
    pass_on(rank, size);
}

PROGRAMS(PROGRAM(futures_of_messages), PROGRAM(threads_take_turns), PROGRAM(a_thread_sleeps_first),
         PROGRAM(a_child_ends_the_wait))
