/* SPDX-License-Identifier: MIT */
#include "spawn/soft.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The numbers from first to last, each `step` from the one before. */
struct row {
    long first, last, step;
};

/* Reads a, a:b or a:b:c up to a comma or the end; false: it is something else. */
static bool read_row(const char *text, struct row *row)
{
    long *parts[] = {&row->first, &row->last, &row->step};
    char *end;
    int i;

    for (i = 0; i < 3; i++) {
        *parts[i] = strtol(text, &end, 10);
        if (end == text)
            return false;
        end += strspn(end, " ");
        if (*end != ':')
            break;
        text = end + 1;
    }
    if (i == 0)
        row->last = row->first;
    if (i < 2)
        row->step = 1;
    return (*end == ',' || *end == '\0') && row->step != 0;
}

/* The largest number of the row that is in 0..most; -1: there is none. */
static long largest(const struct row *row, long most)
{
    long count = (row->last - row->first) / row->step, found = -1, i;

    for (i = 0; i <= count && (row->last - row->first) * (row->step > 0 ? 1 : -1) >= 0; i++) {
        long number = row->first + i * row->step;

        if (number >= 0 && number <= most && number > found)
            found = number;
        if (row->step > 0 && number > most)
            break;
    }
    return found;
}

int soft_choose(const char *set, int most)
{
    long found = -1;

    while (set != NULL) {
        const char *comma = strchr(set, ',');
        struct row row;

        if (read_row(set, &row)) {
            long number = largest(&row, most);

            found = number > found ? number : found;
        }
        set = comma != NULL ? comma + 1 : NULL;
    }
    return (int)found;
}
