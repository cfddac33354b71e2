/* SPDX-License-Identifier: MIT */
/* Waits of C++ that only another thread of the rank can end (rank/sleep/idle.h): std::future,
 * std::atomic, std::latch, std::counting_semaphore and std::barrier ask the kernel themselves, by
 * libc's function syscall. Waits with a timeout end by themselves. A signal handler may end the
 * others, so they count only in a rank that has none. */
#include <errno.h>
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
#include "rank/choice.h"
#include "rank/sleep/idle.h"
#include "rank/thread/code.h"
#include "rank/thread/taken.h"

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

/* True unless the word lies in memory that processes share, as the kernel knows (pagemap of
 * proc(5)). C++ does not say to the kernel that a word is of one process. */
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

    /* The library's own threads call libc's function, too, when they sleep in rank_wait. */
    if (!is_wait || code_is_own(site) || libc_has_signals(rank_self()))
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

/* ---- by turns ------------------------------------------------------------------------------- */

struct word {
    const _Atomic(int) *at;
    int seen;
};

static bool is_unchanged(void *subject)
{
    const struct word *word = subject;

    return load_relaxed(word->at) == word->seen;
}

/* In an explored job a wait ends when the word is another one. The order of such waits is not
 * explored. True: it has ended, with 0, or ETIMEDOUT if its time is over. */
static bool wait_by_turns(uintptr_t site, const long given[], int *error)
{
    const int command = (int)given[1] & FUTEX_CMD_MASK;
    const bool is_wait = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
    struct rank *self = is_wait ? taken_self(site, (const void *)given[0]) : NULL;
    struct word word = {.at = (const _Atomic(int) *)given[0], .seen = (int)given[2]};
    const struct turn_block block = {.is_pending = is_unchanged,
                                     .subject = &word,
                                     .is_timed = given[3] != 0,
                                     .site = (const void *)site,
                                     .words = "waits for an atomic variable"};

    if (self == NULL)
        return false;
    (void)turn_pass(self, TURN_THREAD);
    if (!turn_block(self, &block))
        return false;
    *error = is_unchanged(&word) ? ETIMEDOUT : 0;
    return true;
}

/* Kernels have at most six arguments. Those that the caller has not given are not looked at. */
__attribute__((visibility("default"))) long syscall(long number, ...)
{
    uintptr_t site = (uintptr_t)__builtin_return_address(0);
    syscall_function *const call = find();
    long given[6];
    va_list arguments;
    int i, error;

    va_start(arguments, number);
    for (i = 0; i < 6; i++)
        given[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_futex && wait_by_turns(site, given, &error)) {
        errno = error != 0 ? error : errno;
        return error == 0 ? 0 : -1;
    }
    if (number == SYS_futex && rank_self() != NULL &&
        is_idle_wait(site, (uintptr_t)given[0], (int)given[1], given[3]))
        return wait_idle(call, given[0], given[1], given[2]);
    return call(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}
