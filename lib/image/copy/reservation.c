/* SPDX-License-Identifier: MIT */
#include "image/copy/reservation.h"

#include <pthread.h>

#include "base/lock_order.h"
#include "base/page.h"
#include "image/copy/conflict.h"
#include "image/copy/hold.h"
#include "image/copy/stride.h"

enum { HELD_MAX = 256 };

/* A mapping that keeps others out of the reservation or of the holes above it. */
struct keeper {
    char *start;
    size_t bytes;
};

static struct {
    pthread_mutex_t lock;
    struct segment segment; /* the reservation, if there is one; its lowest page is never given */
    int openers;
    struct keeper held[HELD_MAX];
    int held_count;
} reservation = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local bool is_opener; /* the calling thread is one of the openers */

/* Records a mapping in the reservation, which reservation_open unmaps. Mappings above the
 * reservation stay for good. */
static bool keep_in_mind(char *start, size_t bytes)
{
    if (start >= reservation.segment.end)
        return true;
    if (reservation.held_count == HELD_MAX)
        return false;
    reservation.held[reservation.held_count++] = (struct keeper){.start = start, .bytes = bytes};
    return true;
}

/* Fills every hole from the lowest address upwards, the longest ones first, piece by piece. */
static void fill_from(char *lowest)
{
    size_t bytes = (size_t)(reservation.segment.end - reservation.segment.start);

    while (bytes >= page_bytes()) {
        char *start = hold_anywhere(bytes);

        if (start != NULL && start >= lowest && keep_in_mind(start, bytes))
            continue;
        if (start != NULL)
            hold_end(start, bytes);
        bytes /= 2;
    }
}

void reservation_take(size_t bytes)
{
    char *start = hold_anywhere(bytes);

    if (start == NULL)
        return;
    reservation.segment = (struct segment){.start = start, .end = start + bytes};
    reservation.held[0] =
        (struct keeper){.start = start + page_bytes(), .bytes = bytes - page_bytes()};
    reservation.held_count = 1;
}

void reservation_give(void)
{
    if (reservation.segment.start == NULL)
        return;
    hold_end(reservation.segment.start,
             (size_t)(reservation.segment.end - reservation.segment.start));
    reservation.segment = (struct segment){.start = NULL};
}

const struct segment *reservation_segment(void)
{
    return reservation.segment.start == NULL ? NULL : &reservation.segment;
}

bool reservation_has(const char *start, size_t bytes)
{
    return start >= reservation.segment.start && start < reservation.segment.end &&
           bytes <= (size_t)(reservation.segment.end - start);
}

/* Fills the holes above the reservation first, so that it becomes the uppermost hole. */
static void make_a_hole(void)
{
    fill_from(reservation.segment.end);
    while (reservation.held_count > 0) {
        const struct keeper *keeper = &reservation.held[--reservation.held_count];

        hold_end(keeper->start, keeper->bytes);
    }
}

void reservation_open(void)
{
    lock_order_enter(LOCK_RESERVATION);
    pthread_mutex_lock(&reservation.lock);
    if (!is_opener && (reservation_segment() != NULL || stride_step() != 0)) {
        is_opener = true;
        reservation.openers++;
        if (reservation_segment() != NULL)
            make_a_hole();
    }
    if (is_opener && reservation_segment() == NULL)
        conflict_hold();
    pthread_mutex_unlock(&reservation.lock);
    lock_order_leave(LOCK_RESERVATION);
}

void reservation_close(void)
{
    lock_order_enter(LOCK_RESERVATION);
    pthread_mutex_lock(&reservation.lock);
    if (is_opener) {
        is_opener = false;
        if (--reservation.openers == 0 && reservation_segment() != NULL)
            fill_from(reservation.segment.start);
        else if (reservation.openers == 0)
            conflict_let_go();
    }
    pthread_mutex_unlock(&reservation.lock);
    lock_order_leave(LOCK_RESERVATION);
}
