/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/must.h"
#include "io/file.h"
#include "io/merge.h"
#include "layout/layout.h"

/* ---- what all members share ------------------------------------------------------------------ */

static int showings_of(const struct accord *accord)
{
    const int members = accord->description->group->size;
    int i, count = 0;

    for (i = 0; i < members; i++)
        count += accord->showings[i] != NULL;
    return count;
}

static void check_accord(const struct accord *accord)
{
    const struct description *description = accord->description;

    must(accord->arrived > 0);
    must(accord->arrived < description->group->size);               /* law 3 */
    must(load_relaxed(&accord->holders) > 0);
    must(accord_is_over(accord) || showings_of(accord) == accord->arrived); /* law 3 */
}

static void check_accords(struct description *description)
{
    const struct list *link;
    int steps = 0;

    lock_take(&description->accords_lock);
    for (link = description->accords.next; link != &description->accords; link = link->next) {
        const struct accord *accord = container_of(link, struct accord, link);

        must(accord->description == description);
        check_accord(accord);
        if (++steps == LAWS_STEPS_MAX)
            break;
    }
    lock_release(&description->accords_lock);
}

void description_check(struct description *description)
{
    must(load_relaxed(&description->references) > 0);  /* law 1 */
    must(load_relaxed(&description->pointer) >= 0);    /* law 2 */
    check_accords(description);
    rank_lock_check(&description->access);
}

void merge_check(const struct merge *merge)
{
    int i;

    must(load_relaxed(&merge->left) == 0);                     /* law 1 */
    must(load_relaxed(&merge->finished) == merge->to_do);      /* law 1 */
    for (i = 0; i < merge->members; i++)
        must(merge->singles[i] == NULL || merge->accesses[i] == NULL); /* law 2 */
    must(merge->windows == 0 || merge->low < merge->high);     /* law 3 */
}

/* ---- one member's ---------------------------------------------------------------------------- */

void view_check(const struct io_view *view)
{
    must(view->displacement >= 0);
    must(view->etype_bytes > 0);                             /* law 1 */
    must(view->tile->size % view->etype_bytes == 0);         /* law 1 */
    must(!view->is_contiguous || view->tile->is_dense);      /* law 2 */
    piece_check(&view->tile->layout);
}

void file_check(struct file *file)
{
    const struct description *description = file->description;

    guard_enter(&file->self->guard);
    must(file->pending >= 0);                                /* law 2 */
    must(file->pointer >= 0);                                /* law 2 */
    must(file->view != NULL);
    must(file->split == NULL ||
         strstr(file->split->access.call.name, "_begin") != NULL);           /* law 3 */
    must(description != NULL || (file->pending == 0 && file->split == NULL)); /* law 4 */
    must(description == NULL ||
         description->group->members[file->member] == file->self);           /* law 1 */
    guard_leave(&file->self->guard);
    if (description != NULL)
        description_check(file->description);
}
