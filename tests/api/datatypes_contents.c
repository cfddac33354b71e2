/* SPDX-License-Identifier: MIT */
/* Envelope and contents of each combiner: what was given comes back, and rebuilds an equal type. */
#include <stdlib.h>

#include "random_types.h"

enum { MAX = 40, ROUNDS = 200 };

struct parts {
    int integers, addresses, types, combiner;
    int integer[MAX];
    MPI_Aint address[MAX];
    MPI_Datatype type[MAX];
};

static void take(MPI_Datatype type, struct parts *parts)
{
    memset(parts, 0xff, sizeof *parts);
    check_ok(MPI_Type_get_envelope(type, &parts->integers, &parts->addresses, &parts->types,
                                   &parts->combiner));
    if (parts->combiner != MPI_COMBINER_NAMED)
        check_ok(MPI_Type_get_contents(type, MAX, MAX, MAX, parts->integer, parts->address,
                                       parts->type));
}

static int is_named(MPI_Datatype type)
{
    int integers, addresses, types, combiner = -1;

    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

static void give_back(struct parts *parts)
{
    int i;

    for (i = 0; i < parts->types; i++)
        if (!is_named(parts->type[i]))
            check_ok(MPI_Type_free(&parts->type[i]));
}

static MPI_Datatype rebuild(struct parts *p)
{
    const int *i = p->integer;
    int n = i[0];
    MPI_Datatype made = MPI_DATATYPE_NULL, old = p->type[0];

    switch (p->combiner) {
    case MPI_COMBINER_DUP:
        MPI_Type_dup(old, &made);
        break;
    case MPI_COMBINER_CONTIGUOUS:
        MPI_Type_contiguous(n, old, &made);
        break;
    case MPI_COMBINER_VECTOR:
        MPI_Type_vector(n, i[1], i[2], old, &made);
        break;
    case MPI_COMBINER_HVECTOR:
        MPI_Type_create_hvector(n, i[1], p->address[0], old, &made);
        break;
    case MPI_COMBINER_INDEXED:
        MPI_Type_indexed(n, i + 1, i + 1 + n, old, &made);
        break;
    case MPI_COMBINER_HINDEXED:
        MPI_Type_create_hindexed(n, i + 1, p->address, old, &made);
        break;
    case MPI_COMBINER_INDEXED_BLOCK:
        MPI_Type_create_indexed_block(n, i[1], i + 2, old, &made);
        break;
    case MPI_COMBINER_HINDEXED_BLOCK:
        MPI_Type_create_hindexed_block(n, i[1], p->address, old, &made);
        break;
    case MPI_COMBINER_STRUCT:
        MPI_Type_create_struct(n, i + 1, p->address, p->type, &made);
        break;
    case MPI_COMBINER_SUBARRAY:
        MPI_Type_create_subarray(n, i + 1, i + 1 + n, i + 1 + 2 * n, i[1 + 3 * n], old, &made);
        break;
    case MPI_COMBINER_DARRAY:
        n = i[2];
        MPI_Type_create_darray(i[0], i[1], n, i + 3, i + 3 + n, i + 3 + 2 * n, i + 3 + 3 * n,
                               i[3 + 4 * n], old, &made);
        break;
    case MPI_COMBINER_F90_REAL:
        MPI_Type_create_f90_real(i[0], i[1], &made);
        break;
    case MPI_COMBINER_F90_COMPLEX:
        MPI_Type_create_f90_complex(i[0], i[1], &made);
        break;
    case MPI_COMBINER_F90_INTEGER:
        MPI_Type_create_f90_integer(i[0], &made);
        break;
    case MPI_COMBINER_RESIZED:
        MPI_Type_create_resized(old, p->address[0], p->address[1], &made);
        break;
    }
    return made;
}

static void check_parts(MPI_Datatype type, int integers, int addresses, int types, int combiner)
{
    struct parts parts;

    take(type, &parts);
    check_equal(parts.integers, integers);
    check_equal(parts.addresses, addresses);
    check_equal(parts.types, types);
    check_equal(parts.combiner, combiner);
    give_back(&parts);
}

/* Equal sizes, bounds, and packed data. */
static void check_same(MPI_Datatype one, MPI_Datatype other)
{
    MPI_Aint lb[2], extent[2], true_lb[2], true_extent[2];
    int size[2], position, i;
    char *memory, *packed[2];

    MPI_Type_commit(&one);
    MPI_Type_commit(&other);
    for (i = 0; i < 2; i++) {
        MPI_Type_get_extent(i == 0 ? one : other, &lb[i], &extent[i]);
        MPI_Type_get_true_extent(i == 0 ? one : other, &true_lb[i], &true_extent[i]);
        MPI_Type_size(i == 0 ? one : other, &size[i]);
    }
    check_equal(lb[0], lb[1]);
    check_equal(extent[0], extent[1]);
    check_equal(true_lb[0], true_lb[1]);
    check_equal(true_extent[0], true_extent[1]);
    check_equal(size[0], size[1]);
    memory = malloc((size_t)true_extent[0] + 1);
    for (i = 0; i < true_extent[0]; i++)
        memory[i] = (char)(i * 7 + i / 251);
    for (i = 0; i < 2; i++) {
        packed[i] = malloc((size_t)size[0] + 1);
        position = 0;
        MPI_Pack(memory - true_lb[0], 1, i == 0 ? one : other, packed[i], size[0], &position,
                 MPI_COMM_SELF);
    }
    check(memcmp(packed[0], packed[1], (size_t)size[0]) == 0);
    free(memory);
    free(packed[0]);
    free(packed[1]);
}

/* Frees the type. */
static void check_round_trip(MPI_Datatype type)
{
    struct parts parts;
    MPI_Datatype again;

    take(type, &parts);
    again = rebuild(&parts);
    give_back(&parts);
    check(again != MPI_DATATYPE_NULL);
    if (again == MPI_DATATYPE_NULL)
        return;
    check_same(type, again);
    MPI_Type_free(&again);
    MPI_Type_free(&type);
}

static const int lengths[] = {2, 0, 3}, places[] = {4, 9, -2};
static const MPI_Aint displacements[] = {32, -8, 100};

static void named_types_have_no_contents(void)
{
    check_parts(MPI_DOUBLE_INT, 0, 0, 0, MPI_COMBINER_NAMED);
    check_parts(MPI_BYTE, 0, 0, 0, MPI_COMBINER_NAMED);
}

static void simple_constructors_come_back(void)
{
    MPI_Datatype type;

    MPI_Type_dup(MPI_INT, &type);
    check_parts(type, 0, 0, 1, MPI_COMBINER_DUP);
    check_round_trip(type);
    MPI_Type_contiguous(5, MPI_SHORT_INT, &type);
    check_parts(type, 1, 0, 1, MPI_COMBINER_CONTIGUOUS);
    check_round_trip(type);
    MPI_Type_vector(3, 2, -4, MPI_DOUBLE, &type);
    check_parts(type, 3, 0, 1, MPI_COMBINER_VECTOR);
    check_round_trip(type);
    MPI_Type_create_hvector(3, 2, 40, MPI_INT, &type);
    check_parts(type, 2, 1, 1, MPI_COMBINER_HVECTOR);
    check_round_trip(type);
    MPI_Type_create_resized(MPI_INT, -4, 20, &type);
    check_parts(type, 0, 2, 1, MPI_COMBINER_RESIZED);
    check_round_trip(type);
}

static void lists_come_back(void)
{
    const MPI_Datatype types[] = {MPI_INT, MPI_CHAR, MPI_DOUBLE};
    MPI_Datatype type;

    MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
    check_parts(type, 7, 0, 1, MPI_COMBINER_INDEXED);
    check_round_trip(type);
    MPI_Type_create_hindexed(3, lengths, displacements, MPI_INT, &type);
    check_parts(type, 4, 3, 1, MPI_COMBINER_HINDEXED);
    check_round_trip(type);
    MPI_Type_create_indexed_block(3, 2, places, MPI_SHORT, &type);
    check_parts(type, 5, 0, 1, MPI_COMBINER_INDEXED_BLOCK);
    check_round_trip(type);
    MPI_Type_create_hindexed_block(3, 2, displacements, MPI_SHORT, &type);
    check_parts(type, 2, 3, 1, MPI_COMBINER_HINDEXED_BLOCK);
    check_round_trip(type);
    MPI_Type_create_struct(3, lengths, displacements, types, &type);
    check_parts(type, 4, 3, 3, MPI_COMBINER_STRUCT);
    check_round_trip(type);
}

static void arrays_come_back(void)
{
    const int sizes[] = {4, 5, 6}, subsizes[] = {2, 3, 1}, starts[] = {1, 0, 5};
    const int distributions[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE,
                                 MPI_DISTRIBUTE_CYCLIC};
    const int arguments[] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG, 2};
    const int grid[] = {2, 1, 3};
    MPI_Datatype type;

    MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_FORTRAN, MPI_INT, &type);
    check_parts(type, 11, 0, 1, MPI_COMBINER_SUBARRAY);
    check_round_trip(type);
    MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    check_round_trip(type);
    MPI_Type_create_darray(6, 4, 3, sizes, distributions, arguments, grid, MPI_ORDER_C, MPI_INT,
                           &type);
    check_parts(type, 16, 0, 1, MPI_COMBINER_DARRAY);
    check_round_trip(type);
}

/* What a constructor was given may be gone: its contents are other types, equal to them. */
static void children_come_back_after_they_were_freed(void)
{
    MPI_Datatype inner, outer, kept;
    struct parts parts;

    MPI_Type_vector(3, 1, 2, MPI_INT, &inner);
    MPI_Type_dup(inner, &kept);
    MPI_Type_contiguous(4, inner, &outer);
    MPI_Type_free(&inner);
    take(outer, &parts);
    check_same(parts.type[0], kept);
    check_parts(parts.type[0], 3, 0, 1, MPI_COMBINER_VECTOR);
    give_back(&parts);
    check_parts(outer, 1, 0, 1, MPI_COMBINER_CONTIGUOUS);
    check_round_trip(outer);
    MPI_Type_free(&kept);
}

/* A child handed out is one's own: freeing it leaves the original alone. */
static void a_child_is_not_the_original(void)
{
    MPI_Datatype inner, outer;
    struct parts parts;
    int size = -1;

    MPI_Type_contiguous(3, MPI_INT, &inner);
    MPI_Type_contiguous(4, inner, &outer);
    take(outer, &parts);
    give_back(&parts);
    check_ok(MPI_Type_size(inner, &size));
    check_equal(size, 12);
    MPI_Type_free(&inner);
    check_ok(MPI_Type_size(outer, &size));
    check_equal(size, 48);
    MPI_Type_free(&outer);
}

static void types_of_fortran_tell_what_was_asked(void)
{
    MPI_Datatype real, complex, integer, again;
    struct parts parts;

    check_ok(MPI_Type_create_f90_real(12, MPI_UNDEFINED, &real));
    check_ok(MPI_Type_create_f90_complex(6, 30, &complex));
    check_ok(MPI_Type_create_f90_integer(9, &integer));
    check_ok(MPI_Type_create_f90_real(12, MPI_UNDEFINED, &again));
    check(real == again);
    take(real, &parts);
    check_equal(parts.combiner, MPI_COMBINER_F90_REAL);
    check(rebuild(&parts) == real);
    check_equal(parts.types, 0);
    check_equal(parts.integers, 2);
    check_equal(parts.integer[0], 12);
    check_equal(parts.integer[1], MPI_UNDEFINED);
    take(complex, &parts);
    check_equal(parts.combiner, MPI_COMBINER_F90_COMPLEX);
    check(rebuild(&parts) == complex);
    check_equal(parts.integer[0], 6);
    check_equal(parts.integer[1], 30);
    take(integer, &parts);
    check_equal(parts.combiner, MPI_COMBINER_F90_INTEGER);
    check(rebuild(&parts) == integer);
    check_equal(parts.integers, 1);
    check_equal(parts.integer[0], 9);
}

/* From its contents, and those of what it was made of, down to named types. */
static MPI_Datatype rebuild_whole(MPI_Datatype type)
{
    struct parts parts, again;
    MPI_Datatype made;
    int i;

    take(type, &parts);
    if (parts.combiner == MPI_COMBINER_NAMED)
        return type;
    again = parts;
    for (i = 0; i < parts.types; i++)
        again.type[i] = rebuild_whole(parts.type[i]);
    made = rebuild(&again);
    give_back(&again);
    give_back(&parts);
    return made;
}

static void any_nest_comes_back(void)
{
    static struct model model;
    int round;

    start();
    for (round = 0; round < ROUNDS; round++) {
        MPI_Datatype type, again;

        make_type(&type, &model);
        again = rebuild_whole(type);
        check_same(type, again);
        MPI_Type_free(&again);
        MPI_Type_free(&type);
    }
}

CASES(named_types_have_no_contents, simple_constructors_come_back, lists_come_back,
      arrays_come_back, children_come_back_after_they_were_freed, a_child_is_not_the_original,
      types_of_fortran_tell_what_was_asked, any_nest_comes_back)
