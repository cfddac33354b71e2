/* SPDX-License-Identifier: MIT */
#include "job/faults.h"

#include <stdio.h>

#include "base/container.h"
#include "base/memory.h"
#include "p2p/p2p.h"
#include "rank/rank.h"

enum { TEXT_BYTES = 2048 };

static bool is_meant(const struct rank *self, const struct heddle_faults *wanted)
{
    return wanted->rank == HEDDLE_EVERY_RANK || wanted->rank == self->world_rank;
}

/* Returns the next number of the generator SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, 2014). */
static uint64_t draw(uint64_t *state)
{
    uint64_t number = *state += UINT64_C(0x9e3779b97f4a7c15);

    number = (number ^ (number >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94d049bb133111eb);
    return number ^ (number >> 31);
}

static int pick(struct chooser *chooser, enum choice choice, int candidates)
{
    struct faults *faults = container_of(chooser, struct faults, chooser);

    (void)choice;
    return (int)(draw(&faults->state) % (uint64_t)candidates);
}

void faults_begin(struct faults *faults, struct rank *self, const struct heddle_faults *wanted)
{
    if (!is_meant(self, wanted))
        return;
    if (wanted->order != 0) {
        faults->chooser.pick = pick;
        faults->state = wanted->order + (uint64_t)self->world_rank * UINT64_C(0x100000001b3);
        choice_set(self, &faults->chooser);
    }
    memory_fail_at(wanted->memory);
}

void faults_end(struct rank *self, const struct heddle_faults *wanted)
{
    memory_fail_at(0);
    if (!is_meant(self, wanted) || wanted->order == 0)
        return;
    choice_set(self, NULL);
    if (self->phase == RANK_ACTIVE)
        p2p_decide_fast_path(self);
}

void faults_tell(const struct heddle_faults *wanted, struct heddle_result *result)
{
    char text[TEXT_BYTES], who[24] = "every rank";
    int length;

    if (result->status == 0 || (wanted->memory == 0 && wanted->order == 0))
        return;
    if (wanted->rank != HEDDLE_EVERY_RANK)
        snprintf(who, sizeof who, "rank %d", wanted->rank);
    length = snprintf(text, sizeof text, "%s (on purpose, in %s:",
                      result->text != NULL ? result->text : "a rank has failed", who);
    if (wanted->memory != 0 && length < (int)sizeof text)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           " memory fails at request %ld;", wanted->memory);
    if (wanted->order != 0 && length < (int)sizeof text)
        length += snprintf(text + length, sizeof text - (size_t)length, " order of seed %llu;",
                           (unsigned long long)wanted->order);
    if (length < (int)sizeof text)
        text[length - 1] = ')';
    memory_give(result->text);
    result->text = memory_copy_text(text);
}
