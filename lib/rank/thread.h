/* SPDX-License-Identifier: MIT */
/* Threads that a rank creates are that rank: they see its globals and speak MPI in its name.
 *
 * pthread_create stands in front of libc's and hands the creator's rank and image on, pthread_join
 * because who waits for a thread that waits for a message can do nothing either. thrd_create
 * is made of it, for libc's own does not come through that symbol: then ThreadSanitizer does not
 * hear of the thread either; nor would it of libc's thrd_join and thrd_detach. */
#ifndef RANK_THREAD_H
#define RANK_THREAD_H

#include <stdbool.h>
#include <sys/types.h>

struct rank;

/* The memory behind rank->heritages; no thread of the rank is starting any more, and those that are
 * left no longer know of it. */
void thread_record_give_all(struct rank *rank);
/* The calling thread, which a rank has created, is about to end. True: so is its place among those
 * who may still do something, which nobody takes over. */
bool thread_record_end(void);

/* Ends the calling thread, which a rank has created. */
_Noreturn void thread_record_leave(void);

/* What the kernel calls the threads that the rank has created and that have not ended: fills in as
 * many as there is room for, and tells how many there are. By any thread. */
int rank_list_threads(struct rank *rank, pid_t ids[], int room);

#endif
