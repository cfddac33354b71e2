/* SPDX-License-Identifier: MIT */
/* alarm, setitimer and timers that send signals: each rank has its own, and its main thread gets
 * what they send. They stand in front of libc's functions. */
#ifndef LIBC_TIMER_H
#define LIBC_TIMER_H

struct libc;

/* Stops the rank's timers. In the rank's own thread. */
void timers_end(struct libc *libc);

#endif
