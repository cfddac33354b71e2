/* SPDX-License-Identifier: MIT */
#include "image/module/uninstrumented.h"

#include <stdio.h>
#include <string.h>

#include "base/knob.h"
#include "base/symbol.h"

enum { SAY_SO = 1, REFUSE = 2, PATH_BYTES = 256 };

static const struct heddle_record *find_record(const struct module *module, const char *address)
{
    size_t i;

    for (i = 0; i < module->record_count; i++)
        if (module->records[i].address == address &&
            record_kind(&module->records[i]) == RECORD_PRIVATE_UNLESS_USED)
            return &module->records[i];
    return NULL;
}

/* Takes the variable out of the ranges, one of which may fall into two. */
static void remove_range(struct module *module, const char *start, const char *end)
{
    size_t i;

    for (i = 0; i < module->range_count; i++) {
        struct range *range = &module->ranges[i], rest = {(char *)end, range->end};

        if (start < range->start || start >= range->end)
            continue;
        range->end = (char *)start;
        if (rest.start >= rest.end)
            return;
        memmove(range + 2, range + 1, (module->range_count - i - 1) * sizeof *range);
        range[1] = rest;
        module->range_count++;
        return;
    }
}

/* Variables that have been shared, until a line names them. Under the modules' lock. */
static struct {
    int count;
    char first[SYMBOL_NAME_BYTES];
    char library[PATH_BYTES];
} shared;

static void note_shared(const char *library, const char *name)
{
    if (shared.count++ > 0)
        return;
    symbol_name(name, shared.first);
    snprintf(shared.library, sizeof shared.library, "%s", library);
}

void uninstrumented_say(void)
{
    char more[32] = "";

    if (shared.count > 1)
        snprintf(more, sizeof more, " and %d other variable%s", shared.count - 1,
                 shared.count == 2 ? "" : "s");
    if (shared.count > 0 && knobs.strangers == SAY_SO)
        fprintf(stderr,
                "heddle: all ranks share %s%s, because %s was not compiled with the wrapper and "
                "has %s, too (HEDDLE_STRANGERS=0 shares in silence)\n",
                shared.first, more, shared.library, shared.count > 1 ? "them" : "it");
    shared.count = 0;
}

bool uninstrumented_share(const char *library, struct module *owner, const char *address,
                     const char *name)
{
    const struct heddle_record *record;

    if (knobs.strangers == REFUSE)
        return false;
    if (owner == NULL) {
        note_shared(library, name);
        return true;
    }
    record = !owner->is_prepared ? find_record(owner, address) : NULL;
    if (record == NULL)
        return false;
    remove_range(owner, address, address + (record->size != 0 ? record->size : 1));
    note_shared(library, name);
    return true;
}
