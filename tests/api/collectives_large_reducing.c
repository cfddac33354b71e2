/* SPDX-License-Identifier: MIT */
/* Large counts: reductions and scans in every form, against values folded in the order of ranks:
 * sums of ints, places of maxima, and a user's operation that does not commute, made by
 * MPI_Op_create_c, on a derived type with gaps. */
/* mpich: no    4.0 hangs in MPI_Reduce_scatter_block_c of such a type, or destroys its heap */
#include "collective_large.h"

static const int lengths[] = {0, 1, 6, 90, 5000};

enum { LENGTHS = sizeof lengths / sizeof lengths[0], KINDS = 3, SMALL_MAX = 1000, MODULUS = 10007 };

struct kind {
    struct layout layout;
    MPI_Op op;
    struct value (*combine)(struct value left, struct value right);
};

static struct kind kinds[KINDS];
static const struct kind *kind;
static struct call call;
static int length, form, in_place, calls_of_the_operation, wrong_types;
static MPI_Count *counts;

static struct value add(struct value left, struct value right)
{
    return (struct value){left.number + right.number, 0};
}

static struct value maximum(struct value left, struct value right)
{
    if (left.real == right.real)
        return left.number < right.number ? left : right;
    return left.real > right.real ? left : right;
}

/* One function x -> number * x + real after the other, modulo a prime. */
static struct value compose(struct value left, struct value right)
{
    long real = (long)right.number * (long)left.real + (long)right.real;

    return (struct value){left.number * right.number % MODULUS, (double)(real % MODULUS)};
}

static void compose_all(void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
{
    const struct layout *layout = &kinds[2].layout;
    MPI_Count i;

    calls_of_the_operation++;
    wrong_types += *type != layout->type;
    for (i = 0; i < *count; i++) {
        unsigned char *from = (unsigned char *)in + i * layout->extent;
        unsigned char *to = (unsigned char *)inout + i * layout->extent;
        struct value left, right;

        memcpy(&left.number, from + layout->number_at, sizeof left.number);
        memcpy(&left.real, from + layout->real_at, sizeof left.real);
        memcpy(&right.number, to + layout->number_at, sizeof right.number);
        memcpy(&right.real, to + layout->real_at, sizeof right.real);
        right = compose(left, right);
        memcpy(to + layout->number_at, &right.number, sizeof right.number);
        memcpy(to + layout->real_at, &right.real, sizeof right.real);
    }
}

static void kinds_open(void)
{
    struct layout pairs = {MPI_DOUBLE_INT, 16, 8, 0};

    kinds[0] = (struct kind){layout_of_ints(), MPI_SUM, add};
    kinds[1] = (struct kind){pairs, MPI_MAXLOC, maximum};
    kinds[2] = (struct kind){layout_make(28, 8, -4, 40), MPI_OP_NULL, compose};
    check_ok(MPI_Op_create_c(compose_all, 0, &kinds[2].op));
}

static void kinds_close(void)
{
    check_ok(MPI_Op_free(&kinds[2].op));
    check_ok(MPI_Type_free(&kinds[2].layout.type));
}

static void in_a_situation(void (*body)(void))
{
    images_open((size_t)(length + 2) * (size_t)size * (size_t)peers + 1, kind->layout.extent);
    counts = calloc((size_t)size, sizeof *counts);
    for (form = 0; form < FORMS; form++)
        for (in_place = 0; in_place < (is_inter ? 1 : 2); in_place++)
            body();
    free(counts);
    images_close();
}

/* Runs a body with each combination; scans have no second group. */
static void for_all(void (*body)(void), int places)
{
    int number, k, which;

    kinds_open();
    for (number = 0; number < places; number++) {
        if (!place_open(number))
            continue;
        for (k = 0; k < LENGTHS; k++)
            for (which = 0; which < KINDS; which++) {
                length = lengths[k];
                kind = &kinds[which];
                if (length <= SMALL_MAX || number == 0)
                    in_a_situation(body);
            }
        comm_done(&comm);
    }
    kinds_close();
}

static struct value operand(int who, int i)
{
    return (struct value){(who * 7 + i * 3) % 101 + 1, (who * 5 + i * 11) % 17};
}

/* The operands of the members first, ..., last - 1 of the other group, or of the only one. */
static struct value fold(int first, int last, int i)
{
    struct value result = operand(theirs(first), i);
    int member;

    for (member = first + 1; member < last; member++)
        result = kind->combine(result, operand(theirs(member), i));
    return result;
}

/* A call with `count` operands of this member, out of place or in place. What is in place stays as
 * it is, but for the result. */
static void open_call(int count)
{
    int i;

    images_clear();
    for (i = 0; i < count; i++)
        put(in_place ? before : sent, &kind->layout, i, operand(mine(rank), i));
    if (in_place)
        memcpy(expected, before, image_bytes);
    call = (struct call){
        .sendbuf = in_place ? MPI_IN_PLACE : sent + MARGIN, .recvbuf = got + MARGIN,
        .recvcount = count, .recvcounts = counts, .recvtype = kind->layout.type, .op = kind->op,
        .comm = comm};
}

/* The result: elements first, first + 1, ... of the members 0, ..., last - 1. */
static void expect_fold(int last, int first, int count)
{
    int i;

    for (i = 0; i < count; i++)
        put(expected, &kind->layout, i, fold(0, last, first + i));
}

static void reduce_rooted(int root_is_mine, int root)
{
    int i_am_root = root_is_mine && rank == root, is_in_place = in_place;

    in_place = is_in_place && i_am_root;
    open_call(length);
    in_place = is_in_place;
    call.root = root;
    if (is_inter && root_is_mine) {
        call.root = i_am_root ? MPI_ROOT : MPI_PROC_NULL;
        call.sendbuf = NULL;
    }
    if (i_am_root)
        expect_fold(peers, 0, length);
    else
        call.recvbuf = NULL;
    deliver_reduction(reduce, &call, form);
}

static void reduce_body(void)
{
    reduce_rooted(!is_inter || is_first, 0);
    reduce_rooted(!is_inter || !is_first, (!is_inter || !is_first ? size : peers) - 1);
}

static void a_root_gets_the_fold_of_all(void)
{
    for_all(reduce_body, PLACES);
}

static void allreduce_body(void)
{
    open_call(length);
    expect_fold(peers, 0, length);
    deliver_reduction(allreduce, &call, form);
}

static void all_get_the_fold_of_all(void)
{
    for_all(allreduce_body, PLACES);
}

static void reduce_scatter_block_body(void)
{
    int count = is_inter ? length * peers : length;

    if (length > SMALL_MAX)
        return;
    open_call(count * size);
    call.recvcount = count;
    expect_fold(peers, rank * count, count);
    deliver_reduction(reduce_scatter_block, &call, form);
}

static void folds_are_scattered_in_equal_blocks(void)
{
    for_all(reduce_scatter_block_body, PLACES);
}

/* Both groups need the same sum; the first member leaves some to the last. */
static void reduce_scatter_body(void)
{
    int member, first = 0, total = 0;

    if (length > SMALL_MAX)
        return;
    for (member = 0; member < size; member++)
        counts[member] = is_inter ? length * peers : member % 3 == 1 ? 0 : length + member % 2;
    if (is_inter && size > 1) {
        counts[size - 1] += counts[0];
        counts[0] = 0;
    }
    for (member = 0; member < size; member++) {
        first += member < rank ? (int)counts[member] : 0;
        total += (int)counts[member];
    }
    open_call(total);
    expect_fold(peers, first, (int)counts[rank]);
    deliver_reduction(reduce_scatter, &call, form);
}

static void folds_are_scattered(void)
{
    for_all(reduce_scatter_body, PLACES);
}

static void scan_body(void)
{
    open_call(length);
    expect_fold(rank + 1, 0, length);
    deliver_reduction(scan, &call, form);
}

static void scans_fold_up_to_oneself(void)
{
    for_all(scan_body, BETWEEN);
}

/* The first member gets nothing that the standard tells. */
static void exscan_body(void)
{
    MPI_Request request = MPI_REQUEST_NULL;

    open_call(length);
    if (rank > 0) {
        expect_fold(rank, 0, length);
        deliver_reduction(exscan, &call, form);
        return;
    }
    memcpy(got, before, image_bytes);
    check_ok(exscan(&call, form, &request));
    if (form == PERSISTENT)
        prepared(MPI_SUCCESS, &request, NULL);
    else if (form == NONBLOCKING)
        started(MPI_SUCCESS, &request);
}

static void exclusive_scans_fold_what_is_before_oneself(void)
{
    for_all(exscan_body, BETWEEN);
}

static void the_operation_got_its_type_and_large_counts(void)
{
    check(check_size == 1 || calls_of_the_operation > 0);
    check_equal(wrong_types, 0);
}

CASES(a_root_gets_the_fold_of_all, all_get_the_fold_of_all, folds_are_scattered_in_equal_blocks,
      folds_are_scattered, scans_fold_up_to_oneself, exclusive_scans_fold_what_is_before_oneself,
      the_operation_got_its_type_and_large_counts)
