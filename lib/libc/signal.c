/* SPDX-License-Identifier: MIT */
#include "libc/signal.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/sanitizer.h"
#include "base/tsan.h"
#include "libc/libc.h"
#include "rank/thread/handler.h"
#include "rank/thread/kernel.h"
#include "rank/world.h"
#include "sync/lock.h"

/* A rank's actions, made with its first one. */
struct signals {
    struct signals *next;
    struct rank *rank;
    struct sigaction actions[NSIG];
};

/* The process's state. The lock is held with all signals blocked, so that a handler can take it. */
static struct {
    struct lock lock;
    struct signals *first;
    bool is_ours[NSIG];
    struct sigaction before[NSIG]; /* valid if is_ours */
    bool is_taken[NSIG];             /* by process_take_signal */
    struct sigaction programs[NSIG]; /* valid if is_taken */
} process;

int __sigaction(int number, const struct sigaction *action, struct sigaction *before);
__sighandler_t __sysv_signal(int number, __sighandler_t handler);

NOT_INSTRUMENTED static void begin(sigset_t *mask)
{
    kernel_block_all_signals(mask);
    lock_take(&process.lock);
}

NOT_INSTRUMENTED static void end(const sigset_t *mask)
{
    lock_release(&process.lock);
    kernel_set_signals(mask);
}

int process_sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    return __sigaction(number, action, before);
}

NOT_INSTRUMENTED void process_die_by(int number)
{
    struct sigaction none = {.sa_handler = SIG_DFL};

    __sigaction(number, &none, NULL);
    raise(number);
    kernel_unblock_signal(number);
}

/* ---- receiving a signal -------------------------------------------------------------------- */

NOT_INSTRUMENTED static void call_handler(const struct sigaction *action, int number,
                                          siginfo_t *info, void *context)
{
    const uint32_t before = thread_begin_handler(__builtin_frame_address(0));

    if ((action->sa_flags & SA_SIGINFO) != 0)
        action->sa_sigaction(number, info, context);
    else
        action->sa_handler(number);
    thread_end_handler(before);
}

/* Calls the handler as the kernel would. The kernel restores the signal mask when ours returns. */
NOT_INSTRUMENTED static void call_handler_masked(const struct sigaction *action, int number,
                                                 siginfo_t *info, void *context)
{
    sigset_t mask = action->sa_mask;

    if ((action->sa_flags & SA_NODEFER) == 0)
        sigaddset(&mask, number);
    kernel_block_signals(&mask);
    call_handler(action, number, info, context);
}

/* Acts as the process would if no rank had ever had a handler. */
NOT_INSTRUMENTED static void act_as_process(int number, siginfo_t *info, void *context)
{
    const struct sigaction *before = &process.before[number];

    if (before->sa_handler == SIG_IGN)
        return;
    if (before->sa_handler != SIG_DFL) {
        call_handler(before, number, info, context);
        return;
    }
    switch (number) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH:
        break;
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        raise(SIGSTOP);
        break;
    default:
        process_die_by(number);
    }
}

/* Returns the rank's action; is_now: it is about to run. */
NOT_INSTRUMENTED static struct sigaction take_action(const struct rank *self, int number,
                                                     bool is_now)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    struct signals *signals;
    sigset_t mask;

    begin(&mask);
    signals = libc_of(self) != NULL ? libc_of(self)->signals : NULL;
    if (signals != NULL) {
        action = signals->actions[number];
        if (is_now && (action.sa_flags & SA_RESETHAND) != 0)
            signals->actions[number].sa_handler = SIG_DFL;
    }
    end(&mask);
    return action;
}

/* Runs the rank's handler. */
NOT_INSTRUMENTED static void act_as_rank(const struct rank *self, int number, siginfo_t *info,
                                         void *context)
{
    struct sigaction action = take_action(self, number, true);

    if (action.sa_handler == SIG_IGN)
        return;
    if (action.sa_handler == SIG_DFL) {
        act_as_process(number, info, context);
        return;
    }
    call_handler_masked(&action, number, info, context);
}

/* Sends the signal to all ranks that have a handler. Returns false if none has. */
NOT_INSTRUMENTED static bool pass_on(int number)
{
    const struct signals *each;
    bool is_wanted = false;
    sigset_t mask;

    begin(&mask);
    for (each = process.first; each != NULL; each = each->next) {
        if (each->actions[number].sa_handler == SIG_DFL)
            continue;
        is_wanted = true;
        if (each->actions[number].sa_handler != SIG_IGN)
            pthread_kill(each->rank->thread, number);
    }
    end(&mask);
    return is_wanted;
}

static bool is_fault(int number)
{
    return number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE ||
           number == SIGTRAP || number == SIGSYS || number == SIGPIPE;
}

NOT_INSTRUMENTED static bool is_from_outside(const siginfo_t *info)
{
    switch (info->si_code) {
    case SI_USER:
        return info->si_pid != getpid();
    case SI_KERNEL:
        return !is_fault(info->si_signo);
    default:
        return info->si_signo == SIGCHLD && info->si_code > 0;
    }
}

NOT_INSTRUMENTED static void on_signal(int number, siginfo_t *info, void *context)
{
    const struct rank *self = rank_self();
    int error = errno;

    if (self != NULL && (getpid() != self->world->process || !is_from_outside(info)))
        act_as_rank(self, number, info, context);
    else if (!pass_on(number))
        act_as_process(number, info, context);
    errno = error;
}

/* ---- signals that the library takes -------------------------------------------------------- */

/* A sanitizer's handler, or one that a program for a sanitizer has set, stays. */
bool process_take_signal(int number, const struct sigaction *ours)
{
    struct sigaction before;
    bool is_taken = false;
    sigset_t mask;

    begin(&mask);
    if (!process.is_taken[number] && __sigaction(number, NULL, &before) == 0 &&
        (before.sa_handler == SIG_DFL || (&__asan_init == NULL && !tsan_is_there())) &&
        sigaction(number, ours, NULL) == 0) { /* ThreadSanitizer is to know it */
        process.programs[number] = before;
        process.is_taken[number] = is_taken = true;
    }
    end(&mask);
    return is_taken;
}

/* Exchanges the program's action for a signal that the library has taken. */
NOT_INSTRUMENTED static void exchange_programs(int number, const struct sigaction *action,
                                               struct sigaction *before)
{
    struct sigaction present;
    sigset_t mask;

    begin(&mask);
    present = process.programs[number];
    if (action != NULL)
        process.programs[number] = *action;
    end(&mask);
    if (before != NULL)
        *before = present;
}

NOT_INSTRUMENTED void process_act_as_program(int number, siginfo_t *info, void *context)
{
    const struct sigaction none = {.sa_handler = SIG_DFL};
    struct sigaction action;

    exchange_programs(number, NULL, &action);
    if (action.sa_handler == SIG_DFL || (action.sa_handler == SIG_IGN && info->si_code > 0)) {
        process_die_by(number);
    } else if (action.sa_handler != SIG_IGN) {
        if ((action.sa_flags & SA_RESETHAND) != 0)
            exchange_programs(number, &none, NULL);
        call_handler_masked(&action, number, info, context);
    }
}

/* ---- functions that ranks call ------------------------------------------------------------- */

bool signals_has_handler(struct rank *self, int number)
{
    __sighandler_t handler = take_action(self, number, false).sa_handler;

    return handler != SIG_DFL && handler != SIG_IGN;
}

static struct signals *signals_of(struct rank *self)
{
    struct libc *libc = libc_of(self);
    struct signals *made;

    if (libc->signals != NULL)
        return libc->signals;
    made = !libc->is_deaf ? memory_take_zeroed(sizeof *made) : NULL;
    if (made != NULL) {
        made->rank = self;
        made->next = process.first;
        process.first = made;
        libc->signals = made;
    }
    return made;
}

/* Installs our handler for the process. The latest action decides whether calls are restarted and
 * on which stack handlers run. */
static int take_over(int number, int flags)
{
    struct sigaction ours = {
        .sa_sigaction = on_signal,
        .sa_flags = SA_SIGINFO | (flags & (SA_RESTART | SA_NODEFER | SA_NOCLDSTOP | SA_NOCLDWAIT |
                                           SA_ONSTACK)),
    };
    struct sigaction before;

    sigemptyset(&ours.sa_mask);
    if (__sigaction(number, NULL, &before) != 0)
        return -1;
    if (before.sa_sigaction != on_signal)
        process.before[number] = before;
    ours.sa_flags |= process.before[number].sa_flags & SA_ONSTACK;
    if (__sigaction(number, &ours, NULL) != 0)
        return -1;
    process.is_ours[number] = true;
    return 0;
}

static int set_action(struct rank *self, int number, const struct sigaction *action)
{
    struct signals *mine = signals_of(self);

    if (mine == NULL) {
        errno = ENOMEM;
        return -1;
    }
    /* Setting the default action leaves the process unchanged if our handler is not installed. */
    if ((process.is_ours[number] || action->sa_handler != SIG_DFL) &&
        take_over(number, action->sa_flags) != 0)
        return -1;
    mine->actions[number] = *action;
    return 0;
}

/* Returns the action that the rank sees. It does not see the process's own handlers, such as the
 * one that reports a crash. */
static struct sigaction present_action(const struct rank *self, int number)
{
    const struct signals *signals = libc_of(self)->signals;
    struct sigaction action = {.sa_handler = SIG_DFL};

    if (signals != NULL && signals->actions[number].sa_handler != SIG_DFL)
        return signals->actions[number];
    if (!process.is_ours[number] && __sigaction(number, NULL, &action) == 0 &&
        action.sa_handler != SIG_IGN)
        action = (struct sigaction){.sa_handler = SIG_DFL};
    return action;
}

static int act_in_child(const struct rank *self, int number, const struct sigaction *action,
                        struct sigaction *before)
{
    int error = __sigaction(number, action, before);

    if (error == 0 && before != NULL && before->sa_sigaction == on_signal)
        *before = present_action(self, number);
    return error;
}

static int exchange_action(int number, const struct sigaction *action, struct sigaction *before)
{
    struct rank *self = rank_self();
    struct sigaction present;
    sigset_t mask;
    int error = 0;

    if (number <= 0 || number >= NSIG || number == SIGKILL || number == SIGSTOP)
        return __sigaction(number, action, before);
    if (libc_of(self) == NULL)
        return __sigaction(number, action, before);
    if (!rank_is_in_its_process(self))
        return act_in_child(self, number, action, before);
    begin(&mask);
    present = present_action(self, number);
    if (action != NULL)
        error = set_action(self, number, action);
    end(&mask);
    if (error == 0 && before != NULL)
        *before = present;
    return error;
}

/* Without instrumentation: ThreadSanitizer calls it before its runtime is ready. */
__attribute__((visibility("default"), no_sanitize("thread")))
int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    if (rank_current != NULL)
        return exchange_action(number, action, before);
    if (number <= 0 || number >= NSIG || !process.is_taken[number])
        return __sigaction(number, action, before);
    exchange_programs(number, action, before);
    return 0;
}

static __sighandler_t set_handler(int number, __sighandler_t handler, int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, before;

    sigemptyset(&action.sa_mask);
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

__attribute__((visibility("default")))
__sighandler_t signal(int number, __sighandler_t handler)
{
    return set_handler(number, handler, SA_RESTART);
}

/* signal for programs that request System V's behaviour or standard C only. */
__attribute__((visibility("default")))
__sighandler_t __sysv_signal(int number, __sighandler_t handler)
{
    return set_handler(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

__attribute__((visibility("default"))) int kill(pid_t process_id, int number)
{
    const struct rank *self = rank_self();
    int error;

    if (number == 0 || !rank_is_in_its_process(self) || process_id != getpid())
        return (int)syscall(SYS_kill, process_id, number);
    error = pthread_kill(self->thread, number);
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

void signals_end(struct libc *libc)
{
    struct signals **link = &process.first, *ended;
    sigset_t mask;

    begin(&mask);
    ended = libc->signals; /* after the lock: another thread of the rank may have just made it */
    while (*link != NULL && *link != ended)
        link = &(*link)->next;
    if (*link != NULL)
        *link = ended->next;
    libc->signals = NULL;
    libc->is_deaf = true;
    lock_release(&process.lock); /* all signals stay blocked, because the thread ends */
    memory_give(ended);
}
