/* SPDX-License-Identifier: MIT */
#include "image/late.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/atomic.h"
#include "base/loader.h"
#include "base/note.h"
#include "image/check.h"
#include "image/construct.h"
#include "image/copy.h"
#include "image/guest.h"
#include "image/guest_names.h"
#include "image/image.h"
#include "image/needed.h"
#include "image/relocation.h"
#include "image/room.h"
#include "image/slot.h"
#include "image/start.h"
#include "image/strangers.h"
#include "image/tls.h"
#include "image/whole.h"
#include "image/whole_open.h"

void late_refuse(void)
{
    fprintf(stderr, "heddle: %s\n", note_text());
    raise(SIGABRT); /* ends the process, not only a job in it */
    abort();
}

static int copy_into_slots(struct module *module)
{
    int i;

    for (i = 1; i < IMAGE_SLOTS_MAX; i++) {
        enum copy_result result;

        if (!slot_at(i)->is_filled)
            continue;
        result = copy_make(module, slot_at(i)->displacement);
        if (result == COPY_PLACE_TAKEN)
            return note(-1, "%s was loaded where its data cannot be copied for every rank: "
                            "link it to the program instead of opening it",
                        module->path);
        if (result != COPY_MADE)
            return -1;
    }
    return 0;
}

int late_arrival(struct module *module)
{
    room_close();
    /* The loader, if it runs the constructors, does it in this thread, and so on its slot, but on
     * the first copy if the code is copied. */
    module->is_constructed[module->is_whole ? 0 : image_current()] = !module->is_deferred;
    if (!slots_are_open())
        return 0;
    if (check_module(module) != 0 || check_strangers() != 0)
        return -1;
    strangers_say();
    relocation_classify(module);
    if (whole_bind_first(module) != 0 || copy_prepare(module) != 0 || copy_into_slots(module) != 0)
        return -1;
    if (!module->is_guest)
        tls_move(module, 0, image_displacement(image_current()));
    return 0;
}

/* Prevents a tail call. After a tail call's jump, ThreadSanitizer would see the library take a lock
 * and the program release it. */
static inline void stay_a_call(void)
{
    __asm__ volatile("");
}

static _Thread_local int openings; /* that the thread is in: a constructor may open a library */

bool late_is_awaited(void)
{
    return openings > 0;
}

void late_begin_opening(void)
{
    const struct guest *guest = image_guest(image_current());

    if (guest != NULL)
        guest_show_names(guest);
    openings++;
    modules_lock();
    room_open();
    modules_unlock();
}

void late_end_opening(void)
{
    openings--;
    room_close();
}

/* Runs the constructors of the opened library and of those it needs. It skips libraries that only
 * other slots have opened, and libraries that a thread is still opening. */
static void construct_needed(const struct needed *needed, int slot)
{
    static const struct construct_arguments nothing = {.argc = 0};
    bool begins = construct_begin_turn(slot);
    struct module *module;

    for (module = module_first(); module != NULL; module = module_next(module)) {
        if (module->is_late && load_acquire(&module->is_everywhere) && /* edge module.everywhere */
            needed_has(needed, module)) {
            tls_move(module, 0, image_displacement(slot));
            construct_module(module, slot, &nothing);
        }
    }
    if (begins)
        construct_end_turn(slot);
}

static int check_now(void *unused)
{
    int error;

    (void)unused;
    modules_lock();
    error = slots_are_open() ? check_strangers() : 0;
    modules_unlock();
    return error;
}

void *heddle_opening(const char *library, int mode, const void *caller)
{
    void *opening;

    late_begin_opening();
    opening = whole_announce(library, mode, caller);
    stay_a_call();
    return opening;
}

/* The constructors run now, for this slot: the loader holds a lock while it opens the library, and
 * a constructor may wait for other ranks. */
void heddle_opened(void *handle, void *opening)
{
    struct needed needed;

    late_end_opening();
    if (opening != NULL)
        whole_end_announcement(opening, handle);
    if (handle == NULL)
        return;
    if (loader_hold(check_now, NULL) != 0)
        late_refuse();
    needed = needed_find(handle);
    if (guest_first() != NULL &&
        guest_names_check_opened(image_guest(image_current()), &needed) != 0)
        late_refuse();
    construct_needed(&needed, image_current());
    needed_drop(&needed);
    stay_a_call();
}

void *heddle_own(void *original)
{
    ptrdiff_t displacement =
        image_is_private(original) ? image_displacement(image_current()) : 0;

    return (char *)original + displacement;
}
