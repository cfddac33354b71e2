/* SPDX-License-Identifier: MIT */
#include "rank/thread/kernel.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <fcntl.h>

#include "base/clock.h"
#include "base/sanitizer.h"

enum { NAME_BYTES = 16, PATH_BYTES = 64, STATE_BYTES = 256 };

/* Without instrumentation: a thread calls it before ThreadSanitizer knows the thread. */
NOT_INSTRUMENTED pid_t kernel_thread(void)
{
    return gettid();
}

void kernel_name_thread(const char *name)
{
    char longest[NAME_BYTES];

    snprintf(longest, sizeof longest, "%s", name);
    pthread_setname_np(pthread_self(), longest);
}

bool kernel_part_directory(void)
{
    return unshare(CLONE_FS) == 0;
}

/* ---- signals -------------------------------------------------------------------------------- */

NOT_INSTRUMENTED void kernel_block_all_signals(sigset_t *before)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, before);
}

NOT_INSTRUMENTED void kernel_set_signals(const sigset_t *blocked)
{
    pthread_sigmask(SIG_SETMASK, blocked, NULL);
}

NOT_INSTRUMENTED void kernel_block_signals(const sigset_t *further)
{
    pthread_sigmask(SIG_BLOCK, further, NULL);
}

NOT_INSTRUMENTED static void change_one(int how, int number)
{
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, number);
    pthread_sigmask(how, &one, NULL);
}

NOT_INSTRUMENTED void kernel_block_signal(int number)
{
    change_one(SIG_BLOCK, number);
}

NOT_INSTRUMENTED void kernel_unblock_signal(int number)
{
    change_one(SIG_UNBLOCK, number);
}

void kernel_use_signal_stack(void *memory, size_t bytes)
{
    const stack_t stack = {.ss_sp = memory, .ss_size = bytes};
    stack_t present;

    if (sigaltstack(NULL, &present) != 0 || (present.ss_flags & SS_DISABLE) != 0)
        sigaltstack(&stack, NULL);
}

bool kernel_send_signal(pid_t thread, const siginfo_t *facts)
{
    return thread != 0 &&
           syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, facts->si_signo, facts) == 0;
}

/* ---- clocks and states ---------------------------------------------------------------------- */

/* As the kernel makes it of a thread's number. pthread_getcpuclockid may be used only while the
 * thread cannot end. */
static clockid_t clock_of(pid_t thread)
{
    const clockid_t of_one_thread = 6;

    return (clockid_t)(~(unsigned)thread << 3) | of_one_thread;
}

uint64_t kernel_cpu_ns(pid_t thread)
{
    return clock_read(clock_of(thread));
}

uint64_t kernel_own_cpu_ns(struct rusage *used)
{
    getrusage(RUSAGE_THREAD, used);
    return clock_read(CLOCK_THREAD_CPUTIME_ID);
}

const char *kernel_read(pid_t thread, const char *file, char *text, size_t bytes)
{
    char path[PATH_BYTES];
    ssize_t length = 0;
    int descriptor;

    snprintf(path, sizeof path, "/proc/self/task/%d/%s", (int)thread, file);
    descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        length = read(descriptor, text, bytes - 1);
        close(descriptor);
    }
    text[length > 0 ? length : 0] = '\0';
    return text;
}

const char *kernel_state(pid_t thread, char *text, size_t bytes)
{
    return strrchr(kernel_read(thread, "stat", text, bytes), ')');
}

bool kernel_sleeps(pid_t thread)
{
    char text[STATE_BYTES];
    const char *state = kernel_state(thread, text, sizeof text);

    return state != NULL && strncmp(state, ") S", 3) == 0;
}
