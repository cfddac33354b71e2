/* SPDX-License-Identifier: MIT */
/* alarm, setitimer and timers that send signals. They interpose libc's functions: each rank has its
 * own timers, whose signals go to its main thread. */
#ifndef LIBC_TIMER_H
#define LIBC_TIMER_H

struct libc;

/* Stops the rank's timers; the rank's own thread calls it. */
void timers_end(struct libc *libc);

#endif
