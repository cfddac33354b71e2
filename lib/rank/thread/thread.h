/* SPDX-License-Identifier: MIT */
/* Threads that a rank creates belong to that rank: they see its globals, communicate in its name,
 * and count as runnable until they end (rank/sleep/waiter.h). pthread_create of a rank comes here
 * (libc/thread.c). */
#ifndef RANK_THREAD_H
#define RANK_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct causal_thread;
struct rank;
struct rusage;
struct taker;
struct trace;

/* Creates a thread of the calling rank; otherwise as pthread_create. `site` is the address to which
 * the call that asked for it returns. */
int thread_create(struct rank *self, uintptr_t site, pthread_t *thread,
                  const pthread_attr_t *attributes, void *(*start)(void *), void *argument);

/* Joins any thread. If it is one of the calling rank's, the caller does not count as runnable
 * before that thread ends. Otherwise as pthread_join. */
int thread_join(pthread_t thread, void **value);

/* The calling thread has joined that one otherwise: what it has done comes before. */
void thread_joined(pthread_t thread);

/* The place of the calling thread's clock (rank/observe/causal.h), and in *born the name of what
 * its creator knew; NULL: the rank's own thread. Returns NULL in threads of the library. */
struct causal_thread *_Atomic *thread_causal(struct rank *self, const void **born);

/* A clock of a thread that has ended, which the calling thread uses again; NULL: none. */
struct causal_thread *thread_causal_spare(void);

/* The calling thread, if it takes turns beside its rank's main thread; else NULL. */
struct taker *thread_taker(void);

/* Frees the records of the rank's threads. No thread of the rank is starting any more, and those
 * that still run do not use their records. */
void thread_records_free(struct rank *rank);

/* The calling thread, which a rank has created, is about to end. True: the caller is to take it off
 * the runnable count; no joining thread has taken its place over. */
bool thread_end(void);

/* Ends the calling thread, which a rank has created. */
_Noreturn void thread_leave(void);

/* Called by the rank's main thread when it ends by pthread_exit: returns when all threads have
 * ended that the rank has created. It does not count as runnable meanwhile. */
void thread_await_all(struct rank *self);

/* The processor time of the rank's threads, also of those that have ended. By any of them. */
uint64_t rank_cpu_ns(struct rank *rank);

/* Fills in what getrusage(RUSAGE_SELF) would if the rank were a process. One address space is of
 * all ranks, so ru_maxrss is the process's. By any thread of the rank. */
void rank_usage(struct rank *self, struct rusage *usage);

/* Fills in the kernel's ids of the threads that the rank has created and that have not ended, as
 * many as there is room for, and returns how many there are. By any thread. */
int rank_list_threads(struct rank *rank, pid_t ids[], int room);

/* Counts the threads that the rank has created and that have not ended. *created is the stack of
 * the call that created the latest of them; it is known in jobs of heddle_run. By any thread. */
int rank_count_threads(struct rank *rank, struct trace *created);

#endif
