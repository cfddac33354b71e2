/* SPDX-License-Identifier: MIT */
/* What a rank sends in a collective, or has room for: blocks of basic elements under a random type
 * each. Positions of elements are kept beside the types, so that what must arrive can be written
 * without them. mpi.h only. */
#ifndef COLLECTIVE_SIDES_H
#define COLLECTIVE_SIDES_H

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { UNTOUCHED = 0xa5 };

static uint64_t hash(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t x = (a * UINT64_C(0x9e3779b97f4a7c15)) ^ (b * UINT64_C(0xbf58476d1ce4e5b9)) ^
                 (c * UINT64_C(0x94d049bb133111eb));

    x = (x ^ x >> 31) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 29;
}

struct random {
    uint64_t state;
};

static int draw(struct random *random, int low, int high)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    return low + (int)(hash(random->state, 1, 2) % (uint64_t)(high - low + 1));
}

/* `count` elements of a type of `each` basic ones, the k-th of them at slots[k]. */
struct layout {
    MPI_Datatype type;
    int is_basic; /* the basic type itself */
    int count, each, size;
    int extent; /* in basic elements */
    int *slots;
};

static void layout_of_basic(struct layout *layout, MPI_Datatype basic, int n)
{
    *layout = (struct layout){.type = basic, .is_basic = 1, .count = n, .each = 1, .extent = 1};
    MPI_Type_size(basic, &layout->size);
    layout->slots = calloc(1, sizeof *layout->slots);
}

static void layout_make(struct layout *layout, struct random *random, MPI_Datatype basic, int n,
                        int each)
{
    int gaps = draw(random, 0, 2), i, is_back = draw(random, 0, 2) == 0;
    MPI_Aint *places = malloc((size_t)(each + 1) * sizeof *places);
    MPI_Datatype inner;

    MPI_Type_size(basic, &layout->size);
    layout->is_basic = 0;
    layout->each = each;
    layout->count = n / each;
    layout->slots = malloc((size_t)(each + 1) * sizeof *layout->slots);
    for (i = 0, layout->extent = 0; i < each; i++) {
        layout->extent += draw(random, 0, gaps);
        layout->slots[is_back ? each - 1 - i : i] = layout->extent++;
    }
    layout->extent += gaps;
    for (i = 0; i < each; i++)
        places[i] = (MPI_Aint)layout->slots[i] * layout->size;
    MPI_Type_create_hindexed_block(each, 1, places, basic, &inner);
    MPI_Type_create_resized(inner, 0, (MPI_Aint)layout->extent * layout->size, &layout->type);
    MPI_Type_commit(&layout->type);
    MPI_Type_free(&inner);
    free(places);
}

static size_t layout_at(const struct layout *layout, int k)
{
    int slot = k / layout->each * layout->extent + layout->slots[k % layout->each];

    return (size_t)slot * (size_t)layout->size;
}

enum side_kind { SIDE_EVEN, SIDE_V, SIDE_W };

struct side {
    int blocks;
    int *elements; /* basic ones, of each block */
    struct layout *layouts;
    int *counts, *displacements; /* as the kind has them */
    MPI_Aint *addresses; /* the displacements once more, for neighbourhoods */
    MPI_Datatype *types;
    int is_plain, are_types_freed;
    size_t *offsets;
    size_t bytes;
    unsigned char *memory;
};

static size_t layout_bytes(const struct layout *layout)
{
    return (size_t)layout->count * (size_t)layout->extent * (size_t)layout->size;
}

/* How many basic elements a type of one block may have. */
static int any_divisor(struct random *random, int n)
{
    int wish = draw(random, 0, 3);

    if (n == 0 || wish == 0)
        return 1;
    return wish == 1 ? n : n % 3 == 0 ? 3 : n % 2 == 0 ? 2 : 1;
}

/* Blocks behind one another; in v and w forms in another order and with gaps. */
static void side_place(struct side *side, struct random *random, enum side_kind kind)
{
    int first = kind == SIDE_EVEN ? 0 : draw(random, 0, side->blocks), i;
    size_t at = 0;

    for (i = 0; i < side->blocks; i++) {
        int block = (first + i) % side->blocks;
        const struct layout *layout = &side->layouts[block];
        size_t unit = (size_t)layout->extent * (size_t)layout->size;

        if (kind != SIDE_EVEN)
            at += unit * (size_t)draw(random, 0, 1);
        side->offsets[block] = at;
        side->counts[block] = layout->count;
        side->displacements[block] = (int)(kind == SIDE_W ? at : at / unit);
        side->addresses[block] = (MPI_Aint)at;
        side->types[block] = layout->type;
        at += layout_bytes(layout);
    }
    side->bytes = at;
}

static void side_make_layout(struct side *side, struct random *random, enum side_kind kind,
                             MPI_Datatype basic, int block)
{
    struct layout *layout = &side->layouts[block];
    int n = side->elements[block];

    if (side->is_plain || draw(random, 0, 5) == 0)
        layout_of_basic(layout, basic, n);
    else
        layout_make(layout, random, basic, n, kind == SIDE_V ? 1 : any_divisor(random, n));
}

/* Plain: of basic types, as most programs have them. */
static void side_make(struct side *side, struct random *random, enum side_kind kind, int is_plain,
                      MPI_Datatype basic, int blocks, const int *elements)
{
    size_t n = (size_t)blocks + 1;
    int i;

    side->blocks = blocks;
    side->is_plain = is_plain;
    side->elements = malloc(n * sizeof *side->elements);
    side->layouts = malloc(n * sizeof *side->layouts);
    side->counts = malloc(n * sizeof *side->counts);
    side->displacements = malloc(n * sizeof *side->displacements);
    side->addresses = malloc(n * sizeof *side->addresses);
    side->types = malloc(n * sizeof *side->types);
    side->are_types_freed = 0;
    side->offsets = malloc(n * sizeof *side->offsets);
    for (i = 0; i < blocks; i++) {
        side->elements[i] = elements[i];
        if (kind == SIDE_W || i == 0) {
            side_make_layout(side, random, kind, basic, i);
            continue;
        }
        side->layouts[i] = side->layouts[0];
        side->layouts[i].count = elements[i] / side->layouts[0].each;
    }
    side_place(side, random, kind);
    side->memory = malloc(side->bytes + 1);
    memset(side->memory, UNTOUCHED, side->bytes + 1);
}

/* Writes a block as `from` has it for `to` in the operation of that number. */
static void side_write(const struct side *side, unsigned char *memory, int block, int number,
                       int from, int to)
{
    const struct layout *layout = &side->layouts[block];
    int k, j;

    for (k = 0; k < side->elements[block]; k++) {
        uint64_t value = hash((uint64_t)number, (uint64_t)(from * 1000 + to), (uint64_t)k);

        for (j = 0; j < layout->size; j++)
            memory[side->offsets[block] + layout_at(layout, k) + (size_t)j] =
                (unsigned char)(value >> j % 8 * 8);
    }
}

/* Does that block have a layout of its own? */
static int side_has_own_layout(const struct side *side, int block)
{
    return block == 0 || side->layouts[block].slots != side->layouts[0].slots;
}

/* What is under way with them goes on. */
static void side_free_types(struct side *side)
{
    int i;

    for (i = 0; i < side->blocks && !side->are_types_freed; i++)
        if (side_has_own_layout(side, i) && !side->layouts[i].is_basic)
            MPI_Type_free(&side->layouts[i].type);
    side->are_types_freed = 1;
}

static void side_free(struct side *side)
{
    int i;

    side_free_types(side);
    for (i = side->blocks; i-- > 0;)
        if (side_has_own_layout(side, i))
            free(side->layouts[i].slots);
    free(side->elements);
    free(side->layouts);
    free(side->counts);
    free(side->displacements);
    free(side->addresses);
    free(side->types);
    free(side->offsets);
    free(side->memory);
}

#endif
