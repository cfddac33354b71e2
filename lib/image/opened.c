/* SPDX-License-Identifier: MIT */
/* Libraries that the program itself opens after slots have been filled: what its calls of dlopen
 * do before and after (image/start.h). */
#include "base/atomic.h"
#include "base/loader.h"
#include "image/copy/construct.h"
#include "image/copy/tls.h"
#include "image/guest/guest.h"
#include "image/guest/guest_names.h"
#include "image/module/arrival.h"
#include "image/module/check.h"
#include "image/module/misplaced.h"
#include "image/module/module.h"
#include "image/module/needed.h"
#include "image/opening.h"
#include "image/slot.h"
#include "image/start.h"
#include "image/whole/whole_open.h"

/* Prevents a tail call. After a tail call's jump, ThreadSanitizer would see the library take a lock
 * and the program release it. */
static inline void stay_a_call(void)
{
    __asm__ volatile("");
}

/* Runs the constructors of the opened library and of those it needs. It skips libraries that only
 * other slots have opened, and libraries that a thread is still opening. */
static void construct_needed(const struct needed *needed, int slot)
{
    static const struct construct_arguments nothing = {.argc = 0};
    bool begins = construct_begin_turn(slot);
    struct module *module;

    for (module = module_first(); module != NULL; module = module_next(module)) {
        if (module->is_opened &&
            load_acquire(&module->is_everywhere) && /* edge module.everywhere */
            needed_has(needed, module)) {
            tls_move(module, 0, slot_at(slot)->displacement);
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
    error = slots_are_open() ? check_uninstrumented() : 0;
    modules_unlock();
    return error;
}

static void show_names(void)
{
    const struct guest *guest = slot_at(slot_current())->guest;

    if (guest != NULL)
        guest_show_names(guest);
}

void *heddle_opening(const char *library, int mode, const void *caller)
{
    void *opening;

    show_names();
    opening_begin_again(mode);
    opening = whole_announce(library, mode, caller);
    stay_a_call();
    return opening;
}

static bool is_misplaced(void *handle)
{
    struct needed needed = needed_find(handle);
    bool is = misplaced_are_among(&needed);

    needed_drop(&needed);
    return is;
}

bool heddle_opens_again(void *handle, void *opening)
{
    struct link_map *map;

    if (handle == NULL || !is_misplaced(handle)) {
        opening_has_succeeded();
        return false;
    }
    opening_end();
    if (opening != NULL)
        whole_end_announcement(opening, NULL);
    map = loader_map(handle);
    arrival_note_misplaced(map->l_name); /* while there is the name */
    loader_close(handle);
    if (!misplaced_await_end(opening_count_try()))
        arrival_refuse();
    stay_a_call();
    return true;
}

/* The constructors run now, for this slot: the loader holds a lock while it opens the library, and
 * a constructor may wait for other ranks. */
void heddle_opened(void *handle, void *opening)
{
    struct needed needed;

    opening_end();
    if (opening != NULL)
        whole_end_announcement(opening, handle);
    if (handle == NULL)
        return;
    if (loader_hold(check_now, NULL) != 0)
        arrival_refuse();
    if (is_misplaced(handle)) { /* and the caller does not know heddle_opens_again */
        arrival_note_misplaced("the library");
        arrival_refuse();
    }
    needed = needed_find(handle);
    if (guest_first() != NULL &&
        guest_names_check_opened(slot_at(slot_current())->guest, &needed) != 0)
        arrival_refuse();
    construct_needed(&needed, slot_current());
    needed_drop(&needed);
    stay_a_call();
}
