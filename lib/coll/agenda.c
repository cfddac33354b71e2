/* SPDX-License-Identifier: MIT */
#include "coll/agenda.h"

#include "base/container.h"

/* Once through the agenda; entered and left inside the guard, which is open in between. True when
 * something has been completed. */
static bool go_through(struct rank *self)
{
    struct list *at = self->agenda.next;
    bool moved = false;

    while (at != &self->agenda) {
        struct item *item = container_of(at, struct item, link);
        bool is_over;

        guard_leave(&self->guard);
        is_over = item->advance(item);
        guard_enter(&self->guard);
        at = at->next;
        if (!is_over)
            continue;
        list_remove(&item->link);
        fetch_add_relaxed(&self->agenda_length, -1);
        guard_leave(&self->guard);
        item->finish(item);
        guard_enter(&self->guard);
        moved = true;
    }
    return moved;
}

bool coll_progress(struct rank *self)
{
    bool moved = false;

    if (likely(load_relaxed(&self->agenda_length) == 0))
        return false;
    guard_enter(&self->guard);
    if (self->is_agenda_busy) {
        self->is_agenda_wanted = true;
        guard_leave(&self->guard);
        return false;
    }
    self->is_agenda_busy = true;
    do {
        self->is_agenda_wanted = false;
        moved |= go_through(self);
    } while (self->is_agenda_wanted);
    self->is_agenda_busy = false;
    guard_leave(&self->guard);
    return moved;
}

void agenda_add(struct rank *self, struct item *item)
{
    guard_enter(&self->guard);
    if (self->agenda.next == NULL)
        list_init(&self->agenda);
    list_append(&self->agenda, &item->link);
    fetch_add_relaxed(&self->agenda_length, 1);
    guard_leave(&self->guard);
}
