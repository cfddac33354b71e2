/* SPDX-License-Identifier: MIT */
/* Reservation of slots for several jobs of one process at a time. The lowest free slots are handed
 * out first, because a slot that was in use before is the cheapest to fill. */
#include <pthread.h>
#include <string.h>

#include "base/atomic.h"
#include "base/must.h"
#include "base/note.h"
#include "image/image.h"
#include "image/slot.h"

/* Slot 0 belongs to the process itself. */
static struct {
    pthread_mutex_t lock;
    _Atomic(bool) is_in_use;
    bool is_claimed; /* by the job that the process exists for */
    bool is_taken[IMAGE_SLOTS_MAX];
} reserved = {.lock = PTHREAD_MUTEX_INITIALIZER, .is_taken = {[0] = true}};

static int find_free(int slots)
{
    int first = 1, slot;

    for (slot = first; slot < IMAGE_SLOTS_MAX && slot - first < slots; slot++)
        if (reserved.is_taken[slot])
            first = slot + 1;
    return slot - first == slots ? first : -1;
}

void image_claim(int slots)
{
    pthread_mutex_lock(&reserved.lock);
    reserved.is_claimed = true;
    memset(reserved.is_taken, true,
           (size_t)(slots < IMAGE_SLOTS_MAX ? slots : IMAGE_SLOTS_MAX));
    pthread_mutex_unlock(&reserved.lock);
}

int image_reserve(int slots)
{
    int first;

    pthread_mutex_lock(&reserved.lock);
    if (!reserved.is_claimed)
        store_relaxed(&reserved.is_in_use, true);
    first = find_free(slots);
    if (first > 0)
        memset(&reserved.is_taken[first], true, (size_t)slots);
    pthread_mutex_unlock(&reserved.lock);
    if (first < 0)
        return note(-1, "%d copies of the program's data are not available: running jobs share %d",
                    slots, IMAGE_SLOTS_MAX - 1);
    return first;
}

void image_release(int first, int slots)
{
    must(first > 0);
    pthread_mutex_lock(&reserved.lock);
    memset(&reserved.is_taken[first], false, (size_t)slots);
    pthread_mutex_unlock(&reserved.lock);
}

bool slots_are_reserved(void)
{
    return load_relaxed(&reserved.is_in_use);
}
