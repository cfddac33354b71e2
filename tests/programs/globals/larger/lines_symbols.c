/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

static struct symbol symbols[SYMBOLS], *buckets[BUCKETS];
static int symbol_count, lookups;
struct symbol *newest_symbol;

/* Built-in functions with a memory of their own. */
static long total(long value)
{
    static long kept;

    kept = (kept + value) % 1000000007;
    return kept;
}

static long mix(long value)
{
    static unsigned long state = 12345;

    state = state * 6364136223846793005ul + (unsigned long)value + 1442695040888963407ul;
    return (long)(state >> 40);
}

static long looked_up(long value)
{
    return value + lookups;
}

static const char *const names[] = {"total", "mix", "lookups", NULL};
const char *const *symbol_builtin_names = names;
static long (*const functions[])(long) = {total, mix, looked_up};

static unsigned bucket_of(const char *name)
{
    unsigned hash = 5381;

    while (*name != '\0')
        hash = hash * 33 + (unsigned char)*name++;
    return hash % BUCKETS;
}

static struct symbol *add(const char *name, unsigned bucket)
{
    struct symbol *added = &symbols[symbol_count];

    if (symbol_count == SYMBOLS)
        fail("no room for symbol %s", name);
    symbol_count++;
    snprintf(added->name, sizeof added->name, "%s", name);
    added->next = buckets[bucket];
    buckets[bucket] = added;
    added->older = newest_symbol;
    newest_symbol = added;
    return added;
}

__attribute__((constructor)) static void add_builtins(void)
{
    for (int i = 0; names[i] != NULL; i++)
        add(names[i], bucket_of(names[i]))->function = functions[i];
}

struct symbol *symbol_of(const char *name)
{
    unsigned bucket = bucket_of(name);
    struct symbol *each;

    lookups++;
    for (each = buckets[bucket]; each != NULL; each = each->next)
        if (strcmp(each->name, name) == 0)
            return each;
    return add(name, bucket);
}

static int compares;

static int compare(const void *one, const void *other)
{
    const struct symbol *const *a = one, *const *b = other;

    compares++;
    if ((*a)->value != (*b)->value)
        return (*a)->value < (*b)->value ? -1 : 1;
    return strcmp((*a)->name, (*b)->name);
}

int symbols_sort(struct symbol *sorted[])
{
    int count = 0;

    for (struct symbol *each = newest_symbol; each != NULL; each = each->older)
        sorted[count++] = each;
    compares = 0;
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    return compares > 0 ? count : 0;
}
