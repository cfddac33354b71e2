/* SPDX-License-Identifier: MIT */
/* Waits of C++ that only another thread of the rank can end (rank/sleep/idle.h): std::future,
 * std::atomic, std::latch, std::counting_semaphore and std::barrier ask the kernel themselves, by
 * libc's function syscall. Waits with a timeout end by themselves. A signal handler may end the
 * others, so they count only in a rank that has none. */
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fcntl.h>
#include <linux/futex.h>

#include "base/atomic.h"
#include "base/libc.h"
#include "base/page.h"
#include "libc/libc.h"
#include "rank/sleep/idle.h"

typedef long syscall_function(long number, long a, long b, long c, long d, long e, long f);

static _Atomic(libc_any *) behind; /* libc's function, looked up once */

static syscall_function *find(void)
{
    libc_any *found = load_relaxed(&behind);

    if (found == NULL) {
        found = libc_function("syscall");
        store_relaxed(&behind, found);
    }
    return (syscall_function *)found;
}

/* The bounds of the code of this library, which linkers define. */
extern __attribute__((visibility("hidden"))) const char __ehdr_start[], etext[];

/* The library's own threads call libc's function, too, when they sleep in rank_wait. */
static bool is_own(uintptr_t site)
{
    return site >= (uintptr_t)__ehdr_start && site < (uintptr_t)etext;
}

/* True unless the word lies in memory that processes share, as the kernel knows (pagemap of
 * proc(5)). C++ does not tell the kernel that a word is of one process. */
static bool is_of_process(uintptr_t word)
{
    const uint64_t is_of_file_or_shared = UINT64_C(1) << 61;
    uint64_t page = is_of_file_or_shared;
    int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    off_t place = (off_t)(word / page_bytes() * sizeof page);

    if (file < 0)
        return false;
    if (pread(file, &page, sizeof page, place) != sizeof page)
        page = is_of_file_or_shared;
    close(file);
    return (page & is_of_file_or_shared) == 0;
}

static bool is_idle_wait(uintptr_t site, uintptr_t word, int operation, long timeout)
{
    bool is_wait = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT && timeout == 0;

    if (!is_wait || is_own(site) || libc_has_signals(rank_self()))
        return false;
    return (operation & FUTEX_PRIVATE_FLAG) != 0 || is_of_process(word);
}

static void end_wait(void *idler)
{
    idle_end(idler);
}

static long wait_idle(syscall_function *call, long word, long operation, long seen)
{
    struct idler idler;
    long result;

    idle_begin(rank_self(), &idler);
    pthread_cleanup_push(end_wait, &idler);
    result = call(SYS_futex, word, operation, seen, 0, 0, 0);
    pthread_cleanup_pop(true);
    return result;
}

/* Kernels have at most six arguments. Those that the caller has not given are not looked at. */
__attribute__((visibility("default"))) long syscall(long number, ...)
{
    uintptr_t site = (uintptr_t)__builtin_return_address(0);
    syscall_function *const call = find();
    long given[6];
    va_list arguments;
    int i;

    va_start(arguments, number);
    for (i = 0; i < 6; i++)
        given[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_futex && rank_self() != NULL &&
        is_idle_wait(site, (uintptr_t)given[0], (int)given[1], given[3]))
        return wait_idle(call, given[0], given[1], given[2]);
    return call(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}
