/* SPDX-License-Identifier: MIT */
/* Loops that access shared memory side by side, and others. */
#include "case.h"

#define ALONE __attribute__((noinline, noclone))

static volatile int none, ten = 10; /* the compiler does not know them */

static long *part_of_one(void)
{
    MPI_Aint bytes;
    long *base;
    int unit;

    MPI_Win_shared_query(win, 1, &bytes, &unit, &base);
    return base;
}

/* Rank 0 stores there, and rank 2 does something later; nothing orders the two. */
#define BESIDE_A_STORE(at, ...)                                                                    \
    do {                                                                                           \
        long *theirs = part_of_one();                                                              \
                                                                                                   \
        AT(0)                                                                                      \
        theirs[at] = 1;                                                                            \
        AT(TARGET)                                                                                 \
        {                                                                                          \
            PAUSE();                                                                               \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
    } while (0)

/* ---- loops ----------------------------------------------------------------------------------- */

static ALONE long add_up(const long *from, int count)
{
    long total = 0;
    int i;

    for (i = 0; i < count; i++)
        total += from[i];
    return total;
}

static ALONE void fill(long *to, int count)
{
    int i;

    for (i = 0; i < count; i++)
        to[i] = i;
}

static ALONE void fill_down(long *to, int count)
{
    while (--count >= 0)
        to[count] = count;
}

static ALONE void fill_bytes(char *to, int count)
{
    do
        *to++ = 3;
    while (--count > 0);
}

static ALONE void count_into(long *total, const int *from, int count)
{
    int i;

    for (i = 0; i < count; i++)
        *total += from[i];
}

static ALONE void fill_but(long *to, int count, int left_out)
{
    int i;

    for (i = 0; i < count; i++)
        if (i != left_out)
            to[i] = i;
}

static ALONE void fill_even(long *to, int count)
{
    int i;

    for (i = 0; i < count; i += 2)
        to[i] = i;
}

static ALONE void fill_to(long *to, int count, long last)
{
    int i;

    for (i = 0; i < count; i++) {
        if (to[i] == last)
            break;
        to[i] = last;
    }
}

static ALONE void fill_square(long *to, int rows, int columns, int width)
{
    int row, column;

    for (row = 0; row < rows; row++)
        for (column = 0; column < columns; column++)
            to[row * width + column] = row;
}

static ALONE void fill_in_turns(long *to, int count, int turns)
{
    int i;

    for (i = 0; i < count; i++) {
        if (turns)
            BARRIER();
        to[i] = rank;
        if (turns)
            BARRIER();
    }
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void wrong_first_of_a_sum(void)
{
    BESIDE_A_STORE(5, sum += add_up(theirs + 5, ten));
}

static void wrong_last_of_a_sum(void)
{
    BESIDE_A_STORE(14, sum += add_up(theirs + 5, ten));
}

static void wrong_last_of_a_fill(void)
{
    BESIDE_A_STORE(9, fill(theirs, ten));
}

static void wrong_first_of_a_fill_down(void)
{
    BESIDE_A_STORE(14, fill_down(theirs + 5, ten));
}

static void wrong_last_of_a_fill_down(void)
{
    BESIDE_A_STORE(5, fill_down(theirs + 5, ten));
}

static void wrong_last_byte(void)
{
    BESIDE_A_STORE(1, fill_bytes((char *)theirs, ten));
}

static void wrong_one_word(void)
{
    BESIDE_A_STORE(0, count_into(theirs, (int[10]){0}, ten));
}

static void wrong_most_rounds(void)
{
    BESIDE_A_STORE(6, fill_but(theirs, ten, 5));
}

static void wrong_every_other_word(void)
{
    BESIDE_A_STORE(8, fill_even(theirs, ten));
}

static void wrong_loop_that_may_end(void)
{
    BESIDE_A_STORE(7, fill_to(theirs, ten, 2));
}

static void wrong_square(void)
{
    BESIDE_A_STORE(8 + 2, fill_square(theirs, 3, 3, 8));
}

static void right_before_a_sum(void)
{
    BESIDE_A_STORE(4, sum += add_up(theirs + 5, ten));
}

static void right_behind_a_sum(void)
{
    BESIDE_A_STORE(15, sum += add_up(theirs + 5, ten));
}

static void right_behind_a_fill(void)
{
    BESIDE_A_STORE(10, fill(theirs, ten));
}

static void right_before_a_fill_down(void)
{
    BESIDE_A_STORE(4, fill_down(theirs + 5, ten));
}

static void right_behind_a_fill_down(void)
{
    BESIDE_A_STORE(15, fill_down(theirs + 5, ten));
}

static void right_behind_the_last_byte(void)
{
    BESIDE_A_STORE(1, fill_bytes((char *)theirs, ten - 2));
}

static void right_beside_one_word(void)
{
    BESIDE_A_STORE(1, count_into(theirs, (int[10]){0}, ten));
}

static void right_one_word_without_rounds(void)
{
    BESIDE_A_STORE(0, count_into(theirs, (int[10]){0}, none));
}

static void right_fill_without_rounds(void)
{
    BESIDE_A_STORE(0, fill(theirs, none));
}

static void right_fill_down_without_rounds(void)
{
    BESIDE_A_STORE(0, fill_down(theirs, none));
}

static void right_all_rounds_but_one(void)
{
    BESIDE_A_STORE(5, fill_but(theirs, ten, 5));
}

static void right_every_other_word(void)
{
    BESIDE_A_STORE(7, fill_even(theirs, ten));
}

static void right_columns_behind_a_square(void)
{
    BESIDE_A_STORE(8 + 3, fill_square(theirs, 3, 3, 8));
}

static void wrong_barriers_of_another_loop(void)
{
    long *theirs = part_of_one();

    fill_in_turns(theirs + rank * 10, 3, 1);
    AT(0)
    fill_in_turns(theirs, 3, 0);
    AT(TARGET) {
        PAUSE();
        fill_in_turns(theirs, 3, 0);
    }
}

static void right_barriers_in_the_loop(void)
{
    long *theirs = part_of_one();
    int turn;

    for (turn = 0; turn < 3; turn++)
        fill_in_turns(theirs + (rank + turn) % 3, 1, 1);
}

static void right_loop_that_ends(void)
{
    long *theirs = part_of_one();

    AT(1)
    theirs[3] = 2;
    BARRIER();
    BESIDE_A_STORE(4, fill_to(theirs, ten, 2));
}

static void right_barrier_between_loops(void)
{
    long *theirs = part_of_one();

    AT(0)
    fill(theirs, ten);
    BARRIER();
    AT(TARGET)
    fill_down(theirs, ten);
}

CASES(1,
      CASE(wrong_first_of_a_sum),
      CASE(wrong_last_of_a_sum),
      CASE(wrong_last_of_a_fill),
      CASE(wrong_first_of_a_fill_down),
      CASE(wrong_last_of_a_fill_down),
      CASE(wrong_last_byte),
      CASE(wrong_one_word),
      CASE(wrong_most_rounds),
      CASE(wrong_every_other_word),
      CASE(wrong_loop_that_may_end),
      CASE(wrong_square),
      CASE(right_before_a_sum),
      CASE(right_behind_a_sum),
      CASE(right_behind_a_fill),
      CASE(right_before_a_fill_down),
      CASE(right_behind_a_fill_down),
      CASE(right_behind_the_last_byte),
      CASE(right_beside_one_word),
      CASE(right_one_word_without_rounds),
      CASE(right_fill_without_rounds),
      CASE(right_fill_down_without_rounds),
      CASE(right_all_rounds_but_one),
      CASE(right_every_other_word),
      CASE(right_columns_behind_a_square),
      CASE(wrong_barriers_of_another_loop),
      CASE(right_barriers_in_the_loop),
      CASE(right_loop_that_ends),
      CASE(right_barrier_between_loops))
