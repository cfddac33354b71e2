/* SPDX-License-Identifier: MIT */
#include "image/room.h"

#include <pthread.h>

#include "base/lock_order.h"
#include "image/clash.h"
#include "image/hold.h"
#include "image/stride.h"

enum { PAGE_BYTES = 4096, HELD_MAX = 256 };

/* A mapping that keeps others out of the room or of the holes above it. */
struct keeper {
    char *start;
    size_t bytes;
};

static struct {
    pthread_mutex_t lock;
    struct segment segment; /* the room, if there is one; its lowest page is never given */
    int openers;
    struct keeper held[HELD_MAX];
    int held_count;
} room = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local bool is_opener; /* the calling thread is one of the openers */

/* Records a mapping in the room, which room_open unmaps. Mappings above the room stay for good. */
static bool keep_in_mind(char *start, size_t bytes)
{
    if (start >= room.segment.end)
        return true;
    if (room.held_count == HELD_MAX)
        return false;
    room.held[room.held_count++] = (struct keeper){.start = start, .bytes = bytes};
    return true;
}

/* Fills every hole from the lowest address upwards, the longest ones first, piece by piece. */
static void fill_from(char *lowest)
{
    size_t bytes = (size_t)(room.segment.end - room.segment.start);

    while (bytes >= PAGE_BYTES) {
        char *start = hold_anywhere(bytes);

        if (start != NULL && start >= lowest && keep_in_mind(start, bytes))
            continue;
        if (start != NULL)
            hold_end(start, bytes);
        bytes /= 2;
    }
}

void room_take(size_t bytes)
{
    char *start = hold_anywhere(bytes);

    if (start == NULL)
        return;
    room.segment = (struct segment){.start = start, .end = start + bytes};
    room.held[0] = (struct keeper){.start = start + PAGE_BYTES, .bytes = bytes - PAGE_BYTES};
    room.held_count = 1;
}

void room_give(void)
{
    if (room.segment.start == NULL)
        return;
    hold_end(room.segment.start, (size_t)(room.segment.end - room.segment.start));
    room.segment = (struct segment){.start = NULL};
}

const struct segment *room_segment(void)
{
    return room.segment.start == NULL ? NULL : &room.segment;
}

bool room_has(const char *start, size_t bytes)
{
    return start >= room.segment.start && start < room.segment.end &&
           bytes <= (size_t)(room.segment.end - start);
}

/* Fills the holes above the room first, so that the room becomes the uppermost hole. */
static void make_a_hole(void)
{
    fill_from(room.segment.end);
    while (room.held_count > 0) {
        const struct keeper *keeper = &room.held[--room.held_count];

        hold_end(keeper->start, keeper->bytes);
    }
}

void room_open(void)
{
    lock_order_enter(LOCK_ROOM);
    pthread_mutex_lock(&room.lock);
    if (!is_opener && (room_segment() != NULL || stride_step() != 0)) {
        is_opener = true;
        room.openers++;
        if (room_segment() != NULL)
            make_a_hole();
    }
    if (is_opener && room_segment() == NULL)
        clash_hold();
    pthread_mutex_unlock(&room.lock);
    lock_order_leave(LOCK_ROOM);
}

void room_close(void)
{
    lock_order_enter(LOCK_ROOM);
    pthread_mutex_lock(&room.lock);
    if (is_opener) {
        is_opener = false;
        if (--room.openers == 0 && room_segment() != NULL)
            fill_from(room.segment.start);
        else if (room.openers == 0)
            clash_let_go();
    }
    pthread_mutex_unlock(&room.lock);
    lock_order_leave(LOCK_ROOM);
}
