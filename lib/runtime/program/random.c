/* SPDX-License-Identifier: MIT */
/* rand, random and the drand48 family: each rank has its own sequence, equal to that of a single
 * process. The plugin that compiles this file makes the states private, like the program's
 * variables. */
#include <pthread.h>
#include <stdlib.h>

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak random
#pragma weak srandom
#pragma weak rand
#pragma weak srand
#pragma weak initstate
#pragma weak setstate
#pragma weak drand48
#pragma weak erand48
#pragma weak lrand48
#pragma weak nrand48
#pragma weak mrand48
#pragma weak jrand48
#pragma weak srand48
#pragma weak seed48
#pragma weak lcong48

enum { STATE_BYTES = 128, SEED = 1 }; /* libc's initial values */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* the rank's threads share its sequence */
static struct random_data sequence;
static char first_state[STATE_BYTES];
static struct drand48_data sequence48;

static void begin_random(void)
{
    pthread_mutex_lock(&lock);
    if (sequence.state == NULL)
        initstate_r(SEED, first_state, sizeof first_state, &sequence);
}

static void end_random(void)
{
    pthread_mutex_unlock(&lock);
}

long random(void)
{
    int32_t number;

    begin_random();
    random_r(&sequence, &number);
    end_random();
    return number;
}

void srandom(unsigned seed)
{
    begin_random();
    srandom_r(seed, &sequence);
    end_random();
}

/* rand is another name of random in libc: both use one sequence. */
int rand(void)
{
    return (int)random();
}

void srand(unsigned seed)
{
    srandom(seed);
}

/* Returns the state as setstate takes it, which begins a word before libc's pointer. */
static char *current_state(void)
{
    return (char *)(sequence.state - 1);
}

char *initstate(unsigned seed, char *state, size_t bytes)
{
    char *earlier;

    begin_random();
    earlier = current_state();
    if (initstate_r(seed, state, bytes, &sequence) != 0)
        earlier = NULL;
    end_random();
    return earlier;
}

char *setstate(char *state)
{
    char *earlier;

    begin_random();
    earlier = current_state();
    if (setstate_r(state, &sequence) != 0)
        earlier = NULL;
    end_random();
    return earlier;
}

double drand48(void)
{
    double number;

    begin_random();
    drand48_r(&sequence48, &number);
    end_random();
    return number;
}

double erand48(unsigned short state[3])
{
    double number;

    begin_random();
    erand48_r(state, &sequence48, &number);
    end_random();
    return number;
}

long lrand48(void)
{
    long number;

    begin_random();
    lrand48_r(&sequence48, &number);
    end_random();
    return number;
}

long nrand48(unsigned short state[3])
{
    long number;

    begin_random();
    nrand48_r(state, &sequence48, &number);
    end_random();
    return number;
}

long mrand48(void)
{
    long number;

    begin_random();
    mrand48_r(&sequence48, &number);
    end_random();
    return number;
}

long jrand48(unsigned short state[3])
{
    long number;

    begin_random();
    jrand48_r(state, &sequence48, &number);
    end_random();
    return number;
}

void srand48(long seed)
{
    begin_random();
    srand48_r(seed, &sequence48);
    end_random();
}

unsigned short *seed48(unsigned short state[3])
{
    static unsigned short earlier[3];

    begin_random();
    seed48_r(state, &sequence48);
    for (int i = 0; i < 3; i++)
        earlier[i] = sequence48.__old_x[i];
    end_random();
    return earlier;
}

void lcong48(unsigned short parameters[7])
{
    begin_random();
    lcong48_r(parameters, &sequence48);
    end_random();
}
