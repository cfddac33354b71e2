/* SPDX-License-Identifier: MIT */
/* Operations of reductions on types that allow them, and what they must yield. mpi.h only. */
#ifndef COLLECTIVE_FOLDS_H
#define COLLECTIVE_FOLDS_H

#include <complex.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum operation { MAX, MIN, SUM, PROD, LAND, LOR, LXOR, BAND, BOR, BXOR, OPERATIONS };

/* a = a op b. */
typedef void fold(enum operation operation, void *a, const void *b);
/* An operand, from a random number. */
typedef void operand(enum operation operation, void *at, int rank, uint64_t random);

/* Products and sums of all ranks' stay small enough for eight bits, and exact. */
static int small(enum operation operation, int rank, uint64_t random)
{
    if (operation == PROD)
        return rank < 4 && random % 3 == 0 ? 2 : 1;
    return (int)(random % 4);
}

#define LOGICAL_CASES                                                                             \
    case LAND: x = x && y; break;                                                                 \
    case LOR: x = x || y; break;                                                                  \
    case LXOR: x = !x != !y; break;
#define ORDER_CASES                                                                               \
    case MAX: x = x > y ? x : y; break;                                                           \
    case MIN: x = x < y ? x : y; break;
#define BIT_CASES                                                                                 \
    case BAND: x &= y; break;                                                                     \
    case BOR: x |= y; break;                                                                      \
    case BXOR: x ^= y; break;
#define ADD_CASES(T)                                                                              \
    case SUM: x = (T)(x + y); break;                                                              \
    case PROD: x = (T)(x * y); break;

#define FOLD(name, T, CASES)                                                                      \
    static void fold_##name(enum operation operation, void *a, const void *b)                     \
    {                                                                                             \
        T x, y;                                                                                   \
                                                                                                  \
        memcpy(&x, a, sizeof x);                                                                  \
        memcpy(&y, b, sizeof y);                                                                  \
        switch (operation) {                                                                      \
            CASES                                                                                 \
        default:                                                                                  \
            break;                                                                                \
        }                                                                                         \
        memcpy(a, &x, sizeof x);                                                                  \
    }                                                                                             \
    static void operand_##name(enum operation operation, void *at, int rank, uint64_t random)     \
    {                                                                                             \
        T x = (T)small(operation, rank, random);                                                  \
                                                                                                  \
        memcpy(at, &x, sizeof x);                                                                 \
    }
#define INTEGER(T) FOLD(T, T, ORDER_CASES ADD_CASES(T) LOGICAL_CASES BIT_CASES)

INTEGER(int8_t)
INTEGER(uint8_t)
INTEGER(int16_t)
INTEGER(uint16_t)
INTEGER(int32_t)
INTEGER(uint32_t)
INTEGER(int64_t)
INTEGER(uint64_t)
FOLD(float, float, ORDER_CASES ADD_CASES(float))
FOLD(double, double, ORDER_CASES ADD_CASES(double))
FOLD(bool, _Bool, LOGICAL_CASES)
FOLD(complex, double complex, ADD_CASES(double complex))

struct located {
    double value;
    int place;
};

static void fold_located(enum operation operation, void *a, const void *b)
{
    struct located x, y;

    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (operation == MAX ? y.value > x.value : y.value < x.value)
        x = y;
    else if (y.value == x.value && y.place < x.place)
        x.place = y.place;
    memcpy(a, &x.value, sizeof x.value);
    memcpy((char *)a + offsetof(struct located, place), &x.place, sizeof x.place);
}

static void operand_located(enum operation operation, void *at, int rank, uint64_t random)
{
    double value = (double)(random % 4);
    int place = (int)(random / 7 % 100);

    (void)operation;
    (void)rank;
    memcpy(at, &value, sizeof value);
    memcpy((char *)at + offsetof(struct located, place), &place, sizeof place);
}

/* ---- users' operations that do not commute ----------------------------------------------- */

static void fold_matrix(enum operation operation, void *a, const void *b)
{
    uint32_t x[4], y[4], z[4];

    (void)operation;
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    z[0] = x[0] * y[0] + x[1] * y[2];
    z[1] = x[0] * y[1] + x[1] * y[3];
    z[2] = x[2] * y[0] + x[3] * y[2];
    z[3] = x[2] * y[1] + x[3] * y[3];
    memcpy(a, z, sizeof z);
}

static void operand_matrix(enum operation operation, void *at, int rank, uint64_t random)
{
    uint32_t x[4] = {(uint32_t)random, (uint32_t)(random >> 8), (uint32_t)(random >> 16),
                     (uint32_t)(random >> 24)};

    (void)operation;
    (void)rank;
    memcpy(at, x, sizeof x);
}

enum { TEXT_BYTES = 48, MATRIX_BYTES = 16, MATRIX_EXTENT = 24 };

static void fold_text(enum operation operation, void *a, const void *b)
{
    char joined[2 * TEXT_BYTES];

    (void)operation;
    snprintf(joined, sizeof joined, "%s%s", (const char *)a, (const char *)b);
    memset(a, 0, TEXT_BYTES);
    snprintf(a, TEXT_BYTES, "%.*s", TEXT_BYTES - 1, joined);
}

static void operand_text(enum operation operation, void *at, int rank, uint64_t random)
{
    (void)operation;
    (void)random;
    memset(at, 0, TEXT_BYTES);
    ((char *)at)[0] = (char)('A' + rank);
}

/* MPI asks for inout = in op inout. */
static void apply(fold *fold, size_t bytes, size_t extent, const char *in, char *inout, int count)
{
    char left[TEXT_BYTES];

    for (; count > 0; count--, in += extent, inout += extent) {
        memcpy(left, in, bytes);
        fold(SUM, left, inout);
        memcpy(inout, left, bytes);
    }
}

static void apply_matrix(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    apply(fold_matrix, MATRIX_BYTES, MATRIX_EXTENT, in, inout, *count);
}

static void apply_text(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    apply(fold_text, TEXT_BYTES, TEXT_BYTES, in, inout, *count);
}

/* ---- all of them ------------------------------------------------------------------------- */

enum { INTEGERS = 8, FLOATS = 2 };
enum { BOOLEAN = INTEGERS + FLOATS, COMPLEX, BYTE, LOCATED, MATRIX, TEXT, REDUCTIONS };

static struct reduction {
    MPI_Datatype type;
    fold *fold;
    operand *operand;
    int bytes, extent; /* bytes that count */
    enum operation first, last;
} reductions[REDUCTIONS];
static MPI_Op matrix_op, text_op;

static MPI_Op op_of(int kind, enum operation operation)
{
    MPI_Op ops[] = {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_LOR, MPI_LXOR,
                    MPI_BAND, MPI_BOR, MPI_BXOR};

    if (kind == LOCATED)
        return operation == MAX ? MPI_MAXLOC : MPI_MINLOC;
    return kind == MATRIX ? matrix_op : kind == TEXT ? text_op : ops[operation];
}

static void open_reductions(void)
{
    int i = 0;
    MPI_Datatype inner;

#define ROW(MPI, name, T, first, last)                                                            \
    reductions[i++] = (struct reduction){MPI, fold_##name, operand_##name, sizeof(T), sizeof(T),  \
                                         first, last}
    ROW(MPI_INT8_T, int8_t, int8_t, MAX, BXOR);
    ROW(MPI_UINT8_T, uint8_t, uint8_t, MAX, BXOR);
    ROW(MPI_INT16_T, int16_t, int16_t, MAX, BXOR);
    ROW(MPI_UINT16_T, uint16_t, uint16_t, MAX, BXOR);
    ROW(MPI_INT32_T, int32_t, int32_t, MAX, BXOR);
    ROW(MPI_UINT32_T, uint32_t, uint32_t, MAX, BXOR);
    ROW(MPI_INT64_T, int64_t, int64_t, MAX, BXOR);
    ROW(MPI_UINT64_T, uint64_t, uint64_t, MAX, BXOR);
    ROW(MPI_FLOAT, float, float, MAX, PROD);
    ROW(MPI_DOUBLE, double, double, MAX, PROD);
    ROW(MPI_C_BOOL, bool, _Bool, LAND, LXOR);
    ROW(MPI_C_DOUBLE_COMPLEX, complex, double complex, SUM, PROD);
    ROW(MPI_BYTE, uint8_t, uint8_t, BAND, BXOR);
    ROW(MPI_DOUBLE_INT, located, struct located, MAX, MIN);
    reductions[LOCATED].bytes = sizeof(double) + sizeof(int);
    MPI_Type_contiguous(4, MPI_UINT32_T, &inner);
    MPI_Type_create_resized(inner, 0, MATRIX_EXTENT, &reductions[MATRIX].type);
    MPI_Type_free(&inner);
    MPI_Type_contiguous(TEXT_BYTES, MPI_CHAR, &reductions[TEXT].type);
    for (i = MATRIX; i <= TEXT; i++) {
        MPI_Type_commit(&reductions[i].type);
        reductions[i].fold = i == MATRIX ? fold_matrix : fold_text;
        reductions[i].operand = i == MATRIX ? operand_matrix : operand_text;
        reductions[i].bytes = i == MATRIX ? MATRIX_BYTES : TEXT_BYTES;
        reductions[i].extent = i == MATRIX ? MATRIX_EXTENT : TEXT_BYTES;
        reductions[i].first = reductions[i].last = SUM;
    }
    MPI_Op_create(apply_matrix, 0, &matrix_op);
    MPI_Op_create(apply_text, 0, &text_op);
}

static void close_reductions(void)
{
    MPI_Type_free(&reductions[MATRIX].type);
    MPI_Type_free(&reductions[TEXT].type);
    MPI_Op_free(&matrix_op);
    MPI_Op_free(&text_op);
}

#endif
