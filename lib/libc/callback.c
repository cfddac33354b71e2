/* SPDX-License-Identifier: MIT */
#include "libc/callback.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>

#include "base/memory.h"
#include "image/image.h"
#include "libc/libc.h"
#include "libc/locale.h"
#include "rank/sleep/waiter.h"
#include "rank/thread/thread.h"
#include "rank/world.h"

struct callback {
    struct callback *next; /* in libc->callbacks */
    struct lock lock;      /* for the next two */
    struct rank *rank;     /* NULL: it has ended */
    int expected;          /* calls for which the rank counts as runnable */
    bool is_of_timer;      /* which is expected until it is deleted */
    timer_t timer;
    void (*function)(union sigval value);
    union sigval value;
};

static void *run_callback(void *given)
{
    const struct callback *callback = given;

    callback->function(callback->value);
    return NULL;
}

/* The calling thread is libc's, and becomes the rank for as long as it makes a thread of it. */
static void start_thread(struct rank *rank, struct callback *callback)
{
    struct heap *heap = memory_use(rank->world->options.heap);
    locale_t before = uselocale((locale_t)0);
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    rank_current = rank;
    image_enter(rank->slot);
    thread_create(rank, (uintptr_t)callback->function, &thread, &attributes, run_callback,
                  callback);
    image_enter(0);
    rank_current = NULL;
    pthread_attr_destroy(&attributes);
    uselocale(before);
    memory_use(heap);
}

/* Under the lock. */
static void count_down(struct callback *callback)
{
    if (callback->expected == 0)
        return;
    callback->expected--;
    world_remove_runnable(callback->rank->world);
}

static void be_called(union sigval given)
{
    struct callback *callback = given.sival_ptr;

    lock_take(&callback->lock);
    if (callback->rank != NULL) {
        start_thread(callback->rank, callback);
        if (!callback->is_of_timer)
            count_down(callback);
    }
    lock_release(&callback->lock);
}

struct callback *callback_of(const struct sigevent *event)
{
    return event->sigev_notify == SIGEV_THREAD && event->sigev_notify_function == be_called
               ? event->sigev_value.sival_ptr
               : NULL;
}

struct callback *callback_make(struct rank *self, struct sigevent *event)
{
    struct heap *heap = memory_use(NULL);
    struct callback *made = memory_take_zeroed(sizeof *made);
    struct libc *libc = libc_of(self);

    memory_use(heap);
    if (made == NULL) {
        errno = EAGAIN;
        return NULL;
    }
    made->rank = self;
    made->function = event->sigev_notify_function;
    made->value = event->sigev_value;
    event->sigev_notify_function = be_called;
    event->sigev_value.sival_ptr = made;
    lock_take(&libc->callbacks_lock);
    made->next = libc->callbacks;
    libc->callbacks = made;
    lock_release(&libc->callbacks_lock);
    return made;
}

void callback_expect(struct callback *callback)
{
    lock_take(&callback->lock);
    if (callback->rank != NULL) {
        callback->expected++;
        world_add_runnable(callback->rank->world);
    }
    lock_release(&callback->lock);
}

void callback_expect_no_more(struct callback *callback)
{
    lock_take(&callback->lock);
    if (callback->rank != NULL)
        count_down(callback);
    lock_release(&callback->lock);
}

void callback_set_timer(struct callback *callback, timer_t timer)
{
    callback->timer = timer;
    callback->is_of_timer = true;
    callback_expect(callback);
}

void callback_forget_timer(struct libc *libc, timer_t timer)
{
    struct callback *callback;

    lock_take(&libc->callbacks_lock);
    for (callback = libc->callbacks; callback != NULL; callback = callback->next)
        if (callback->is_of_timer && callback->timer == timer) {
            callback_expect_no_more(callback);
            callback->is_of_timer = false;
            break;
        }
    lock_release(&libc->callbacks_lock);
}

void callbacks_end(struct libc *libc)
{
    struct callback *callback;

    for (callback = libc->callbacks; callback != NULL; callback = callback->next) {
        if (callback->is_of_timer)
            timer_delete(callback->timer);
        lock_take(&callback->lock);
        while (callback->expected > 0)
            count_down(callback);
        callback->rank = NULL;
        lock_release(&callback->lock);
    }
    libc->callbacks = NULL;
}
