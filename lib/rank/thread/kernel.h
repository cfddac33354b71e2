/* SPDX-License-Identifier: MIT */
/* The kernel keeps these for each of its threads, and a rank has them for itself because its main
 * runs in one. Nothing else of the library asks the kernel for them (tests/tidy/tidy.py), so this
 * is the list of what a rank would have to take along if it moved between threads.
 *
 *   number      that the kernel gives a thread, and may give to another one when it has ended
 *   name        that debuggers and top -H show
 *   directory   the working directory and the umask
 *   signals     those that are blocked, and the stack on which handlers run
 *   clocks      and what other threads may read about it: how it is, what it has used
 *
 * The processors that a thread may use are in base/machine.h and base/cpu.h; its thread pointer,
 * and so all thread-local variables, belong to the C library. A function without a number is about
 * the calling thread. None of them waits. */
#ifndef RANK_KERNEL_H
#define RANK_KERNEL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

pid_t kernel_thread(void);

/* Threads that it creates inherit the name, whose first 15 bytes count. */
void kernel_name_thread(const char *name);

/* The thread gets a directory and an umask of its own, which threads that it creates share. False,
 * with errno: the system does not allow it. */
bool kernel_part_directory(void);

/* New threads inherit what is blocked. Signal handlers may call these. */
void kernel_block_all_signals(sigset_t *before);
void kernel_set_signals(const sigset_t *blocked);
void kernel_block_signals(const sigset_t *further);
void kernel_block_signal(int number);
void kernel_unblock_signal(int number);

/* Unless the thread has such a stack: AddressSanitizer gives each thread one, and frees it when the
 * thread ends. */
void kernel_use_signal_stack(void *memory, size_t bytes);

/* Sends a signal with its facts to a thread of the process. False: there is no such thread. */
bool kernel_send_signal(pid_t thread, const siginfo_t *facts);

/* The processor time, 0 of a thread that has ended; and what the thread itself has used. */
uint64_t kernel_cpu_ns(pid_t thread);
uint64_t kernel_own_cpu_ns(struct rusage *used);

/* Reads a file of /proc about the thread; an empty text if it has ended. Returns `text`. */
const char *kernel_read(pid_t thread, const char *file, char *text, size_t bytes);

/* The fields of the file "stat" from the state on: ") S 1 ...". The name before them, in brackets,
 * may have any characters (proc(5)). NULL: the thread has ended. */
const char *kernel_state(pid_t thread, char *text, size_t bytes);

/* Does it wait in the kernel for something that may take any time? */
bool kernel_sleeps(pid_t thread);

#endif
