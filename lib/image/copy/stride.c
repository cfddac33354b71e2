/* SPDX-License-Identifier: MIT */
#include "image/copy/stride.h"

#include <errno.h>
#include <sys/mman.h>

#include "base/atomic.h"
#include "base/memory.h"
#include "base/note.h"
#include "image/copy/reservation.h"
#include "image/module/module.h"

#define MIB ((ptrdiff_t)1 << 20)
#define TIB ((ptrdiff_t)1 << 40)

/* x86-64 gives a process 47 bits of addresses; the lowest pages are unusable. */
static const uintptr_t address_lowest = 1 << 20;
static const uintptr_t address_highest = ((uintptr_t)1 << 47) - (1 << 16);

/* A library opened later must be shorter than a step and lie within one step of the others, or its
 * copies may not fit. If address space is scarce, a shorter step is chosen for the slots needed
 * now. */
static const ptrdiff_t steps_least[] = {4096 * MIB, 1024 * MIB, 256 * MIB, 16 * MIB, 2 * MIB};
static const ptrdiff_t step_unit = 2 * MIB; /* what one page of page tables maps */

/* Leave space for jobs that want more slots later. */
static const int slots_foreseen = 256;

/* How many places are tried for the first slot: a job's heap takes less than that many
 * gibibytes. */
enum { FIRST_PLACES = 40 };

/* In order of preference. */
static const struct layout {
    ptrdiff_t start;
    int direction;
} layouts[] = {
    {-16 * TIB, -1}, /* between the low end and a program that the kernel placed at 85 TiB */
    {0, -1},         /* ThreadSanitizer's programs must stay within its 1.5 TiB */
    {1 * TIB, 1},    /* Valgrind loads programs at the low end */
    {0, 1},
};

static struct {
    const struct layout *layout; /* NULL: not chosen yet */
    ptrdiff_t step;
    _Atomic(int) taken;
} stride;

/* True if copies of one segment and of the other, k steps apart, never overlap for any k but 0. */
static bool are_apart(const struct segment *one, const struct segment *other, ptrdiff_t step)
{
    ptrdiff_t first = other->start - one->end + 1;
    ptrdiff_t last = other->end - one->start - 1;
    ptrdiff_t multiple = (last >= 0 ? last / step : (last - step + 1) / step) * step;

    /* The largest multiple of the step that could make them overlap. */
    if (multiple == 0)
        multiple = -step;
    return multiple < first;
}

static bool is_apart_from_all(const struct segment *segment, ptrdiff_t step)
{
    const struct module *module;
    int i;

    for (module = module_first(); module != NULL; module = module_next(module))
        for (i = 0; i < module->segment_count; i++)
            if (!are_apart(segment, &module->segments[i], step))
                return false;
    return reservation_segment() == NULL || are_apart(segment, reservation_segment(), step);
}

static bool step_fits(ptrdiff_t step)
{
    const struct module *module;
    int i;

    for (module = module_first(); module != NULL; module = module_next(module))
        for (i = 0; i < module->segment_count; i++)
            if (!is_apart_from_all(&module->segments[i], step))
                return false;
    return true;
}

static ptrdiff_t displacement_at(const struct layout *layout, ptrdiff_t step, int index)
{
    return layout->start + layout->direction * step * (index + 1);
}

/* Maps at a free address by proposing it to the kernel. MAP_FIXED_NOREPLACE would be clearer, but
 * ThreadSanitizer and Valgrind do not know it and move the mapping. */
static bool map_free(char *start, size_t bytes, int protection)
{
    void *got;

    errno = ENOMEM;
    if (memory_fails())
        return false;
    got = mmap(start, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED)
        return false;
    errno = EEXIST;
    if (got != start)
        munmap(got, bytes);
    return got == start;
}

static bool map_over(char *start, size_t bytes, int protection)
{
    errno = ENOMEM;
    return !memory_fails() &&
           mmap(start, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                -1, 0) != MAP_FAILED;
}

bool stride_map(char *original, size_t bytes, ptrdiff_t displacement)
{
    if (reservation_has(original, bytes))
        return map_over(original + displacement, bytes, PROT_READ | PROT_WRITE);
    return map_free(original + displacement, bytes, PROT_READ | PROT_WRITE);
}

void stride_unmap(char *original, size_t bytes, ptrdiff_t displacement)
{
    if (reservation_has(original, bytes))
        map_over(original + displacement, bytes, PROT_NONE);
    else
        munmap(original + displacement, bytes);
}

static size_t bytes_of_segment(const struct segment *segment)
{
    return (size_t)(segment->end - segment->start);
}

bool stride_hold(ptrdiff_t displacement)
{
    const struct segment *reservation = reservation_segment();

    return reservation == NULL ||
           map_free(reservation->start + displacement, bytes_of_segment(reservation), PROT_NONE);
}

void stride_let_go(ptrdiff_t displacement)
{
    const struct segment *reservation = reservation_segment();

    if (reservation != NULL)
        munmap(reservation->start + displacement, bytes_of_segment(reservation));
}

static bool reaches(const struct segment *segment, ptrdiff_t displacement)
{
    uintptr_t start = (uintptr_t)segment->start;
    size_t bytes = bytes_of_segment(segment);
    uintptr_t moved = start + (uintptr_t)displacement;

    if (displacement < 0 ? start < address_lowest + (uintptr_t)-displacement
                         : moved > address_highest - bytes)
        return false;
    if (!map_free((char *)moved, bytes, PROT_NONE))
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
    return reservation_segment() == NULL || reaches(reservation_segment(), displacement);
}

/* Tests only the first place that fits and the place after all wanted slots. Mappings in between,
 * such as a heap, can be skipped later. */
static bool slots_fit(const struct layout *layout, ptrdiff_t step, int slots)
{
    int first = 0;

    while (first < FIRST_PLACES && !slot_fits(layout, step, first))
        first++;
    return first < FIRST_PLACES && slot_fits(layout, step, first + slots);
}

static bool choose_step(const struct layout *layout, ptrdiff_t least, int slots)
{
    ptrdiff_t step = least;

    if (layout->start == 0)
        reservation_take((size_t)least / 2);
    while (!step_fits(step))
        step += step_unit;
    if (slots_fit(layout, step, slots)) {
        stride.step = step;
        stride.layout = layout;
        return true;
    }
    reservation_give();
    return false;
}

static bool choose_layout(int slots)
{
    size_t i, k;

    for (i = 0; i < ARRAY_LENGTH(layouts); i++)
        for (k = 0; k < ARRAY_LENGTH(steps_least); k++)
            if (choose_step(&layouts[i], steps_least[k], slots))
                return true;
    return false;
}

int stride_choose(int slots)
{
    if (choose_layout(slots > slots_foreseen ? slots : slots_foreseen) || choose_layout(slots))
        return 0;
    return note(-1, "no room in the address space for %d copies of the program's data", slots);
}

ptrdiff_t stride_step(void)
{
    return stride.step;
}

bool stride_next(ptrdiff_t *displacement)
{
    int index = fetch_add_relaxed(&stride.taken, 1);

    if (index >= STRIDE_PLACES_MAX)
        return false;
    *displacement = displacement_at(stride.layout, stride.step, index);
    return true;
}

bool stride_find(const char *start, const char *end, const void *address, ptrdiff_t *displacement)
{
    const struct layout *layout = stride.layout;
    ptrdiff_t distance, steps;

    if (stride.step == 0)
        return false;
    distance = (const char *)address - start - layout->start;
    steps = layout->direction > 0 ? distance / stride.step
                                  : (stride.step - 1 - distance) / stride.step;
    if (steps < 1 || steps > STRIDE_PLACES_MAX)
        return false;
    *displacement = displacement_at(layout, stride.step, (int)steps - 1);
    return (const char *)address >= start + *displacement &&
           (const char *)address < end + *displacement;
}

void stride_begin_again(void)
{
    store_relaxed(&stride.taken, 0);
}
