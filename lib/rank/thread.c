/* SPDX-License-Identifier: MIT */
/* Threads that a rank creates are that rank: they see its globals and speak MPI in its name.
 *
 * pthread_create and thrd_create stand in front of libc's and hand the creator's rank and image on.
 * (libc's thrd_create does not come through the pthread_create symbol.) */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "base/memory.h"
#include "base/must.h"
#include "image/image.h"
#include "rank/rank.h"

typedef int pthread_creator(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int thrd_creator(thrd_t *, thrd_start_t, void *);

/* What a new thread inherits from its creator, and what it is to run. */
struct heritage {
    struct rank *rank;
    int slot;
    void *(*pthread_start)(void *);
    thrd_start_t thrd_start;
    void *argument;
};

static struct heritage *heritage_take(void *argument)
{
    struct heritage *heritage = memory_take_zeroed(sizeof *heritage);

    if (heritage != NULL) {
        heritage->rank = rank_self();
        heritage->slot = image_current();
        heritage->argument = argument;
    }
    return heritage;
}

static struct heritage heritage_accept(void *given)
{
    struct heritage heritage = *(struct heritage *)given;

    memory_give(given);
    rank_current = heritage.rank;
    image_enter(heritage.slot);
    return heritage;
}

static void *start_pthread(void *given)
{
    struct heritage heritage = heritage_accept(given);

    return heritage.pthread_start(heritage.argument);
}

static int start_thrd(void *given)
{
    struct heritage heritage = heritage_accept(given);

    return heritage.thrd_start(heritage.argument);
}

__attribute__((visibility("default")))
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    pthread_creator *create = (pthread_creator *)dlsym(RTLD_NEXT, "pthread_create");
    struct heritage *heritage;
    int error;

    must(create != NULL);
    if (rank_self() == NULL && image_current() == 0)
        return create(thread, attributes, start, argument);
    heritage = heritage_take(argument);
    if (heritage == NULL)
        return EAGAIN;
    heritage->pthread_start = start;
    error = create(thread, attributes, start_pthread, heritage);
    if (error != 0)
        memory_give(heritage);
    return error;
}

__attribute__((visibility("default")))
int thrd_create(thrd_t *thread, thrd_start_t start, void *argument)
{
    thrd_creator *create = (thrd_creator *)dlsym(RTLD_NEXT, "thrd_create");
    struct heritage *heritage;
    int result;

    must(create != NULL);
    heritage = heritage_take(argument);
    if (heritage == NULL)
        return thrd_nomem;
    heritage->thrd_start = start;
    result = create(thread, start_thrd, heritage);
    if (result != thrd_success)
        memory_give(heritage);
    return result;
}
