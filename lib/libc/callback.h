/* SPDX-License-Identifier: MIT */
/* Functions that libc calls in threads of its own (SIGEV_THREAD): they run in threads of the rank
 * that has asked for them.
 *
 * While such a call may come, the rank counts as runnable: it may be what others wait for. */
#ifndef LIBC_CALLBACK_H
#define LIBC_CALLBACK_H

#include <signal.h>
#include <stdbool.h>
#include <time.h>

struct callback;
struct libc;
struct rank;

/* Redirects the event's function. Returns NULL with errno if there is no memory. A callback is
 * never freed: a thread of libc may be about to use it. */
struct callback *callback_make(struct rank *self, struct sigevent *event);
/* The one that the event has already, or NULL. */
struct callback *callback_of(const struct sigevent *event);

/* One call may come from now on, and comes no more. */
void callback_expect(struct callback *callback);
void callback_expect_no_more(struct callback *callback);

/* A timer's callback is expected until the timer is deleted. */
void callback_set_timer(struct callback *callback, timer_t timer);
void callback_forget_timer(struct libc *libc, timer_t timer);

/* Called in the rank's main thread at its end: no thread starts any more. */
void callbacks_end(struct libc *libc);

#endif
