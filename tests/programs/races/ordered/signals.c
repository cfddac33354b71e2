/* SPDX-License-Identifier: MIT */
/* Handlers of signals. */
#include "case.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

enum { SIGNALS = 1000, PERIOD_US = 200 };

static volatile sig_atomic_t count;

static void count_and_load(int number)
{
    (void)number;
    count++;
    sum += memory[3];
}

static sigjmp_buf before;

static void leave(int number)
{
    (void)number;
    siglongjmp(before, 1);
}

static void set_timer(int period_us)
{
    const struct itimerval timer = {{0, period_us}, {0, period_us}};

    setitimer(ITIMER_REAL, &timer, NULL);
}

/* A handler interrupts its thread while that tells of its own accesses. */
static void right_handler_between_accesses(void)
{
    signal(SIGALRM, count_and_load);
    ALL();
    AT(TARGET)
    set_timer(PERIOD_US);
    AT(TARGET)
    while (count < SIGNALS) {
        memory[3]++;
        count += 0;
    }
    AT(TARGET)
    set_timer(0);
    NONE();
}

static void wrong_store_beside_a_handler(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    AT(TARGET) {
        PAUSE();
        signal(SIGALRM, count_and_load);
        raise(SIGALRM);
        STORE(3);
    }
    NONE();
}

static void wrong_store_behind_a_handler_that_jumps(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    AT(TARGET) {
        PAUSE();
        signal(SIGALRM, leave);
        if (sigsetjmp(before, 1) == 0)
            raise(SIGALRM);
        STORE(3);
    }
    NONE();
}

CASES(0, CASE(right_handler_between_accesses), CASE(wrong_store_beside_a_handler),
      CASE(wrong_store_behind_a_handler_that_jumps))
