/* SPDX-License-Identifier: MIT */
/* The type constructors except those of arrays: which arguments each records as contents, and the
 * shape that follows from them. */
#include <stddef.h>
#include <string.h>

#include "base/note.h"
#include "type/build.h"

/* Begins a type with one child and up to three numbers. The plain form records the last `addresses`
 * numbers as addresses. */
static int begin_simple(struct store *store, int combiner, enum form form, int count,
                        const MPI_Count numbers[], int addresses, const struct type *old,
                        struct type **type)
{
    struct contents contents = {.combiner = combiner, .type_count = 1};
    int i, err;

    if (form == FORM_LARGE) {
        contents.large_count = count;
    } else {
        contents.integer_count = count - addresses;
        contents.address_count = addresses;
    }
    err = build_begin(store, &contents, &old, type);
    if (err != MPI_SUCCESS)
        return err;
    for (i = 0; i < count; i++) {
        if (form == FORM_LARGE)
            (*type)->contents.larges[i] = numbers[i];
        else if (i < count - addresses)
            (*type)->contents.integers[i] = (int)numbers[i];
        else
            (*type)->contents.addresses[i - (count - addresses)] = numbers[i];
    }
    return MPI_SUCCESS;
}

static int finish_type(int err, struct type *type, struct type **created)
{
    if (err == MPI_SUCCESS)
        *created = type;
    return err;
}

int type_contiguous(struct store *store, enum form form, MPI_Count count, const struct type *old,
                    struct type **created)
{
    struct type *type;
    int err = begin_simple(store, MPI_COMBINER_CONTIGUOUS, form, 1, &count, 0, old, &type);

    if (err != MPI_SUCCESS)
        return err;
    type->shape = (struct shape){.count = 1, .blocklength = count, .child = old};
    return finish_type(build_end(type), type, created);
}

/* Sets the stride to 0 if there is only one block, so that an unused stride may have any value. */
static int create_vector(struct store *store, int combiner, enum form form,
                         const MPI_Count numbers[3], MPI_Count stride_bytes,
                         const struct type *old, struct type **created)
{
    int addresses = combiner == MPI_COMBINER_HVECTOR ? 1 : 0;
    struct type *type;
    int err = begin_simple(store, combiner, form, 3, numbers, addresses, old, &type);

    if (err != MPI_SUCCESS)
        return err;
    type->shape = (struct shape){.count = numbers[0],
                                 .blocklength = numbers[1],
                                 .stride = numbers[0] > 1 ? stride_bytes : 0,
                                 .child = old};
    return finish_type(build_end(type), type, created);
}

int type_vector(struct store *store, enum form form, MPI_Count count, MPI_Count blocklength,
                MPI_Count stride, const struct type *old, struct type **created)
{
    const MPI_Count numbers[] = {count, blocklength, stride};
    MPI_Count stride_bytes = 0;

    if (count > 1 && __builtin_mul_overflow(stride, old->extent, &stride_bytes))
        return note(MPI_ERR_COUNT, "a stride of more than 2^63 - 1 bytes");
    return create_vector(store, MPI_COMBINER_VECTOR, form, numbers, stride_bytes, old, created);
}

int type_hvector(struct store *store, enum form form, MPI_Count count, MPI_Count blocklength,
                 MPI_Count stride_bytes, const struct type *old, struct type **created)
{
    const MPI_Count numbers[] = {count, blocklength, stride_bytes};

    return create_vector(store, MPI_COMBINER_HVECTOR, form, numbers, stride_bytes, old, created);
}

int type_resized(struct store *store, enum form form, MPI_Count lb, MPI_Count extent,
                 const struct type *old, struct type **created)
{
    const MPI_Count numbers[] = {lb, extent};
    struct type *type;
    MPI_Count ub;
    int err;

    if (__builtin_add_overflow(lb, extent, &ub))
        return note(MPI_ERR_ARG, "lb %lld and extent %lld: their sum is too large", (long long)lb,
                    (long long)extent);
    err = begin_simple(store, MPI_COMBINER_RESIZED, form, 2, numbers, 2, old, &type);
    if (err != MPI_SUCCESS)
        return err;
    type->shape = (struct shape){.count = 1, .blocklength = 1, .child = old};
    return finish_type(build_end_marked(type, lb, extent), type, created);
}

/* Copies the kind of element, which selects the reduction kernels. */
static void copy_kind(struct type *type, const struct type *old)
{
    type->class = old->class;
    type->element = old->element;
    type->pair[0] = old->pair[0];
    type->pair[1] = old->pair[1];
}

/* Uses the original's shape, so that duplicates of duplicates do not nest. */
int type_dup(struct store *store, const struct type *old, struct type **created)
{
    const struct contents contents = {.combiner = MPI_COMBINER_DUP, .type_count = 1};
    struct type *type;
    int err = build_begin(store, &contents, &old, &type);

    if (old->contents.combiner == MPI_COMBINER_DUP)
        old = old->shape.child;
    if (err != MPI_SUCCESS)
        return err;
    type->shape = (struct shape){.count = 1, .blocklength = 1, .child = old};
    err = old->has_markers ? build_end_marked(type, old->lb, old->extent) : build_end(type);
    if (err != MPI_SUCCESS)
        return err;
    if (type->contents.types[0]->is_committed)
        type_commit(type);
    copy_kind(type, old);
    *created = type;
    return MPI_SUCCESS;
}

int type_copy(struct store *store, const struct type *old, struct type **created)
{
    const struct contents *contents = &old->contents;
    struct type *type;
    int err = build_begin(store, contents, contents->types, &type);

    if (err != MPI_SUCCESS)
        return err;
    memcpy(type->contents.larges, contents->larges,
           (size_t)contents->large_count * sizeof *contents->larges);
    memcpy(type->contents.addresses, contents->addresses,
           (size_t)contents->address_count * sizeof *contents->addresses);
    memcpy(type->contents.integers, contents->integers,
           (size_t)contents->integer_count * sizeof *contents->integers);
    type->shape = old->shape;
    copy_kind(type, old);
    err = old->has_markers ? build_end_marked(type, old->lb, old->extent) : build_end(type);
    return finish_type(err, type, created);
}

/* Lists of blocks, of one length (no blocklengths) or of many. The plain form records counts and
 * displacements as integers, but displacements in bytes as addresses. The large form records all of
 * them as MPI_Count. */
struct block_lists {
    int combiner;
    enum form form;
    MPI_Count count;
    MPI_Count blocklength;
    struct int_view blocklengths;
    struct int_view displacements;
};

static bool blocks_are_in_bytes(int combiner)
{
    return combiner == MPI_COMBINER_HINDEXED || combiner == MPI_COMBINER_HINDEXED_BLOCK ||
           combiner == MPI_COMBINER_STRUCT;
}

static bool blocks_have_one_length(int combiner)
{
    return combiner == MPI_COMBINER_INDEXED_BLOCK || combiner == MPI_COMBINER_HINDEXED_BLOCK;
}

static void keep_numbers(struct contents *contents, const struct block_lists *blocks)
{
    MPI_Count lengths = blocks_have_one_length(blocks->combiner) ? 1 : blocks->count, i;
    MPI_Count *larges = contents->larges;
    int *integers = contents->integers;

    for (i = -1; i < lengths; i++) {
        MPI_Count number = i < 0 ? blocks->count : blocks->blocklength;

        if (i >= 0 && lengths > 0 && !view_is_null(blocks->blocklengths))
            number = view_at(blocks->blocklengths, (size_t)i);
        if (blocks->form == FORM_LARGE)
            *larges++ = number;
        else
            *integers++ = (int)number;
    }
    for (i = 0; i < blocks->count; i++) {
        MPI_Count number = view_at(blocks->displacements, (size_t)i);

        if (blocks->form == FORM_LARGE)
            *larges++ = number;
        else if (contents->address_count > 0)
            contents->addresses[i] = number;
        else
            *integers++ = (int)number;
    }
}

static int create_blocks(struct store *store, const struct block_lists *blocks, MPI_Count children,
                         const struct type *const olds[], struct type **created)
{
    MPI_Count lengths = blocks_have_one_length(blocks->combiner) ? 1 : blocks->count;
    struct contents contents = {.combiner = blocks->combiner, .type_count = children};
    struct type *type;
    int err;

    if (blocks->form == FORM_LARGE) {
        contents.large_count = 1 + lengths + blocks->count;
    } else if (blocks_are_in_bytes(blocks->combiner)) {
        contents.integer_count = 1 + lengths;
        contents.address_count = blocks->count;
    } else {
        contents.integer_count = 1 + lengths + blocks->count;
    }
    err = build_begin(store, &contents, olds, &type);
    if (err != MPI_SUCCESS)
        return err;
    keep_numbers(&type->contents, blocks);
    type->shape.count = blocks->count;
    return finish_type(build_end(type), type, created);
}

/* Places the index of a pair where C aligns it. */
static struct block pair_block(const struct type *type, MPI_Count i)
{
    const struct type *value = type->contents.types[0], *index = type->contents.types[1];
    MPI_Count alignment = index->alignment;

    if (i == 0)
        return (struct block){.length = 1, .child = value};
    return (struct block){.displacement = (value->size + alignment - 1) / alignment * alignment,
                          .length = 1,
                          .child = index};
}

struct block type_block(const struct type *type, MPI_Count i)
{
    const struct contents *contents = &type->contents;
    MPI_Count count = type->shape.count;
    MPI_Count at = blocks_have_one_length(contents->combiner) ? 0 : i;
    MPI_Count lengths = blocks_have_one_length(contents->combiner) ? 1 : count;
    struct block block = {.child = contents->types[0]};

    if (contents->combiner == MPI_COMBINER_VALUE_INDEX)
        return pair_block(type, i);
    if (contents->combiner == MPI_COMBINER_STRUCT)
        block.child = contents->types[i];
    if (contents->large_count > 0) {
        block.length = contents->larges[1 + at];
        block.displacement = contents->larges[1 + lengths + i];
    } else {
        block.length = contents->integers[1 + at];
        block.displacement = contents->address_count > 0 ? contents->addresses[i]
                                                         : contents->integers[1 + lengths + i];
    }
    if (!blocks_are_in_bytes(contents->combiner))
        block.displacement *= block.child->extent;
    return block;
}

/* Checks that displacements counted in extents do not overflow in bytes. */
static int check_displacements(const struct block_lists *blocks, const struct type *old)
{
    MPI_Count i, bytes;

    for (i = 0; i < blocks->count; i++)
        if (__builtin_mul_overflow(view_at(blocks->displacements, (size_t)i), old->extent,
                                   &bytes))
            return note(MPI_ERR_COUNT, "a displacement of more than 2^63 - 1 bytes");
    return MPI_SUCCESS;
}

int type_indexed(struct store *store, enum form form, MPI_Count count,
                 struct int_view blocklengths, struct int_view displacements,
                 const struct type *old, struct type **created)
{
    const struct block_lists blocks = {.combiner = MPI_COMBINER_INDEXED,
                                  .form = form,
                                  .count = count,
                                  .blocklengths = blocklengths,
                                  .displacements = displacements};
    int err = check_displacements(&blocks, old);

    return err == MPI_SUCCESS ? create_blocks(store, &blocks, 1, &old, created) : err;
}

int type_hindexed(struct store *store, enum form form, MPI_Count count,
                  struct int_view blocklengths, struct int_view displacements,
                  const struct type *old, struct type **created)
{
    const struct block_lists blocks = {.combiner = MPI_COMBINER_HINDEXED,
                                  .form = form,
                                  .count = count,
                                  .blocklengths = blocklengths,
                                  .displacements = displacements};

    return create_blocks(store, &blocks, 1, &old, created);
}

int type_indexed_block(struct store *store, enum form form, MPI_Count count,
                       MPI_Count blocklength, struct int_view displacements,
                       const struct type *old, struct type **created)
{
    const struct block_lists blocks = {.combiner = MPI_COMBINER_INDEXED_BLOCK,
                                  .form = form,
                                  .count = count,
                                  .blocklength = blocklength,
                                  .displacements = displacements};
    int err = check_displacements(&blocks, old);

    return err == MPI_SUCCESS ? create_blocks(store, &blocks, 1, &old, created) : err;
}

int type_hindexed_block(struct store *store, enum form form, MPI_Count count,
                        MPI_Count blocklength, struct int_view displacements,
                        const struct type *old, struct type **created)
{
    const struct block_lists blocks = {.combiner = MPI_COMBINER_HINDEXED_BLOCK,
                                  .form = form,
                                  .count = count,
                                  .blocklength = blocklength,
                                  .displacements = displacements};

    return create_blocks(store, &blocks, 1, &old, created);
}

int type_struct(struct store *store, enum form form, MPI_Count count,
                struct int_view blocklengths, struct int_view displacements,
                const struct type *const olds[], struct type **created)
{
    const struct block_lists blocks = {.combiner = MPI_COMBINER_STRUCT,
                                  .form = form,
                                  .count = count,
                                  .blocklengths = blocklengths,
                                  .displacements = displacements};

    return create_blocks(store, &blocks, count, olds, created);
}
