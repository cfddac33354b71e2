/* SPDX-License-Identifier: MIT */
#include "job/crash.h"

#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/context.h"
#include "base/trace.h"
#include "libc/signal.h"
#include "rank/abort.h"
#include "rank/name.h"
#include "rank/thread/kernel.h"
#include "rank/world.h"

/* A child looks up source lines in memory that may be damaged, so it gets this time at most. */
static const struct itimerval look_up_most = {.it_value = {.tv_sec = 10}};

enum { WORDS_BYTES = 128 };

/* The longest that a lock of libc's malloc may be held before it counts as held for good. */
static const struct timespec allocator_lock_most = {.tv_nsec = 300000000};

static const int deadly_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

static void set_default(int signal_number)
{
    process_sigaction(signal_number, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
}

/* Claims the world's abort for this crash. Returns false if there is an earlier one; later crashes
 * stay quiet. */
static bool claim(struct world *world)
{
    int expected = ABORT_NONE;

    return compare_exchange_acq_rel(&world->abort.state, &expected,
                                    ABORT_CLAIMED); /* edge world.aborted */
}

/* The rank has called an address at which there is no function. */
static bool is_wild_call(const siginfo_t *info, const void *context)
{
    return info->si_signo == SIGSEGV && info->si_code > 0 &&
           (uintptr_t)info->si_addr == context_place(context);
}

/* Names the signal. strsignal would also translate the name, under a lock of libc's. In a child
 * that a rank has made by fork that lock is held for ever if another thread held it meanwhile. */
static const char *signal_text(int number)
{
    const char *text = sigdescr_np(number);

    return text != NULL ? text : "a signal";
}

/* Describes the signal. A signal that was sent has no fault address. */
static void describe_signal(const siginfo_t *info, bool is_wild, char words[WORDS_BYTES])
{
    if (is_wild)
        snprintf(words, WORDS_BYTES, "a call of address %p, where no function is (signal %d)",
                 info->si_addr, info->si_signo);
    else if (info->si_code <= 0)
        snprintf(words, WORDS_BYTES, "%s (signal %d)", signal_text(info->si_signo), info->si_signo);
    else
        snprintf(words, WORDS_BYTES, "%s at address %p (signal %d)", signal_text(info->si_signo),
                 info->si_addr, info->si_signo);
}

static void say_who(const struct rank *self, const siginfo_t *info, bool is_wild)
{
    char words[WORDS_BYTES], text[WORDS_BYTES + NAME_BYTES];
    int length;

    describe_signal(info, is_wild, words);
    length = snprintf(text, sizeof text, "%s: %s\n", rank_name(self).text, words);
    if (write(STDERR_FILENO, text, (size_t)length) < 0)
        return;
}

static void say_where(uintptr_t from)
{
    struct trace trace;
    pid_t child;

    trace_take(&trace, from);
    child = _Fork(); /* runs no fork handlers: locks may be held */
    if (child == 0) {
        set_default(SIGALRM);
        syscall(SYS_setitimer, ITIMER_REAL, &look_up_most, NULL); /* ends the child only */
        trace_print(&trace, STDERR_FILENO);
        kill(getpid(), SIGKILL); /* skips what an exit would do for the parent */
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

/* ---- a fault that ends the process ------------------------------------------------------- */

static _Noreturn void end_process(struct rank *self, const siginfo_t *info, bool is_wild,
                                  const void *context)
{
    say_who(self, info, is_wild);
    say_where(context_place(context));
    if (self->world->options.before_crash != NULL)
        self->world->options.before_crash(self->world);
    process_die_by(info->si_signo);
    __builtin_unreachable();
}

/* ---- a fault that ends its job ----------------------------------------------------------- */

/* The fault that is to be survived, while its thread tries libc's malloc; NULL: it does not. */
static _Thread_local const siginfo_t *volatile tried_info;
static _Thread_local const void *volatile tried_context;

/* A fault within malloc or free may leave a lock of theirs behind, and then nothing could go on:
 * every thread would wait for it, the one that joins the rank included. The call below takes all of
 * these locks, one after the other. If it does not come back, or faults, the nested signal leads to
 * end_process. */
static void try_allocator(const siginfo_t *info, const void *context)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGABRT};
    struct itimerspec soon = {.it_value = allocator_lock_most};
    int timer;

    event._sigev_un._tid = kernel_thread();
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) != 0)
        return;
    tried_context = context;
    tried_info = info;
    kernel_unblock_signal(SIGABRT);
    syscall(SYS_timer_settime, timer, 0, &soon, NULL);
    (void)mallinfo2();
    syscall(SYS_timer_delete, timer);
    kernel_block_signal(SIGABRT);
    tried_info = NULL;
}

/* A lock of libc's streams, which has no function that returns its owner. */
struct stream_lock {
    int word, depth;
    void *owner; /* pthread_self() of that thread */
};

/* A fault within printf leaves the stream locked, and then no thread could write to it again. */
static void release_stream(FILE *stream)
{
    const volatile struct stream_lock *lock = (void *)stream->_lock;

    while (lock->owner == (void *)pthread_self())
        funlockfile(stream);
}

static _Noreturn void end_unsurvived(struct rank *self)
{
    static const char why[] = "a fault in malloc or free has left its lock taken or its "
                              "data damaged, so the process ends, not only the job\n";

    if (write(STDERR_FILENO, why, sizeof why - 1) < 0)
        process_die_by(tried_info->si_signo);
    end_process(self, tried_info, false, tried_context);
}

static bool is_survived(const struct rank *self, const siginfo_t *info)
{
    return rank_is_in_its_process(self) && self->world->options.survives_faults &&
           (info->si_code != SI_USER || info->si_pid == getpid());
}

/* Ends the rank's job. The signal stays blocked in this thread, which ends; a second fault in it
 * would end the process. */
static _Noreturn void end_job(struct rank *self, const siginfo_t *info, bool is_wild,
                              const void *context)
{
    char words[WORDS_BYTES];

    try_allocator(info, context);
    release_stream(stdout);
    release_stream(stderr);
    describe_signal(info, is_wild, words);
    store_relaxed(&self->world->abort.has_faulted, true); /* read when the rank has been joined */
    rank_fail(self, info->si_signo, context_place(context), words);
}

/* ---- handlers ---------------------------------------------------------------------------- */

static void on_deadly_signal(int signal_number, siginfo_t *info, void *context)
{
    struct rank *self = rank_self();
    bool is_wild = is_wild_call(info, context);
    int i;

    if (self == NULL) {
        process_act_as_program(signal_number, info, context);
        return;
    }
    if (is_wild)
        context_return_to_call(context);
    if (tried_info == NULL && is_survived(self, info))
        end_job(self, info, is_wild, context);
    for (i = 0; i < (int)ARRAY_LENGTH(deadly_signals); i++)
        set_default(deadly_signals[i]); /* a crash in this handler ends the process */
    if (tried_info != NULL)
        end_unsurvived(self);
    while (!claim(self->world))
        pause();
    end_process(self, info, is_wild, context);
}

void crash_install(void)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(deadly_signals); i++) {
        struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};

        action.sa_sigaction = on_deadly_signal;
        sigemptyset(&action.sa_mask);
        process_take_signal(deadly_signals[i], &action);
    }
}

void crash_use_stack(void *memory)
{
    kernel_use_signal_stack(memory, CRASH_STACK_BYTES);
}
