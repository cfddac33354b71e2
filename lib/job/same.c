/* SPDX-License-Identifier: MIT */
/* heddle_same: what a rank shows is the same in all schedules of an explored job. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "heddle.h"
#include "job/explored.h"
#include "rank/floor.h"
#include "rank/turns.h"
#include "rank/world.h"

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t hash_of(const unsigned char *bytes, size_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    size_t i;

    for (i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

enum { VALUE_TEXT_BYTES = 32, CLASS_OF_REALS = 8 };

/* Writes the value, which has that size and the class that GCC gives its type. */
static void write_value(char text[], const unsigned char head[], size_t bytes, int class_of_type)
{
    int32_t word;
    int64_t number;
    float single;
    double real;

    memcpy(&word, head, sizeof word);
    memcpy(&number, head, sizeof number);
    memcpy(&single, head, sizeof single);
    memcpy(&real, head, sizeof real);
    if (class_of_type == CLASS_OF_REALS)
        snprintf(text, VALUE_TEXT_BYTES, "%.17g", bytes == sizeof single ? single : real);
    else
        snprintf(text, VALUE_TEXT_BYTES, "%lld",
                 bytes == sizeof word ? (long long)word : (long long)number);
}

static _Noreturn void fail_as_different(const char *file, int line, size_t bytes, int class_of_type,
                                        const struct schedule_value *value,
                                        const struct schedule_value *usual)
{
    char now[VALUE_TEXT_BYTES], before[VALUE_TEXT_BYTES];

    if (class_of_type == 0 || (bytes != sizeof(int32_t) && bytes != sizeof(int64_t)))
        heddle_fail(file, line, "%zu bytes are not those of an earlier schedule", bytes);
    write_value(now, value->head, bytes, class_of_type);
    write_value(before, usual->head, bytes, class_of_type);
    heddle_fail(file, line, "%s, but %s in an earlier schedule", now, before);
}

__attribute__((visibility("default")))
void heddle_same_(const char *file, int line, const void *data, size_t bytes, int class_of_type)
{
    struct rank *self = rank_self();
    struct schedule_value value = {.hash = hash_of(data, bytes)};
    const struct schedule_value *usual;
    struct explored *explored;
    struct heap *before;

    if (self == NULL || !turns_are_taken(self))
        return;
    explored = load_relaxed(&self->world->local[FLOOR_EXPLORED]);
    value.rank = self->world_rank;
    memcpy(value.head, data, bytes < sizeof value.head ? bytes : sizeof value.head);
    before = memory_use(NULL);
    usual = schedule_compare(&explored->schedule, &value);
    memory_use(before);
    if (usual != NULL && usual->hash != value.hash)
        fail_as_different(file, line, bytes, class_of_type, &value, usual);
}
