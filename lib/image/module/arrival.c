/* SPDX-License-Identifier: MIT */
#include "image/module/arrival.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/note.h"
#include "image/copy/copy.h"
#include "image/copy/reservation.h"
#include "image/copy/tls.h"
#include "image/module/check.h"
#include "image/module/misplaced.h"
#include "image/module/relocation.h"
#include "image/module/uninstrumented.h"
#include "image/slot.h"
#include "image/whole/whole.h"

/* The thread may hold the loader's locks, so the handler that reports a crash is not called: it
 * forks, and the child looks up functions, for which it would wait for those locks. */
void arrival_refuse(void)
{
    static const unsigned long by_default[8]; /* the kernel's form of SIG_DFL, without flags */

    fprintf(stderr, "heddle: %s\n", note_text());
    syscall(SYS_rt_sigaction, SIGABRT, by_default, NULL, sizeof by_default[0]);
    raise(SIGABRT); /* ends the process, not only a job in it */
    abort();
}

int arrival_note_misplaced(const char *path)
{
    return note(-1, "%s was loaded where its data cannot be copied for every rank: link it to the "
                    "program instead of opening it",
                path);
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
            return arrival_note_misplaced(module->path);
        if (result != COPY_MADE)
            return -1;
    }
    return 0;
}

int arrival_copy(struct module *module)
{
    reservation_close();
    misplaced_forget(module->dynamic);
    /* The loader, if it runs the constructors, does it in this thread, and so on its slot, but on
     * the first copy if the code is copied. */
    module->is_constructed[module->is_whole ? 0 : slot_current()] = !module->is_deferred;
    if (!slots_are_open())
        return whole_bind_openers(module);
    if (check_module(module) != 0 || check_uninstrumented() != 0)
        return -1;
    uninstrumented_say();
    relocation_classify(module);
    if (whole_bind_first(module) != 0 || copy_prepare(module) != 0 || copy_into_slots(module) != 0)
        return -1;
    if (!module->is_guest)
        tls_move(module, 0, slot_at(slot_current())->displacement);
    return 0;
}
