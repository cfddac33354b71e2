/* SPDX-License-Identifier: MIT */
/* Informs ThreadSanitizer of MPI, in programs that are compiled for it.
 *
 * Such programs mostly run with a library that is not: the sanitizer then sees neither the
 * library's atomic operations nor its copies, and its reports about the library are suppressed.
 * Ranks that share memory, by windows, would be accused although messages, collective operations
 * and epochs order what they do, and a put that races with a load would go unseen. So the library
 * informs it of the orders that the standard gives, and of the accesses that operations on windows
 * make. An order may be given that the standard does not give, for instance with a later message
 * between the same two ranks; one that it gives is never left out.
 *
 * In other programs each of these functions is one test. In a library that is compiled for the
 * sanitizer they add little to what it sees by itself. */
#ifndef BASE_TSAN_H
#define BASE_TSAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/container.h"

/* The sanitizer's functions; NULL in programs without it. Under names of our own, because compilers
 * for the sanitizer declare the functions too, and otherwise. */
#define SANITIZERS(name) __asm__("__tsan_" #name) __attribute__((weak))
void tsan_do_acquire(void *address) SANITIZERS(acquire);
void tsan_do_release(void *address) SANITIZERS(release);
void tsan_do_read_range(void *address, unsigned long bytes) SANITIZERS(read_range);
void tsan_do_write_range(void *address, unsigned long bytes) SANITIZERS(write_range);
void tsan_do_func_entry(void *site) SANITIZERS(func_entry);
void tsan_do_func_exit(void) SANITIZERS(func_exit);
void tsan_do_ignore_thread_begin(void) SANITIZERS(ignore_thread_begin);
void tsan_do_ignore_thread_end(void) SANITIZERS(ignore_thread_end);

/* A report's contents: how many parts of each kind it has; one of its accesses; one of its threads,
 * by the kernel's id, whose width depends on the system. */
int tsan_do_get_report_data(const void *report, const char **kind, int *repeated, int *stacks,
                            int *accesses, int *places, int *mutexes, int *threads,
                            int *unique_threads, void **frames,
                            unsigned long room) SANITIZERS(get_report_data);
int tsan_do_get_report_mop(const void *report, unsigned long number, int *thread, void **address,
                           int *bytes, int *is_write, int *is_atomic, void **frames,
                           unsigned long room) SANITIZERS(get_report_mop);
int tsan_do_get_report_thread(const void *report, unsigned long number, int *thread, uint64_t *id,
                              int *is_running, const char **name, int *parent, void **frames,
                              unsigned long room) SANITIZERS(get_report_thread);

static inline bool tsan_is_there(void)
{
    return unlikely(tsan_do_release != NULL);
}

/* All that the thread has done before a release of an address comes before all that a thread does
 * after a later acquire of it. The address is a name; nothing there is read or written. */
static inline void tsan_release(const void *address)
{
    if (tsan_is_there())
        tsan_do_release((void *)(uintptr_t)address);
}

static inline void tsan_acquire(const void *address)
{
    if (tsan_is_there())
        tsan_do_acquire((void *)(uintptr_t)address);
}

/* The thread reads or writes these bytes. */
static inline void tsan_read(const void *address, size_t bytes)
{
    if (tsan_is_there() && bytes > 0)
        tsan_do_read_range((void *)(uintptr_t)address, bytes);
}

static inline void tsan_write(void *address, size_t bytes)
{
    if (tsan_is_there() && bytes > 0)
        tsan_do_write_range(address, bytes);
}

/* The accesses that are reported in between are of the call that returns to `site`. */
static inline void tsan_enter(const void *site)
{
    if (tsan_is_there())
        tsan_do_func_entry((void *)(uintptr_t)site);
}

static inline void tsan_leave(void)
{
    if (tsan_is_there())
        tsan_do_func_exit();
}

/* Loads and stores of the thread from here on are not looked at: the library reports them in other
 * words. */
static inline void tsan_hide(void)
{
    if (unlikely(tsan_do_ignore_thread_begin != NULL))
        tsan_do_ignore_thread_begin();
}

static inline void tsan_show(void)
{
    if (unlikely(tsan_do_ignore_thread_end != NULL))
        tsan_do_ignore_thread_end();
}

/* The thread changes these bytes atomically, and orders nothing by that: a relaxed addition of
 * nothing to each. */
void tsan_change(void *address, size_t bytes);

/* The thread reads these bytes atomically, and orders nothing by that. */
void tsan_look(const void *address, size_t bytes);

#endif
