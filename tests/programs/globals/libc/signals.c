/* SPDX-License-Identifier: MIT */
/* A handler that a rank installs runs for that rank's signals, with its globals: raise, kill of the
 * own process, alarm, setitimer, timers, a fault. Signals from outside go to all who handle them.
 * options: -O0 -O2
 * flags: -pthread
 * sanitizer: no */
#define _GNU_SOURCE
#include "../globals.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t count, latest, of_other;
static volatile int owner = -1;
static sigjmp_buf top;

static void note_signal(int number)
{
    latest = number;
    if (owner == my_rank())
        count++;
}

static void note_other(int number)
{
    of_other = number;
}

static void await(int wanted)
{
    while (count < wanted)
        usleep(1000);
}

static void check_sending(int rank)
{
    struct sigaction before;

    expect(signal(SIGUSR1, note_signal) == SIG_DFL);
    expect(signal(SIGUSR2, rank % 2 == 0 ? note_signal : note_other) == SIG_DFL);
    expect(sigaction(SIGUSR2, NULL, &before) == 0);
    expect(before.sa_handler == (rank % 2 == 0 ? note_signal : note_other));
    meet();
    expect(raise(SIGUSR1) == 0 && count == 1 && latest == SIGUSR1);
    expect(kill(getpid(), SIGUSR1) == 0 && count == 2);
    expect(pthread_kill(pthread_self(), SIGUSR1) == 0 && count == 3);
    meet();
    expect(count == 3);
    if (rank == 0)
        raise(SIGUSR2);
    meet();
    expect(count == (rank == 0 ? 4 : 3) && of_other == 0);
    raise(SIGUSR2);
    expect(of_other == (rank % 2 == 0 ? 0 : SIGUSR2));
    count = 0;
}

static void check_actions(void)
{
    struct sigaction once = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND}, now;
    sigset_t mask;

    sigaddset(&once.sa_mask, SIGUSR2);
    expect(sigaction(SIGHUP, &once, NULL) == 0);
    raise(SIGHUP);
    expect(count == 1);
    expect(sigaction(SIGHUP, NULL, &now) == 0 && now.sa_handler == SIG_DFL);
    expect(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 && !sigismember(&mask, SIGUSR2));
    expect(signal(SIGHUP, SIG_IGN) == SIG_DFL);
    raise(SIGHUP);
    expect(count == 1 && signal(SIGHUP, SIG_DFL) == SIG_IGN);
    errno = 0;
    expect(signal(SIGKILL, note_signal) == SIG_ERR && errno == EINVAL);
    expect(sigaction(12345, &once, NULL) == -1 && errno == EINVAL);
    count = 0;
}

static void check_mask(void)
{
    sigset_t one, pending;
    int number;

    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &one, NULL);
    kill(getpid(), SIGUSR1);
    expect(count == 0 && sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1));
    expect(sigwait(&one, &number) == 0 && number == SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    expect(count == 0);
}

static void check_timers(int rank)
{
    struct itimerval soon = {.it_value = {.tv_usec = 20000 + 1000 * rank}}, left;
    struct itimerval often = {.it_value = {0, 5000}, .it_interval = {0, 5000}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    struct itimerspec shortly = {.it_value = {.tv_nsec = 10000000}};
    timer_t timer;

    signal(SIGALRM, note_signal);
    meet();
    expect(alarm(100) == 0);
    expect(getitimer(ITIMER_REAL, &left) == 0 && left.it_value.tv_sec >= 90);
    expect(alarm(0) >= 90 && alarm(0) == 0);
    if (rank % 2 == 0) {
        expect(setitimer(ITIMER_REAL, &soon, NULL) == 0);
        await(1);
        expect(latest == SIGALRM);
        expect(setitimer(ITIMER_REAL, &often, NULL) == 0);
        await(4);
        expect(setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL) == 0);
    }
    meet();
    expect((count == 0) == (rank % 2 != 0));
    count = 0;
    if (rank % 2 != 0) {
        expect(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
        expect(timer_settime(timer, 0, &shortly, NULL) == 0);
        await(1);
        expect(timer_delete(timer) == 0);
    }
    signal(SIGPROF, note_signal);
    if (rank == 0) {
        expect(setitimer(ITIMER_PROF, &soon, NULL) == 0);
        while (count == 0)
            continue;
        expect(latest == SIGPROF);
    }
    meet();
    expect(count == (rank % 2 != 0 || rank == 0));
    errno = 0;
    expect(setitimer((__itimer_which_t)7, &soon, NULL) == -1 && errno == EINVAL);
    count = 0;
}

static void leap(int number)
{
    latest = number;
    siglongjmp(top, number);
}

static void check_fault(void)
{
    signal(SIGSEGV, leap);
    for (int i = 0; i < 3; i++)
        if (sigsetjmp(top, 1) == 0)
            *(volatile int *)8 = 1;
        else
            count++;
    expect(count == 3 && latest == SIGSEGV);
    expect(signal(SIGSEGV, SIG_DFL) == leap);
    count = 0;
}

/* A child is none of the ranks, but has the rank's handlers. */
static void check_child(int rank)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        raise(SIGUSR1);
        kill(getpid(), SIGUSR1);
        signal(SIGUSR1, SIG_DFL);
        if (count == 2)
            raise(SIGUSR1);
        _exit(1);
    }
    expect(waitpid(child, &status, 0) == child);
    expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGUSR1);
    expect(count == 0);
    raise(SIGUSR1);
    expect(count == 1);
    count = 0;
    (void)rank;
}

static void *raise_here(void *argument)
{
    raise(SIGUSR1);
    return argument;
}

static void check_thread(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, raise_here, NULL);
    pthread_join(thread, NULL);
    expect(count == 1);
    count = 0;
}

/* A child process sends it: not one rank is meant. */
static void check_outside(int rank)
{
    if (rank % 2 != 0)
        signal(SIGUSR2, SIG_DFL);
    meet();
    if (rank == 0) {
        pid_t parent = getpid(), child = fork();

        if (child == 0) {
            kill(parent, SIGUSR2);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    if (rank % 2 == 0)
        await(1);
    meet();
    expect(count == (rank % 2 == 0) && of_other != SIGTERM);
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank = owner = my_rank();

    check_sending(rank);
    check_actions();
    check_mask();
    check_timers(rank);
    check_fault();
    check_child(rank);
    check_thread();
    check_outside(rank);
    MPI_Finalize();
    return 0;
}
