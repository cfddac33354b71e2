/* SPDX-License-Identifier: MIT */
/* Reductions with an operation of the user's whose members name the same data by types that lie in
 * different ways: each has its own type, its function gets elements that lie as that says, aligned
 * like the structure around them, which it may write as a whole; and nothing between the elements
 * of its buffers changes. Of all functions and forms, of one group and between two. The operation,
 * concatenation of short texts, does not commute. Elements of another size are no such types. */
/* ranks: 1 2 3 5 9 */
/* options: -O2 */
/* mpich: no */
/* expect-stdout: all right */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 3000, TEXT = 24, RANKS_MAX = 9, UNTOUCHED = 0x5a };

/* The length and the letters; each rank keeps them in one of these. */
struct packed {
    int32_t length;
    char text[TEXT];
};
struct margins {
    double before;
    int32_t length;
    char gap[12];
    char text[TEXT];
    long double behind;
};
struct turned {
    char text[TEXT];
    int32_t length;
    char behind[100];
};

struct kind {
    size_t bytes, length, text;
};

static const struct kind kinds[] = {
    {sizeof(struct packed), offsetof(struct packed, length), offsetof(struct packed, text)},
    {sizeof(struct margins), offsetof(struct margins, length), offsetof(struct margins, text)},
    {sizeof(struct turned), offsetof(struct turned, length), offsetof(struct turned, text)},
};

static int rank, size, wrong, calls;
static MPI_Comm both;
static MPI_Datatype type;
static MPI_Op concatenation;
static const struct kind *kind;
static char *out, *in, *before;

static int32_t *length_at(char *elements, int i)
{
    return (int32_t *)(void *)(elements + (size_t)i * kind->bytes + kind->length);
}

static char *text_at(char *elements, int i)
{
    return elements + (size_t)i * kind->bytes + kind->text;
}

static void fail(const char *what, int i)
{
    printf("rank %d of %d: %s, element %d\n", rank, size, what, i);
    wrong++;
}

/* Writes whole structures, with what lies around the data. */
static void append(void *invec, void *inoutvec, int *len, MPI_Datatype *told)
{
    char *left = invec, *right = inoutvec, made[sizeof(struct margins) + sizeof(struct turned)];
    MPI_Aint lb, extent;
    int i, bytes;

    calls++;
    MPI_Type_get_extent(*told, &lb, &extent);
    MPI_Type_size(*told, &bytes);
    if (*told != type || extent != (MPI_Aint)kind->bytes || bytes != 4 + TEXT || *len < 1)
        fail("the function is told something else", *len);
    if (kind == &kinds[1] && (uintptr_t)right % _Alignof(struct margins) != 0)
        fail("not aligned", *len);
    for (i = 0; i < *len; i++) {
        int one = *length_at(left, i), other = *length_at(right, i);

        memset(made, UNTOUCHED, sizeof made);
        *length_at(made, 0) = one + other;
        memset(text_at(made, 0), 0, TEXT);
        memcpy(text_at(made, 0), text_at(left, i), (size_t)one);
        memcpy(text_at(made, 0) + one, text_at(right, i), (size_t)other);
        memcpy(right + (size_t)i * kind->bytes, made, kind->bytes);
    }
}

static void make_type(void)
{
    const MPI_Aint places[2] = {(MPI_Aint)kind->length, (MPI_Aint)kind->text};
    MPI_Datatype parts[2] = {MPI_INT32_T, MPI_CHAR}, bare;

    MPI_Type_create_struct(2, (int[]){1, TEXT}, places, parts, &bare);
    MPI_Type_create_resized(bare, 0, (MPI_Aint)kind->bytes, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&bare);
}

/* Each rank's letters: one or two, by the element. */
static int letters_of(int member, int i, char *text)
{
    memset(text, 0, TEXT);
    memset(text, 'a' + member, (size_t)(1 + (member + i) % 2));
    return 1 + (member + i) % 2;
}

static void fill(char *elements, int count)
{
    int i;

    memset(elements, UNTOUCHED, (size_t)count * kind->bytes);
    for (i = 0; i < count; i++)
        *length_at(elements, i) = letters_of(rank, i, text_at(elements, i));
}

/* The texts of every step-th rank from `first` on, before `end`; nothing else has changed. */
static void check(const char *what, int count, int at, int first, int end, int step)
{
    int i, member;

    for (i = 0; i < count; i++) {
        char expected[2 * TEXT] = "";
        int length = 0;

        for (member = first; member < end; member += step)
            length += letters_of(member, at + i, expected + length);
        if (*length_at(in, i) != length || memcmp(text_at(in, i), expected, TEXT) != 0)
            fail(what, i);
        *length_at(before, i) = length;
        memcpy(text_at(before, i), expected, TEXT);
    }
    if (memcmp(before, in, (size_t)count * kind->bytes) != 0)
        fail(what, -1);
}

static void clear(void)
{
    memset(in, UNTOUCHED, (size_t)COUNT_MAX * RANKS_MAX * kind->bytes);
    memset(before, UNTOUCHED, (size_t)COUNT_MAX * RANKS_MAX * kind->bytes);
}

enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

#define RUN(form, name, Name, ...)                                                                \
    do {                                                                                          \
        MPI_Request request;                                                                      \
        clear();                                                                                  \
        if (form == BLOCKING)                                                                     \
            MPI_##Name(__VA_ARGS__);                                                              \
        else if (form == NONBLOCKING)                                                             \
            MPI_I##name(__VA_ARGS__, &request);                                                   \
        else                                                                                      \
            MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &request), MPI_Start(&request);         \
        if (form != BLOCKING)                                                                     \
            MPI_Wait(&request, MPI_STATUS_IGNORE);                                                \
        if (form == PERSISTENT)                                                                   \
            MPI_Request_free(&request);                                                           \
    } while (0)

#define WITH type, concatenation

static void reduce_in_one_group(enum form form, int count)
{
    const MPI_Comm world = MPI_COMM_WORLD;
    int counts[RANKS_MAX], total = 0, own = 0, root, i;

    for (i = 0; i < size; i++)
        counts[i] = i % 2 ? count / size : i % 3;
    for (i = 0; i < size; i++) {
        own = i == rank ? total : own;
        total += counts[i];
    }
    fill(out, count * size + size);
    for (root = 0; root < size; root++) {
        RUN(form, reduce, Reduce, out, in, count, WITH, root, world);
        check("reduce", rank == root ? count : 0, 0, 0, size, 1);
    }
    RUN(form, allreduce, Allreduce, out, in, count, WITH, world);
    check("allreduce", count, 0, 0, size, 1);
    RUN(form, scan, Scan, out, in, count, WITH, world);
    check("scan", count, 0, 0, rank + 1, 1);
    RUN(form, exscan, Exscan, out, in, count, WITH, world);
    check("exscan", rank > 0 ? count : 0, 0, 0, rank, 1);
    RUN(form, reduce_scatter_block, Reduce_scatter_block, out, in, count, WITH, world);
    check("reduce_scatter_block", count, rank * count, 0, size, 1);
    RUN(form, reduce_scatter, Reduce_scatter, out, in, counts, WITH, world);
    check("reduce_scatter", counts[rank], own, 0, size, 1);
}

static void reduce_between_groups(enum form form, int count)
{
    int others = (size + rank % 2) / 2, here = size - others, first = 1 - rank % 2, root;
    int share = count * others;

    fill(out, count * here * others);
    for (root = 0; root < size; root++) {
        int named = rank == root           ? MPI_ROOT
                    : (rank + root) % 2 ? root / 2
                                           : MPI_PROC_NULL;

        RUN(form, reduce, Reduce, out, in, count, WITH, named, both);
        check("reduce between", rank == root ? count : 0, 0, first, size, 2);
    }
    RUN(form, allreduce, Allreduce, out, in, count, WITH, both);
    check("allreduce between", count, 0, first, size, 2);
    RUN(form, reduce_scatter_block, Reduce_scatter_block, out, in, share, WITH, both);
    check("reduce_scatter_block between", share, rank / 2 * share, first, size, 2);
}

/* The last rank wants the bytes to be combined as twice as many elements. */
static void refuse_elements_of_another_size(int count)
{
    int length = rank == size - 1 ? 2 : 1, code, bytes;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Datatype texts;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(length, type, &texts);
    MPI_Type_commit(&texts);
    code = MPI_Allreduce(out, in, 2 * count / length, texts, concatenation, comm);
    MPI_Error_string(code, text, &bytes);
    if (code == MPI_SUCCESS || strstr(text, " with another datatype") == NULL)
        fail(text, count);
    MPI_Type_free(&texts);
    MPI_Comm_free(&comm);
}

static void run_with_kinds(int shift)
{
    static const int lengths[] = {1, 3, 60, COUNT_MAX / RANKS_MAX};
    MPI_Comm half;
    size_t i;
    int form;

    kind = &kinds[(rank + shift) % 3];
    make_type();
    if (size > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 == 0, 0, &both);
        MPI_Comm_free(&half);
    }
    for (form = 0; form < FORMS; form++)
        for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            reduce_in_one_group(form, lengths[i]);
            if (size > 1)
                reduce_between_groups(form, lengths[i]);
        }
    if (size > 1) {
        MPI_Comm_free(&both);
        refuse_elements_of_another_size(1);
        refuse_elements_of_another_size(COUNT_MAX);
    }
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    int all, shift;
    size_t bytes = (size_t)COUNT_MAX * RANKS_MAX * sizeof(struct turned);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op_create(append, 0, &concatenation);
    out = malloc(bytes);
    in = malloc(bytes);
    before = malloc(bytes);
    for (shift = 0; shift < 3; shift++)
        run_with_kinds(shift);
    if (size > 1 && calls == 0)
        fail("no call", -1);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        puts("all right");
    free(out);
    free(in);
    free(before);
    MPI_Op_free(&concatenation);
    MPI_Finalize();
    return all != 0;
}
