/* SPDX-License-Identifier: MIT */
/* alarm, setitimer and timers that send signals: each rank has its own, and its main thread gets
 * what they send. They stand in front of libc's functions. */
#ifndef RANK_TIMER_H
#define RANK_TIMER_H

struct rank;

/* They go off no more. In the rank's own thread. */
void timers_end(struct rank *self);

#endif
