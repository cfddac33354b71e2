/* SPDX-License-Identifier: MIT */
/* More threads than a job has clocks for, one after another. */
#include "case.h"

#include <pthread.h>

enum { THREADS = 400 };

static int delay_us;

static void *add(void *argument)
{
    usleep((useconds_t)delay_us);
    (*(long *)argument)++;
    return NULL;
}

static pthread_t start_adding(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, add, &memory[3]) != 0)
        abort();
    return thread;
}

static void use_clocks(void)
{
    int i;

    for (i = 0; i < THREADS; i++) {
        memory[3] = i;
        pthread_join(start_adding(), NULL);
        memory[3]++;
    }
}

static void right_created_and_joined(void)
{
    ALL();
    AT(TARGET)
    use_clocks();
    NONE();
}

static void wrong_load_before_the_join(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        use_clocks();
        thread = start_adding();
        PAUSE();
        sum += memory[3];
        pthread_join(thread, NULL);
    }
    NONE();
}

/* The load comes first, behind stores that have filled what is noted of these bytes. */
static void wrong_store_before_the_join(void)
{
    pthread_t thread;

    ALL();
    AT(TARGET) {
        use_clocks();
        delay_us = 2 * PAUSE_US;
        thread = start_adding();
        sum += memory[3];
        pthread_join(thread, NULL);
    }
    NONE();
}

CASES(0, CASE(right_created_and_joined), CASE(wrong_load_before_the_join),
      CASE(wrong_store_before_the_join))
