/* SPDX-License-Identifier: MIT */
#include "image/window.h"

#include <errno.h>
#include <sys/mman.h>

#include "base/atomic.h"
#include "base/note.h"
#include "image/module.h"

#define MIB ((ptrdiff_t)1 << 20)
#define TIB ((ptrdiff_t)1 << 40)

/* x86-64 gives a process 47 bits; the lowest pages are not to be had. */
static const uintptr_t address_lowest = 1 << 20;
static const uintptr_t address_highest = ((uintptr_t)1 << 47) - (1 << 16);

/* A library opened later should lie within one step of the others, or its copies may not fit; but
 * where room is scarce, the slots that are wanted now come first. */
static const ptrdiff_t steps_least[] = {256 * MIB, 16 * MIB, 2 * MIB};
static const ptrdiff_t step_unit = 2 * MIB; /* what one page of page tables maps */

/* In the order of preference. */
static const struct layout {
    ptrdiff_t start;
    int direction;
} layouts[] = {
    {-16 * TIB, -1}, /* between the low end and a program that the kernel placed at 85 TiB */
    {0, -1},         /* ThreadSanitizer's program must stay within its 1.5 TiB */
    {1 * TIB, 1},    /* Valgrind loads programs at the low end */
    {0, 1},
};

static struct {
    const struct layout *layout; /* NULL: not chosen yet */
    ptrdiff_t step;
    _Atomic(int) taken;
} window;

/* True when copies of one never meet copies of the other, k steps apart, for any k but 0. */
static bool are_apart(const struct segment *one, const struct segment *other, ptrdiff_t step)
{
    ptrdiff_t first = other->start - one->end + 1;
    ptrdiff_t last = other->end - one->start - 1;
    ptrdiff_t multiple = (last >= 0 ? last / step : (last - step + 1) / step) * step;

    /* The largest multiple of the step that could do harm. */
    if (multiple == 0)
        multiple = -step;
    return multiple < first;
}

static bool segments_are_apart(const struct module *one, const struct module *other,
                               ptrdiff_t step)
{
    int i, j;

    for (i = 0; i < one->segment_count; i++)
        for (j = 0; j < other->segment_count; j++)
            if (!are_apart(&one->segments[i], &other->segments[j], step))
                return false;
    return true;
}

static bool step_fits(ptrdiff_t step)
{
    const struct module *one, *other;

    for (one = module_first(); one != NULL; one = module_next(one))
        for (other = module_first(); other != NULL; other = module_next(other))
            if (!segments_are_apart(one, other, step))
                return false;
    return true;
}

static ptrdiff_t choose_step(ptrdiff_t least)
{
    ptrdiff_t step = least;

    while (!step_fits(step))
        step += step_unit;
    return step;
}

static ptrdiff_t displacement_at(const struct layout *layout, ptrdiff_t step, int index)
{
    return layout->start + layout->direction * step * (index + 1);
}

bool window_map(char *start, size_t bytes, int protection)
{
    void *got = mmap(start, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (got == MAP_FAILED)
        return false;
    errno = EEXIST;
    if (got != start)
        munmap(got, bytes);
    return got == start;
}

static bool reaches(const struct segment *segment, ptrdiff_t displacement)
{
    uintptr_t start = (uintptr_t)segment->start;
    size_t bytes = (size_t)(segment->end - segment->start);
    uintptr_t moved = start + (uintptr_t)displacement;

    if (displacement < 0 ? start < address_lowest + (uintptr_t)-displacement
                         : moved > address_highest - bytes)
        return false;
    if (!window_map((char *)moved, bytes, PROT_NONE))
        return false;
    munmap((char *)moved, bytes);
    return true;
}

static bool slot_fits(const struct layout *layout, ptrdiff_t step, int index)
{
    ptrdiff_t displacement = displacement_at(layout, step, index);
    const struct module *module;
    int i;

    for (module = module_first(); module != NULL; module = module_next(module))
        for (i = 0; i < module->segment_count; i++)
            if (!reaches(&module->segments[i], displacement))
                return false;
    return true;
}

/* The first and the last slot stand for those between: what is there besides can be stepped
 * over. */
static bool choose_layout(ptrdiff_t step, int slots)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(layouts); i++)
        if (slot_fits(&layouts[i], step, 0) && slot_fits(&layouts[i], step, slots)) {
            window.step = step;
            window.layout = &layouts[i];
            return true;
        }
    return false;
}

int window_choose(int slots)
{
    ptrdiff_t step = 0;
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(steps_least); i++) {
        step = choose_step(steps_least[i]);
        if (choose_layout(step, slots))
            return 0;
    }
    return note(-1, "no room in the address space for %d copies of the program's data at a "
                    "distance of %td MiB",
                slots, step / MIB);
}

bool window_next(ptrdiff_t *displacement)
{
    int index = fetch_add_relaxed(&window.taken, 1);

    if (index >= 2 * IMAGE_SLOTS_MAX)
        return false;
    *displacement = displacement_at(window.layout, window.step, index);
    return true;
}
