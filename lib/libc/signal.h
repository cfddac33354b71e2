/* SPDX-License-Identifier: MIT */
/* Signals: each rank has its own handlers, which run in its threads, with its globals.
 *
 * sigaction, signal and kill interpose libc's functions. The kernel knows one action for each
 * signal of the process, which is ours. It finds out to which rank a signal belongs:
 *   - A signal that was sent to a thread, or that a thread's own instruction caused, belongs to the
 *     thread's rank. kill of the own process sends to the calling rank's main thread.
 *   - A signal that was sent to the process from outside (by a terminal, by kill(1), or because
 *     a child has ended) goes to every rank that has a handler for it, as a launcher would do.
 * If no rank has a handler, the process acts as it would without us. */
#ifndef LIBC_SIGNAL_H
#define LIBC_SIGNAL_H

#include <signal.h>
#include <stdbool.h>

struct libc;
struct rank;

/* Drops the rank's handlers. The rank's own thread calls it, and blocks all signals from then
 * on. */
void signals_end(struct libc *libc);

/* True if the rank has a handler of its own for that signal. */
bool signals_has_handler(struct rank *self, int number);

/* Sets the action of the whole process. */
int process_sigaction(int number, const struct sigaction *action, struct sigaction *before);

/* Sets the action for a signal of ranks, once. An action that the program has set before, or sets
 * later outside of ranks, does not run in ranks: process_act_as_program runs it in a thread that
 * belongs to none. Returns false if the library has taken the signal before, or if a handler stays
 * because of a sanitizer. */
bool process_take_signal(int number, const struct sigaction *ours);
void process_act_as_program(int number, siginfo_t *info, void *context);

/* Ends the process by a signal; may be called by a handler of that signal. */
void process_die_by(int number);

#endif
