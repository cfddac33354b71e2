/* SPDX-License-Identifier: MIT */
/* Signals: each rank has handlers of its own, which run in its threads, with its globals.
 *
 * sigaction, signal and kill stand in front of libc's. The kernel knows one action per signal and
 * process: ours. It looks up whose signal it is:
 *   - One that was sent to a thread, or that a thread's own instruction caused, is that of the
 *     thread's rank. kill of the own process sends to the calling rank's main thread.
 *   - One that was sent to the process from outside (by a terminal, by kill(1), or because a child
 *     has ended) goes to every rank that has a handler for it, as a launcher would pass it on.
 * Where a rank has no handler, the process does what it would do without us. */
#ifndef LIBC_SIGNAL_H
#define LIBC_SIGNAL_H

#include <signal.h>
#include <stdbool.h>

struct libc;
struct rank;

/* Drops the rank's handlers. In the rank's own thread, which blocks all signals from then on. */
void signals_end(struct libc *libc);

/* Does the rank have one of its own for that signal? */
bool signals_has_handler(struct rank *self, int number);

/* Sets or reads the action of the whole process, as sigaction does. */
int process_sigaction(int number, const struct sigaction *action, struct sigaction *before);

/* Ends the process by a signal, from one of its handlers too. */
void process_die_by(int number);

#endif
