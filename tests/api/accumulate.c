/* SPDX-License-Identifier: MIT */
/* Combining with the memory of other members: derived types, orders, atomicity. */
#include <stdlib.h>

#include "windows.h"

enum { INTS = 4096 };

ALIGNED static long memory[INTS];

static MPI_Win window_of(long value)
{
    int i;

    for (i = 0; i < INTS; i++)
        memory[i] = value;
    return window_over(memory, sizeof memory, sizeof(long));
}

static void every_member_adds_to_every_member(void)
{
    long one[3] = {1, 10, 100};
    int rank;
    MPI_Win win = window_of(5);

    MPI_Win_fence(0, win);
    for (rank = 0; rank < check_size; rank++)
        check_ok(MPI_Accumulate(one, 3, MPI_LONG, rank, 7, 3, MPI_LONG, MPI_SUM, win));
    MPI_Win_fence(0, win);
    check_equal(memory[6], 5);
    check_equal(memory[7], 5 + check_size);
    check_equal(memory[8], 5 + 10 * check_size);
    check_equal(memory[9], 5 + 100 * check_size);
    check_equal(memory[10], 5);
    MPI_Win_free(&win);
}

/* Operations of one origin take place in program order. */
static void operations_take_place_in_order(void)
{
    static const long values[4] = {3, 7, 2, 9};
    long old[3] = {-1, -1, -1};
    MPI_Win win = window_of(1);

    MPI_Win_fence(0, win);
    check_ok(MPI_Accumulate(&values[0], 1, MPI_LONG, right(), 0, 1, MPI_LONG, MPI_REPLACE, win));
    check_ok(MPI_Get_accumulate(&values[1], 1, MPI_LONG, &old[0], 1, MPI_LONG, right(), 0, 1,
                                MPI_LONG, MPI_SUM, win));
    check_ok(MPI_Fetch_and_op(&values[2], &old[1], MPI_LONG, right(), 0, MPI_PROD, win));
    check_ok(MPI_Accumulate(&values[3], 1, MPI_LONG, right(), 0, 1, MPI_LONG, MPI_MAX, win));
    check_ok(MPI_Get_accumulate(NULL, 0, MPI_LONG, &old[2], 1, MPI_LONG, right(), 0, 1, MPI_LONG,
                                MPI_NO_OP, win));
    MPI_Win_fence(0, win);
    check_equal(old[0], 3);
    check_equal(old[1], 10);
    check_equal(old[2], 20);
    check_equal(memory[0], 20);
    MPI_Win_free(&win);
}

static void a_counter_hands_out_each_number_once(void)
{
    enum { TURNS = 200 };
    long one = 1, got[TURNS], seen = -1;
    int i, *all = calloc((size_t)(TURNS * check_size), sizeof *all);
    MPI_Win win = window_of(0);

    check_ok(MPI_Win_lock_all(0, win));
    for (i = 0; i < TURNS; i++) {
        check_ok(MPI_Fetch_and_op(&one, &got[i], MPI_LONG, 0, 3, MPI_SUM, win));
        check_ok(MPI_Win_flush(0, win));
        check(got[i] > seen);
        seen = got[i];
        if (got[i] >= 0 && got[i] < TURNS * check_size)
            all[got[i]] = 1;
    }
    check_ok(MPI_Win_unlock_all(win));
    MPI_Allreduce(MPI_IN_PLACE, all, TURNS * check_size, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (i = 0; i < TURNS * check_size; i++)
        check_equal(all[i], 1);
    if (check_rank == 0)
        check_equal(memory[3], TURNS * check_size);
    MPI_Win_free(&win);
    free(all);
}

/* A lock of the program's own, whose holder counts without atomic operations. */
static void a_swapped_word_serves_as_a_lock(void)
{
    enum { TURNS = 30 };
    long zero = 0, one = 1, old, count;
    int i;
    MPI_Win win = window_of(0);

    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_lock_all(0, win));
    for (i = 0; i < TURNS; i++) {
        do {
            check_ok(MPI_Compare_and_swap(&one, &zero, &old, MPI_LONG, 0, 0, win));
            check_ok(MPI_Win_flush(0, win));
        } while (old != 0);
        check_ok(MPI_Get(&count, 1, MPI_LONG, 0, 1, 1, MPI_LONG, win));
        check_ok(MPI_Win_flush(0, win));
        count++;
        check_ok(MPI_Put(&count, 1, MPI_LONG, 0, 1, 1, MPI_LONG, win));
        check_ok(MPI_Win_flush(0, win));
        check_ok(MPI_Accumulate(&zero, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE, win));
        check_ok(MPI_Win_flush(0, win));
    }
    check_ok(MPI_Win_unlock_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0)
        check_equal(memory[1], TURNS * check_size);
    MPI_Win_free(&win);
}

static void a_swap_takes_place_on_equality_alone(void)
{
    long values[2] = {8, 9}, compare[2] = {5, 5}, old[2] = {-1, -1};
    MPI_Win win = window_of(5);

    MPI_Win_fence(0, win);
    check_ok(MPI_Compare_and_swap(&values[0], &compare[0], &old[0], MPI_LONG, right(), 2, win));
    check_ok(MPI_Compare_and_swap(&values[1], &compare[1], &old[1], MPI_LONG, right(), 2, win));
    MPI_Win_fence(0, win);
    check_equal(old[0], 5);
    check_equal(old[1], 8);
    check_equal(memory[2], 8);
    check_equal(memory[3], 5);
    MPI_Win_free(&win);
}

static void all_members_add_large_arrays_at_once(void)
{
    long *out = malloc(INTS * sizeof *out), *old = malloc(INTS * sizeof *old);
    int i, turn, wrong = 0;
    MPI_Win win = window_of(0);

    for (i = 0; i < INTS; i++)
        out[i] = i;
    for (turn = 0; turn < 5; turn++) {
        MPI_Win_fence(0, win);
        check_ok(MPI_Accumulate(out, INTS, MPI_LONG, 0, 0, INTS, MPI_LONG, MPI_SUM, win));
        check_ok(MPI_Accumulate(out, 1, MPI_LONG, 0, 1, 1, MPI_LONG, MPI_SUM, win));
        check_ok(MPI_Get_accumulate(out, INTS, MPI_LONG, old, INTS, MPI_LONG, 0, 0, INTS, MPI_LONG,
                                    MPI_SUM, win));
    }
    MPI_Win_fence(0, win);
    for (i = 0; i < INTS && check_rank == 0; i++)
        wrong += memory[i] != 10L * i * check_size;
    check_equal(wrong, 0);
    for (i = 2; i < INTS; i++)
        wrong += old[i] % i != 0 || old[i] / i < 9 || old[i] / i > 10 * check_size;
    check_equal(wrong, 0);
    MPI_Win_free(&win);
    free(out);
    free(old);
}

/* ---- derived types --------------------------------------------------------------------------- */

static void derived_types_are_combined_element_by_element(void)
{
    long out[12], old[20], i;
    MPI_Datatype third, pairs, block;
    MPI_Win win = window_of(1000);

    for (i = 0; i < 12; i++)
        out[i] = i;
    memset(old, 0, sizeof old);
    MPI_Type_vector(4, 1, 3, MPI_LONG, &third);
    MPI_Type_vector(2, 2, 5, MPI_LONG, &pairs);
    MPI_Type_create_indexed_block(4, 1, (int[]){3, 2, 1, 0}, MPI_LONG, &block);
    MPI_Type_commit(&third);
    MPI_Type_commit(&pairs);
    MPI_Type_commit(&block);
    MPI_Win_fence(0, win);
    check_ok(MPI_Accumulate(out, 1, third, right(), 4, 1, pairs, MPI_SUM, win));
    check_ok(MPI_Get_accumulate(out, 4, MPI_LONG, old, 1, block, right(), 4, 1, pairs, MPI_SUM,
                                win));
    MPI_Type_free(&third);
    MPI_Type_free(&pairs);
    MPI_Type_free(&block);
    MPI_Win_fence(0, win);
    check_equal(memory[4], 1000 + 0 + 0);
    check_equal(memory[5], 1000 + 3 + 1);
    check_equal(memory[6], 1000);
    check_equal(memory[9], 1000 + 6 + 2);
    check_equal(memory[10], 1000 + 9 + 3);
    for (i = 0; i < 4; i++)
        check_equal(old[3 - i], 1000 + 3 * i);
    MPI_Win_free(&win);
}

static void large_derived_types_are_combined(void)
{
    enum { COUNT = INTS / 2 };
    long *out = malloc(COUNT * sizeof *out), i, wrong = 0;
    MPI_Datatype halves;
    MPI_Win win = window_of(0);

    for (i = 0; i < COUNT; i++)
        out[i] = i;
    MPI_Type_vector(COUNT, 1, 2, MPI_LONG, &halves);
    MPI_Type_commit(&halves);
    MPI_Win_fence(0, win);
    check_ok(MPI_Accumulate(out, COUNT, MPI_LONG, 0, 0, 1, halves, MPI_SUM, win));
    check_ok(MPI_Accumulate(out, COUNT, MPI_LONG, 0, 0, COUNT, MPI_LONG, MPI_SUM, win));
    MPI_Win_fence(0, win);
    for (i = 0; i < INTS && check_rank == 0; i++)
        wrong += memory[i] != check_size * ((i % 2 == 0 ? i / 2 : 0) + (i < COUNT ? i : 0));
    check_equal(wrong, 0);
    MPI_Type_free(&halves);
    MPI_Win_free(&win);
    free(out);
}

static void pairs_with_gaps_are_combined_in_derived_types(void)
{
    struct pair {
        double value;
        int place;
    } out[2] = {{1.5, check_rank}, {9.5, 100 - check_rank}};
    ALIGNED struct pair pairs[8];
    MPI_Datatype every_other;
    int i;
    MPI_Win win = window_over(pairs, sizeof pairs, sizeof pairs[0]);

    memset(pairs, 0, sizeof pairs);
    for (i = 0; i < 8; i++) {
        pairs[i].value = 5;
        pairs[i].place = 1000;
    }
    MPI_Type_vector(2, 1, 3, MPI_DOUBLE_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Win_fence(0, win);
    check_ok(MPI_Accumulate(out, 2, MPI_DOUBLE_INT, 0, 1, 1, every_other, MPI_MAXLOC, win));
    MPI_Win_fence(0, win);
    for (i = 0; i < 8 && check_rank == 0; i++) {
        check(pairs[i].value == (i == 4 ? 9.5 : 5));
        check_equal(pairs[i].place, i == 4 ? 100 - check_size + 1 : 1000);
    }
    MPI_Type_free(&every_other);
    MPI_Win_free(&win);
}

/* A type of nothing, and one that is made of a single type by way of several. */
static void unusual_types_of_one_basic_type_are_taken(void)
{
    MPI_Datatype nothing, structure, pair;
    long out[3] = {1, 2, 3};
    MPI_Win win = window_of(10);

    MPI_Type_contiguous(0, MPI_LONG, &nothing);
    MPI_Type_contiguous(2, MPI_LONG, &pair);
    MPI_Type_create_struct(3, (int[]){0, 1, 1}, (MPI_Aint[]){0, 0, 3 * sizeof(long)},
                           (MPI_Datatype[]){MPI_INT, pair, MPI_LONG}, &structure);
    MPI_Type_commit(&nothing);
    MPI_Type_commit(&structure);
    MPI_Win_fence(0, win);
    check_ok(MPI_Accumulate(out, 1, nothing, right(), 0, 1, nothing, MPI_SUM, win));
    check_ok(MPI_Accumulate(out, 0, MPI_LONG, right(), 0, 1, nothing, MPI_SUM, win));
    check_ok(MPI_Accumulate(out, 3, MPI_LONG, right(), 0, 1, structure, MPI_SUM, win));
    MPI_Win_fence(0, win);
    check_equal(memory[0], 11);
    check_equal(memory[1], 12);
    check_equal(memory[2], 10);
    check_equal(memory[3], 13);
    MPI_Type_free(&nothing);
    MPI_Type_free(&pair);
    MPI_Type_free(&structure);
    MPI_Win_free(&win);
}

static void the_origin_of_a_no_op_is_ignored(void)
{
    long old[2] = {-1, -1}, again[2] = {17, 17};
    MPI_Win win = window_of(17);

    MPI_Win_fence(0, win);
    check_ok(MPI_Get_accumulate(NULL, 0, MPI_LONG, old, 2, MPI_LONG, right(), 3, 2, MPI_LONG,
                                MPI_NO_OP, win));
#ifndef MPICH_VERSION /* 4.0 looks at them */
    again[0] = again[1] = -1;
    check_ok(MPI_Get_accumulate(NULL, -5, MPI_DATATYPE_NULL, again, 2, MPI_LONG, right(), 3, 2,
                                MPI_LONG, MPI_NO_OP, win));
#endif
    MPI_Win_fence(0, win);
    check_equal(old[0], 17);
    check_equal(old[1], 17);
    check_equal(again[0], 17);
    check_equal(again[1], 17);
    check_equal(memory[3], 17);
    MPI_Win_free(&win);
}

/* An accumulate of no elements, or to MPI_PROC_NULL, may have any type. */
static void nothing_is_combined_with_any_type(void)
{
    long value = 7, old = 8;
    float other = 1;
    MPI_Win win = window_of(5);

    MPI_Win_fence(0, win);
    check_ok(MPI_Accumulate(&other, 0, MPI_FLOAT, right(), 7, 0, MPI_LONG, MPI_SUM, win));
    check_ok(MPI_Get_accumulate(&other, 0, MPI_FLOAT, &value, 0, MPI_INT, right(), 7, 0, MPI_LONG,
                                MPI_BAND, win));
    check_ok(MPI_Accumulate(&other, 1, MPI_FLOAT, MPI_PROC_NULL, 7, 1, MPI_LONG, MPI_SUM, win));
    check_ok(MPI_Get_accumulate(&other, 1, MPI_FLOAT, &old, 1, MPI_LONG, MPI_PROC_NULL, 7, 1,
                                MPI_INT, MPI_SUM, win));
    MPI_Win_fence(0, win);
    check_equal(memory[7], 5);
    check_equal(value, 7);
    check_equal(old, 8);
    MPI_Win_free(&win);
}

static void a_char_can_be_swapped(void)
{
    char one = 'b', old = 0;
    char was = 'a';
    MPI_Win win = window_of(0);

    memset(memory, 'a', sizeof memory);
    MPI_Win_fence(0, win);
    check_ok(MPI_Compare_and_swap(&one, &was, &old, MPI_CHAR, right(), 0, win));
    MPI_Win_fence(0, win);
    check_equal(old, 'a');
    check_equal(((char *)memory)[0], 'b');
    check_equal(((char *)memory)[1], 'a');
    MPI_Win_free(&win);
}

CASES(every_member_adds_to_every_member, operations_take_place_in_order,
      a_counter_hands_out_each_number_once, a_swapped_word_serves_as_a_lock,
      a_swap_takes_place_on_equality_alone, all_members_add_large_arrays_at_once,
      derived_types_are_combined_element_by_element, large_derived_types_are_combined,
      pairs_with_gaps_are_combined_in_derived_types, unusual_types_of_one_basic_type_are_taken,
      the_origin_of_a_no_op_is_ignored,
      nothing_is_combined_with_any_type, a_char_can_be_swapped)
