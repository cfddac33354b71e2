/* SPDX-License-Identifier: MIT */
/* A program that runs in a model calls these: the functions that compilers call before each access
 * with -fsanitize=thread, and those of the C library that copy, tell the time and wait. A thread
 * that is not modelled now passes through them. */
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#include "kernel.h"
#include "lines.h"
#include "model.h"

#define SHOWN __attribute__((visibility("default")))

/* A thread that gives its processor away waits at least so long. */
enum { YIELD_PS = 300000 };

SHOWN void model_begin(int number, int threads)
{
    turns_begin(number, threads);
}

SHOWN void model_end(void)
{
    turns_end();
}

SHOWN void model_machines(void)
{
    machine_list();
}

SHOWN double model_seconds(void)
{
    return turns_self == NULL ? 0 : (double)turns_self->now * 1e-12;
}

SHOWN void model_pause(void)
{
    if (turns_self != NULL)
        turns_poll(turns_self, turns_machine->pause * turns_self->scale / 100);
    else
        __builtin_ia32_pause();
}

SHOWN unsigned long model_ticks(void)
{
    if (turns_self == NULL)
        return __builtin_ia32_rdtsc();
    turns_self->now += turns_machine->clock;
    return (unsigned long)turns_self->now / 1000;
}

/* ---- loads and stores ------------------------------------------------------------------------ */

void __tsan_init(void);
SHOWN void __tsan_init(void)
{
}

#define ACCESS(name, bytes, use)                                                                 \
    void __tsan_##name(void *address);                                                           \
    SHOWN void __tsan_##name(void *address)                                                      \
    {                                                                                            \
        if (turns_self != NULL)                                                                  \
            lines_touch(turns_self, address, bytes, use);                                        \
    }

#define ACCESSES(bytes)                                                                          \
    ACCESS(read##bytes, bytes, LOAD)                                                             \
    ACCESS(write##bytes, bytes, STORE)                                                           \
    ACCESS(unaligned_read##bytes, bytes, LOAD)                                                   \
    ACCESS(unaligned_write##bytes, bytes, STORE)                                                 \
    ACCESS(volatile_read##bytes, bytes, LOAD)                                                    \
    ACCESS(volatile_write##bytes, bytes, STORE)

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
ACCESS(vptr_read, sizeof(void *), LOAD)

#define RANGE(name, use)                                                                         \
    void __tsan_##name(void *address, unsigned long bytes);                                      \
    SHOWN void __tsan_##name(void *address, unsigned long bytes)                                 \
    {                                                                                            \
        if (turns_self != NULL)                                                                  \
            lines_touch(turns_self, address, bytes, use);                                        \
    }

RANGE(read_range, LOAD)
RANGE(write_range, STORE)

void __tsan_func_entry(void *site);
SHOWN void __tsan_func_entry(void *site)
{
    (void)site;
    if (turns_self != NULL)
        turns_self->now += turns_machine->call * turns_self->scale / 100;
}

void __tsan_func_exit(void);
SHOWN void __tsan_func_exit(void)
{
}

/* ---- atomic operations ----------------------------------------------------------------------- */

/* An atomic store with seq_cst is an exchange or a store and a fence. */
static enum use store_of(int order)
{
    return order == __ATOMIC_SEQ_CST ? UPDATE : STORE;
}

#define UPDATES(bits, type, name, operation)                                                     \
    type __tsan_atomic##bits##_##name(volatile type *object, type value, int order);             \
    SHOWN type __tsan_atomic##bits##_##name(volatile type *object, type value, int order)        \
    {                                                                                            \
        (void)order;                                                                             \
        if (turns_self != NULL)                                                                  \
            lines_touch(turns_self, object, sizeof *object, UPDATE);                             \
        return operation(object, value, __ATOMIC_SEQ_CST);                                       \
    }

#define COMPARES(bits, type, name)                                                               \
    int __tsan_atomic##bits##_##name(volatile type *object, type *expected, type value,          \
                                     int order, int failed);                                     \
    SHOWN int __tsan_atomic##bits##_##name(volatile type *object, type *expected, type value,    \
                                           int order, int failed)                                \
    {                                                                                            \
        (void)order, (void)failed;                                                               \
        if (turns_self != NULL)                                                                  \
            lines_touch(turns_self, object, sizeof *object, UPDATE);                             \
        return __atomic_compare_exchange_n(object, expected, value, 0, __ATOMIC_SEQ_CST,         \
                                           __ATOMIC_SEQ_CST);                                    \
    }

#define ATOMICS(bits, type)                                                                      \
    type __tsan_atomic##bits##_load(const volatile type *object, int order);                     \
    SHOWN type __tsan_atomic##bits##_load(const volatile type *object, int order)                \
    {                                                                                            \
        (void)order;                                                                             \
        if (turns_self != NULL)                                                                  \
            lines_touch(turns_self, object, sizeof *object, LOAD);                               \
        return __atomic_load_n(object, __ATOMIC_SEQ_CST);                                        \
    }                                                                                            \
    void __tsan_atomic##bits##_store(volatile type *object, type value, int order);              \
    SHOWN void __tsan_atomic##bits##_store(volatile type *object, type value, int order)         \
    {                                                                                            \
        if (turns_self != NULL)                                                                  \
            lines_touch(turns_self, object, sizeof *object, store_of(order));                    \
        __atomic_store_n(object, value, __ATOMIC_SEQ_CST);                                       \
    }                                                                                            \
    UPDATES(bits, type, exchange, __atomic_exchange_n)                                           \
    UPDATES(bits, type, fetch_add, __atomic_fetch_add)                                           \
    UPDATES(bits, type, fetch_sub, __atomic_fetch_sub)                                           \
    UPDATES(bits, type, fetch_and, __atomic_fetch_and)                                           \
    UPDATES(bits, type, fetch_or, __atomic_fetch_or)                                             \
    UPDATES(bits, type, fetch_xor, __atomic_fetch_xor)                                           \
    UPDATES(bits, type, fetch_nand, __atomic_fetch_nand)                                         \
    COMPARES(bits, type, compare_exchange_strong)                                                \
    COMPARES(bits, type, compare_exchange_weak)                                                  \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *object, type expected,        \
                                                    type value, int order, int failed);          \
    SHOWN type __tsan_atomic##bits##_compare_exchange_val(volatile type *object, type expected,  \
                                                          type value, int order, int failed)     \
    {                                                                                            \
        __tsan_atomic##bits##_compare_exchange_strong(object, &expected, value, order, failed);  \
        return expected;                                                                         \
    }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
SHOWN void __tsan_atomic_thread_fence(int order)
{
    if (turns_self != NULL && order == __ATOMIC_SEQ_CST) {
        lines_drain(turns_self);
        turns_self->now += turns_machine->update * turns_self->scale / 100;
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order);
SHOWN void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* ---- the C library --------------------------------------------------------------------------- */

/* These three copy by instructions of their own, because the C library's functions have their
 * names. */
static void copy_up(char *to, const char *from, size_t bytes)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

SHOWN void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    if (turns_self != NULL)
        lines_copy(turns_self, to, from, bytes);
    copy_up(to, from, bytes);
    return to;
}

SHOWN void *memmove(void *to, const void *from, size_t bytes)
{
    char *last = (char *)to + bytes - 1;
    const char *from_last = (const char *)from + bytes - 1;

    if (turns_self != NULL)
        lines_copy(turns_self, to, from, bytes);
    if ((uintptr_t)to - (uintptr_t)from >= bytes)
        copy_up(to, from, bytes);
    else
        __asm__ volatile("std; rep movsb; cld"
                         : "+D"(last), "+S"(from_last), "+c"(bytes)
                         :
                         : "memory");
    return to;
}

SHOWN void *memset(void *at, int value, size_t bytes)
{
    void *end = at;

    if (turns_self != NULL)
        lines_copy(turns_self, at, NULL, bytes);
    __asm__ volatile("rep stosb" : "+D"(end), "+c"(bytes) : "a"(value) : "memory");
    return at;
}

SHOWN int clock_gettime(clockid_t clock, struct timespec *time)
{
    long result = 0;

    if (turns_self == NULL) {
        result = kernel_call(SYS_clock_gettime, clock, (long)time, 0, 0, 0, 0);
        return result < 0 ? -1 : 0;
    }
    turns_self->now += turns_machine->clock;
    turns_await(turns_self);
    time->tv_sec = turns_self->now / 1000000000000;
    time->tv_nsec = turns_self->now / 1000 % 1000000000;
    return 0;
}

SHOWN int sched_yield(void)
{
    if (turns_self == NULL)
        return (int)kernel_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    turns_poll(turns_self, YIELD_PS);
    return 0;
}

/* A modelled thread does not sleep in the kernel: it looks again. */
SHOWN long syscall(long number, ...)
{
    long words[6], result;
    va_list list;
    int i;

    va_start(list, number);
    for (i = 0; i < 6; i++)
        words[i] = va_arg(list, long);
    va_end(list);
    if (turns_self != NULL && number == SYS_futex &&
        ((int)words[1] & FUTEX_CMD_MASK) == FUTEX_WAIT)
        return sched_yield();
    result = kernel_call(number, words[0], words[1], words[2], words[3], words[4], words[5]);
    if (result >= 0)
        return result;
    errno = (int)-result;
    return -1;
}
