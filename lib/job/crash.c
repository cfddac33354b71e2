/* SPDX-License-Identifier: MIT */
#include "job/crash.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/trace.h"
#include "rank/abort.h"
#include "libc/signal.h"

/* A child looks up source lines in memory that may be damaged. It is ended after so many
 * seconds. */
enum { LOOK_UP_SECONDS = 10, WORDS_BYTES = 128 };

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

    return compare_exchange_acq_rel(&world->abort_state, &expected,
                                    ABORT_CLAIMED); /* edge world.aborted */
}

static uintptr_t place_of(const void *context)
{
    const ucontext_t *interrupted = context;

    return (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP];
}

/* The rank has called an address at which there is no function. */
static bool is_wild_call(const siginfo_t *info, const void *context)
{
    return info->si_signo == SIGSEGV && info->si_code > 0 &&
           (uintptr_t)info->si_addr == place_of(context);
}

/* Makes the call the innermost frame: nothing is known of the frame of a function that does not
 * exist. The call has pushed its return address. */
static void return_to_call(void *context)
{
    ucontext_t *interrupted = context;
    greg_t *registers = interrupted->uc_mcontext.gregs;
    uintptr_t returns_to;

    memcpy(&returns_to, (const void *)registers[REG_RSP], sizeof returns_to);
    registers[REG_RIP] = (greg_t)(returns_to - 1);
    registers[REG_RSP] += (greg_t)sizeof returns_to;
}

/* Describes the signal. A signal that was sent has no fault address. */
static void describe(const siginfo_t *info, bool is_wild, char words[WORDS_BYTES])
{
    if (is_wild)
        snprintf(words, WORDS_BYTES, "a call of address %p, where no function is (signal %d)",
                 info->si_addr, info->si_signo);
    else if (info->si_code <= 0)
        snprintf(words, WORDS_BYTES, "%s (signal %d)", strsignal(info->si_signo), info->si_signo);
    else
        snprintf(words, WORDS_BYTES, "%s at address %p (signal %d)", strsignal(info->si_signo),
                 info->si_addr, info->si_signo);
}

static void say_who(const struct rank *self, const siginfo_t *info, bool is_wild)
{
    char words[WORDS_BYTES], text[WORDS_BYTES + 32];
    int length;

    describe(info, is_wild, words);
    length = snprintf(text, sizeof text, "rank %d: %s\n", self->world_rank, words);
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
        syscall(SYS_alarm, LOOK_UP_SECONDS); /* ends the child only */
        trace_print(&trace, STDERR_FILENO);
        kill(getpid(), SIGKILL); /* skips what an exit would do for the parent */
    }
    if (child > 0)
        waitpid(child, NULL, 0);
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

    describe(info, is_wild, words);
    rank_fail(self, info->si_signo, place_of(context), words);
}

static void on_deadly_signal(int signal_number, siginfo_t *info, void *context)
{
    struct rank *self = rank_self();
    bool is_wild = is_wild_call(info, context);
    int i;

    if (is_wild)
        return_to_call(context);
    if (is_survived(self, info))
        end_job(self, info, is_wild, context);
    for (i = 0; i < (int)ARRAY_LENGTH(deadly_signals); i++)
        set_default(deadly_signals[i]); /* a crash in this handler ends the process */
    if (self == NULL)
        process_die_by(signal_number);
    while (!claim(self->world))
        pause();
    say_who(self, info, is_wild);
    say_where(place_of(context));
    if (self->world->options.before_crash != NULL)
        self->world->options.before_crash(self->world);
    process_die_by(signal_number);
}

void crash_install(void)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(deadly_signals); i++) {
        struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK}, before;

        if (sigaction(deadly_signals[i], NULL, &before) != 0 || before.sa_handler != SIG_DFL)
            continue;
        action.sa_sigaction = on_deadly_signal;
        sigemptyset(&action.sa_mask);
        sigaction(deadly_signals[i], &action, NULL);
    }
}

void crash_use_stack(void *memory)
{
    const stack_t stack = {.ss_sp = memory, .ss_size = CRASH_STACK_BYTES};
    stack_t present;

    /* AddressSanitizer gives each thread a signal stack, and frees it when the thread ends. */
    if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE) == 0)
        return;
    sigaltstack(&stack, NULL);
}
