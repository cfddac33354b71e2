/* SPDX-License-Identifier: MIT */
#include "type/type.h"

#include <criterion/criterion.h>

#include "store.h"
#include "op/op.h"

TestSuite(type, .init = open_store, .fini = close_store);

static const struct type *basic(MPI_Datatype handle)
{
    return type_predefined(handle);
}

static struct type *contiguous(MPI_Count count, const struct type *old)
{
    struct type *type;

    cr_assert_eq(type_contiguous(store, FORM_PLAIN, count, old, &type), MPI_SUCCESS);
    return type;
}

static struct type *vector(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                           const struct type *old)
{
    struct type *type;

    cr_assert_eq(type_vector(store, FORM_PLAIN, count, blocklength, stride, old, &type),
                 MPI_SUCCESS);
    return type;
}

static void assert_bounds(const struct type *type, MPI_Count size, MPI_Count lb, MPI_Count extent)
{
    cr_assert_eq(type->size, size);
    cr_assert_eq(type->lb, lb);
    cr_assert_eq(type->extent, extent);
}

/* How many loops, runs and lists the layout consists of. */
static int count_pieces(const struct piece *piece)
{
    int count = 1;

    if (piece->runs != NULL)
        count += (int)piece->body_count;
    for (int i = 0; piece->pieces != NULL && i < piece->body_count; i++)
        count += count_pieces(&piece->pieces[i]);
    return count;
}

Test(type, contiguous_of_contiguous_is_one_run)
{
    struct type *inner = contiguous(3, basic(MPI_INT)), *outer = contiguous(5, inner);

    assert_bounds(outer, 60, 0, 60);
    cr_assert(outer->is_dense);
    cr_assert_eq(count_pieces(&outer->layout), 1);
    cr_assert_eq(outer->layout.bytes, 60);
    cr_assert_eq(outer->layout.count, 1);
    type_drop(inner);
    type_drop(outer);
}

Test(type, a_vector_is_one_loop)
{
    struct type *column = vector(8, 2, 10, basic(MPI_DOUBLE));

    assert_bounds(column, 128, 0, (7 * 10 + 2) * 8);
    cr_assert_not(column->is_dense);
    cr_assert_eq(count_pieces(&column->layout), 1);
    cr_assert_eq(column->layout.count, 8);
    cr_assert_eq(column->layout.stride, 80);
    cr_assert_eq(column->layout.bytes, 16);
    type_drop(column);
}

Test(type, a_vector_without_gaps_is_one_run)
{
    struct type *row = vector(8, 2, 2, basic(MPI_DOUBLE));

    cr_assert(row->is_dense);
    cr_assert_eq(row->layout.bytes, 128);
    type_drop(row);
}

Test(type, a_vector_of_vectors_is_two_loops)
{
    struct type *inner = vector(100, 1, 2, basic(MPI_INT));
    struct type *outer = vector(1000, 1, 3, inner);

    cr_assert_eq(count_pieces(&outer->layout), 2);
    cr_assert_eq(outer->size, 400000);
    type_drop(inner); /* the outer one keeps it */
    cr_assert_eq(store_count(store, OBJECT_TYPE), 2);
    type_drop(outer);
}

Test(type, blocks_of_a_type_with_gaps_are_two_loops)
{
    struct type *type = vector(4, 3, 5, basic(MPI_DOUBLE_INT));

    assert_bounds(type, 4 * 3 * 12, 0, (3 * 5 + 3) * 16);
    cr_assert_eq(type->true_extent, (3 * 5 + 3) * 16 - 4);
    cr_assert_eq(count_pieces(&type->layout), 2);
    type_drop(type);
}

Test(type, a_negative_stride_lowers_the_bound)
{
    struct type *type = vector(3, 2, -4, basic(MPI_INT));

    assert_bounds(type, 24, -32, 40);
    cr_assert_eq(type->true_lb, -32);
    cr_assert_eq(type->true_extent, 40);
    type_drop(type);
}

Test(type, an_hvector_counts_its_stride_in_bytes)
{
    struct type *type;

    cr_assert_eq(type_hvector(store, FORM_PLAIN, 3, 1, 7, basic(MPI_CHAR), &type), MPI_SUCCESS);
    assert_bounds(type, 3, 0, 15);
    type_drop(type);
}

Test(type, resizing_changes_margins_only)
{
    struct type *type, *row;

    cr_assert_eq(type_resized(store, FORM_PLAIN, -4, 16, basic(MPI_INT), &type), MPI_SUCCESS);
    assert_bounds(type, 4, -4, 16);
    cr_assert_eq(type->true_lb, 0);
    cr_assert_eq(type->true_extent, 4);
    cr_assert_not(type->is_dense);
    row = contiguous(3, type);
    assert_bounds(row, 12, -4, 48);
    cr_assert_eq(row->true_extent, 36);
    type_drop(row);
    type_drop(type);
}

Test(type, empty_types_are_empty)
{
    struct type *none = contiguous(0, basic(MPI_INT)), *blocks = vector(3, 0, 5, none);

    assert_bounds(none, 0, 0, 0);
    assert_bounds(blocks, 0, 0, 0);
    cr_assert_eq(blocks->layout.count, 0);
    cr_assert_eq(blocks->sig_hash, SIG_HASH_EMPTY);
    type_drop(none);
    type_drop(blocks);
}

Test(type, a_dup_is_committed_if_its_original_is)
{
    struct type *first = contiguous(2, basic(MPI_INT)), *second, *third;

    cr_assert_eq(type_dup(store, first, &second), MPI_SUCCESS);
    type_commit(first);
    cr_assert_eq(type_dup(store, first, &third), MPI_SUCCESS);
    cr_assert_not(second->is_committed);
    cr_assert(third->is_committed);
    assert_bounds(third, 8, 0, 8);
    type_drop(first);
    type_drop(second);
    type_drop(third);
}

/* More than the standard asks for: other libraries refuse it. */
Test(type, operations_take_a_dup_of_what_they_take)
{
    struct type *copy;
    int left = 5, right = 3;

    cr_assert_eq(type_dup(store, basic(MPI_INT), &copy), MPI_SUCCESS);
    cr_assert(op_allows(op_predefined(MPI_MAX), copy));
    op_apply(op_predefined(MPI_MAX), &left, &right, 1, copy);
    cr_assert_eq(right, 5);
    cr_assert_not(op_allows(op_predefined(MPI_MAXLOC), copy));
    type_drop(copy);
}

Test(type, equal_signatures_have_equal_motifs_however_built)
{
    struct type *row = contiguous(12, basic(MPI_INT)), *column = vector(4, 3, 7, basic(MPI_INT));
    struct type *pairs = contiguous(6, basic(MPI_2INT)), *nest = vector(2, 1, 5, row);
    struct type *other = contiguous(12, basic(MPI_FLOAT));

    cr_assert(sig_hash_matches(row->sig_hash, column->sig_hash));
    cr_assert(sig_hash_matches(row->sig_hash, pairs->sig_hash));
    cr_assert(sig_hash_matches(row->sig_hash, nest->sig_hash));
    cr_assert(sig_hash_matches(row->sig_hash, basic(MPI_INT)->sig_hash));
    cr_assert(sig_hash_matches(basic(MPI_PACKED)->sig_hash, row->sig_hash));
    cr_assert_not(sig_hash_matches(row->sig_hash, other->sig_hash));
    cr_assert_not(sig_hash_matches(row->sig_hash, basic(MPI_BYTE)->sig_hash));
    type_drop(row);
    type_drop(column);
    type_drop(pairs);
    type_drop(nest);
    type_drop(other);
}

Test(type, sizes_beyond_a_count_are_refused_and_leave_the_output_alone)
{
    struct type *huge = contiguous(INT64_C(1) << 60, basic(MPI_CHAR)), *untouched = NULL;

    assert_bounds(huge, INT64_C(1) << 60, 0, INT64_C(1) << 60);
    cr_assert_eq(type_contiguous(store, FORM_PLAIN, 16, huge, &untouched), MPI_ERR_COUNT);
    cr_assert_eq(type_vector(store, FORM_PLAIN, 3, 1, 4, huge, &untouched), MPI_ERR_COUNT);
    cr_assert_eq(type_vector(store, FORM_PLAIN, 2, 1, INT64_C(1) << 62, huge, &untouched),
                 MPI_ERR_COUNT);
    cr_assert_eq(type_hvector(store, FORM_PLAIN, 2, 1, INT64_MIN, basic(MPI_INT), &untouched),
                 MPI_ERR_COUNT);
    cr_assert_null(untouched);
    type_drop(huge);
}

/* Markers draw the bounds together, but not the data. */
Test(type, data_that_lie_too_far_apart_are_refused_whatever_their_bounds)
{
    const int64_t lengths[] = {1, 1, 1};
    const int64_t places[] = {-(INT64_C(3) << 61), INT64_C(3) << 61, 0};
    struct type *marked, *untouched = NULL;

    cr_assert_eq(type_resized(store, FORM_PLAIN, 0, 4, basic(MPI_INT), &marked), MPI_SUCCESS);
    {
        const struct type *const olds[] = {basic(MPI_INT), basic(MPI_INT), marked};

        cr_assert_eq(type_struct(store, FORM_PLAIN, 3, view_wide(lengths), view_wide(places), olds,
                                 &untouched),
                     MPI_ERR_COUNT);
    }
    cr_assert_null(untouched);
    type_drop(marked);
}

Test(type, a_stride_that_is_not_used_may_be_anything)
{
    struct type *type = vector(1, 2, INT64_MAX, basic(MPI_INT));

    assert_bounds(type, 8, 0, 8);
    type_drop(type);
}

Test(type, a_type_remembers_how_it_was_made)
{
    struct type *type = vector(4, 3, 5, basic(MPI_DOUBLE));

    cr_assert_eq(type->contents.combiner, MPI_COMBINER_VECTOR);
    cr_assert_eq(type->contents.integer_count, 3);
    cr_assert_eq(type->contents.integers[0], 4);
    cr_assert_eq(type->contents.integers[1], 3);
    cr_assert_eq(type->contents.integers[2], 5);
    cr_assert_eq(type->contents.types[0], basic(MPI_DOUBLE));
    type_drop(type);
}

Test(type, a_deep_chain_is_dropped_as_a_whole)
{
    struct type *type = contiguous(1, basic(MPI_INT)), *next;

    for (int i = 1; i < TYPE_DEPTH_MAX; i++) {
        next = contiguous(1, type);
        type_drop(type);
        type = next;
    }
    cr_assert_eq(type_contiguous(store, FORM_PLAIN, 1, type, &next), MPI_ERR_OTHER);
    cr_assert_eq(store_count(store, OBJECT_TYPE), TYPE_DEPTH_MAX);
    type_drop(type);
}

Test(type, duplicates_of_duplicates_do_not_nest)
{
    struct type *type = contiguous(3, basic(MPI_INT));

    for (int i = 0; i < 100000; i++) {
        struct type *next;

        cr_assert_eq(type_dup(store, type, &next), MPI_SUCCESS);
        type_drop(type);
        type = next;
    }
    cr_assert_eq(type->depth, 2);
    type_drop(type);
}

static struct type *structure(int count, const int lengths[], const MPI_Aint displacements[],
                              const struct type *const olds[])
{
    struct type *type;

    cr_assert_eq(type_struct(store, FORM_PLAIN, count, view_narrow(lengths),
                             view_wide(displacements), olds, &type),
                 MPI_SUCCESS);
    return type;
}

static struct type *indexed(int count, const int lengths[], const int displacements[],
                            const struct type *old)
{
    struct type *type;

    cr_assert_eq(type_indexed(store, FORM_PLAIN, count, view_narrow(lengths),
                              view_narrow(displacements), old, &type),
                 MPI_SUCCESS);
    return type;
}

Test(type, a_list_that_follows_a_rule_is_a_loop)
{
    const int lengths[] = {2, 2, 2, 2}, even[] = {1, 6, 11, 16}, ones[] = {3, 4, 5, 6};
    struct type *loop = indexed(4, lengths, even, basic(MPI_INT));
    struct type *run = indexed(4, (const int[]){1, 1, 1, 1}, ones, basic(MPI_INT));

    cr_assert_eq(count_pieces(&loop->layout), 1);
    cr_assert_eq(loop->layout.offset, 4);
    cr_assert_eq(loop->layout.stride, 20);
    cr_assert_eq(loop->layout.bytes, 8);
    cr_assert_eq(count_pieces(&run->layout), 1);
    cr_assert_eq(run->layout.bytes, 16);
    cr_assert_null(loop->tables.block);
    type_drop(loop);
    type_drop(run);
}

Test(type, blocks_of_one_length_are_a_table_of_offsets)
{
    const int lengths[] = {2, 1, 1, 2}, places[] = {1, 6, 7, 3}; /* the middle two are one */
    struct type *table = indexed(4, lengths, places, basic(MPI_INT));

    cr_assert_eq(count_pieces(&table->layout), 1);
    cr_assert_eq(table->layout.count, 3);
    cr_assert_eq(table->layout.bytes, 8);
    cr_assert_not_null(table->layout.offsets);
    type_drop(table);
}

/* Blocks further apart than a table tells; those that follow a rule are a loop at any distance. */
Test(type, distant_blocks_are_a_list)
{
    const MPI_Count far = INT64_C(3) << 30, lengths[] = {2, 2, 2, 2};
    const MPI_Count odd[] = {far, 0, -far, far + 16}, even[] = {-far, 0, far, 2 * far};
    const struct int_view ones = view_wide(lengths);
    struct type *inner = vector(2, 1, 3, basic(MPI_INT)), *runs, *pieces, *loop;

    cr_assert_eq(type_hindexed(store, FORM_LARGE, 4, ones, view_wide(odd), basic(MPI_INT), &runs),
                 MPI_SUCCESS);
    cr_assert_eq(type_hindexed(store, FORM_LARGE, 4, ones, view_wide(odd), inner, &pieces),
                 MPI_SUCCESS);
    cr_assert_eq(type_hindexed(store, FORM_LARGE, 4, ones, view_wide(even), basic(MPI_INT), &loop),
                 MPI_SUCCESS);
    cr_assert_null(runs->layout.offsets);
    cr_assert_eq(runs->layout.body_count, 4);
    cr_assert_eq(runs->layout.runs[2].offset, -far);
    cr_assert_eq(runs->layout.runs[3].before, 24);
    cr_assert_null(pieces->layout.offsets);
    cr_assert_eq(pieces->layout.body_count, 4);
    cr_assert_eq(pieces->layout.pieces[3].offset, far + 16);
    cr_assert_eq(count_pieces(&loop->layout), 1);
    cr_assert_eq(loop->layout.offset, -far);
    cr_assert_eq(loop->layout.stride, far);
    type_drop(runs);
    type_drop(pieces);
    type_drop(loop);
    type_drop(inner);
}

Test(type, a_struct_of_structs_is_one_list_of_runs)
{
    const int one[] = {1, 1}, two[] = {1, 2};
    const MPI_Aint places[] = {0, 8}, far[] = {32, 0};
    const struct type *fields[] = {basic(MPI_CHAR), basic(MPI_DOUBLE)};
    struct type *inner = structure(2, one, places, fields);
    const struct type *parts[] = {inner, basic(MPI_SHORT)};
    struct type *outer = structure(2, two, far, parts);

    assert_bounds(inner, 9, 0, 16);
    assert_bounds(outer, 13, 0, 48);
    cr_assert_eq(outer->layout.body_count, 3);
    cr_assert_not_null(outer->layout.runs);
    type_drop(inner);
    type_drop(outer);
}

Test(type, markers_are_the_only_bounds_once_there_are_any)
{
    const int one[] = {1, 1, 1};
    const MPI_Aint places[] = {100, 8, 0};
    struct type *marked, *empty, *both;

    cr_assert_eq(type_resized(store, FORM_PLAIN, -3, 9, basic(MPI_INT), &marked), MPI_SUCCESS);
    empty = contiguous(0, basic(MPI_DOUBLE));
    both = structure(3, one, places,
                     (const struct type *const[]){basic(MPI_INT), marked, empty});
    assert_bounds(both, 8, 5, 9);
    cr_assert_eq(both->true_lb, 8);
    cr_assert_eq(both->true_extent, 96);
    type_drop(marked);
    type_drop(empty);
    type_drop(both);
}

Test(type, a_struct_has_the_sig_hash_of_what_it_repeats)
{
    const int one[] = {1, 1, 1, 1}, twice[] = {1, 2};
    const MPI_Aint places[] = {0, 8, 16, 24}, far[] = {0, 100};
    const struct type *fields[] = {basic(MPI_INT), basic(MPI_DOUBLE), basic(MPI_INT),
                                   basic(MPI_DOUBLE)};
    struct type *pair = structure(2, one, places, fields);
    struct type *pairs = structure(4, one, places, fields);
    struct type *three = structure(3, one, places, fields);
    const struct type *parts[] = {pair, pairs};
    struct type *five = structure(2, twice, far, parts), *many = contiguous(7, five);

    cr_assert_eq(pair->sig_hash_length, 2);
    cr_assert_eq(pair->sig_hash, pairs->sig_hash);
    cr_assert_eq(pair->sig_hash, five->sig_hash);
    cr_assert_eq(pair->sig_hash, many->sig_hash);
    cr_assert_eq(many->elements, 70);
    cr_assert_neq(pair->sig_hash, three->sig_hash);
    cr_assert_eq(three->sig_hash_length, 3);
    type_drop(pair);
    type_drop(pairs);
    type_drop(three);
    type_drop(five);
    type_drop(many);
}

/* The pair type is as if made by MPI_Type_create_struct. */
Test(type, a_pair_has_the_sig_hash_of_its_struct)
{
    const struct type *fields[] = {basic(MPI_DOUBLE), basic(MPI_INT)};
    struct type *pair = structure(2, (const int[]){1, 1}, (const MPI_Aint[]){0, 8}, fields);

    cr_assert_eq(pair->sig_hash, basic(MPI_DOUBLE_INT)->sig_hash);
    assert_bounds(pair, 12, 0, 16);
    type_drop(pair);
}

/* Types may share what they are made of: what is told of them is not counted through. */
Test(type, size_in_external32_is_known_at_once)
{
    const int one[] = {1, 1};
    struct type *full = contiguous(1, basic(MPI_LONG)), *empty = contiguous(0, basic(MPI_LONG));

    for (int level = 0; level < 40; level++) {
        const MPI_Aint places[] = {0, full->extent};
        const struct type *fulls[] = {full, full}, *empties[] = {empty, empty};
        struct type *more = structure(2, one, places, fulls);
        struct type *none = structure(2, one, places, empties);

        type_drop(full);
        type_drop(empty);
        full = more;
        empty = none;
    }
    cr_assert_eq(full->size, INT64_C(8) << 40);
    cr_assert_eq(full->external, INT64_C(4) << 40);
    cr_assert_eq(empty->external, 0);
    cr_assert_eq(basic(MPI_LONG_DOUBLE_INT)->external, 20);
    cr_assert_eq(basic(MPI_LONG_INT)->external, 8);
    type_drop(full);
    type_drop(empty);
}
