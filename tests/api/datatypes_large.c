/* SPDX-License-Identifier: MIT */
/* Large forms, names, Fortran's types, addresses, and the names that MPI once had. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const MPI_Count gib = (MPI_Count)1 << 30;

static void check_large(MPI_Datatype type, MPI_Count size, MPI_Count lb, MPI_Count extent)
{
    MPI_Count got = -1, low = -1, span = -1, x = -1;
    MPI_Aint small_low = -1, small_span = -1;

    check_ok(MPI_Type_size_c(type, &got));
    check_equal(got, size);
    check_ok(MPI_Type_size_x(type, &x));
    check_equal(x, size);
    check_ok(MPI_Type_get_extent_c(type, &low, &span));
    check_equal(low, lb);
    check_equal(span, extent);
    check_ok(MPI_Type_get_extent_x(type, &low, &span));
    check_equal(span, extent);
    check_ok(MPI_Type_get_extent(type, &small_low, &small_span));
    check_equal(small_low, lb);
    check_equal(small_span, extent);
}

/* What the large form was given comes back as large counts; the plain forms cannot tell. */
static void check_counts(MPI_Datatype *type, int combiner, int integers, int larges, int types,
                         const MPI_Count expected[])
{
    MPI_Count got[5] = {-1, -1, -1, -1}, large[16];
    int i, found = -1, integer[16], plain;
    MPI_Aint address[1];
    MPI_Datatype child[4];

    check_ok(MPI_Type_get_envelope_c(*type, &got[0], &got[1], &got[2], &got[3], &found));
    check_equal(found, combiner);
    check_equal(got[0], integers);
    check_equal(got[1], 0);
    check_equal(got[2], larges);
    check_equal(got[3], types);
    check_ok(MPI_Type_get_contents_c(*type, 16, 0, 16, 4, integer, address, large, child));
    for (i = 0; i < larges; i++)
        check_equal(large[i], expected[i]);
    check_class(MPI_Type_get_envelope(*type, &plain, &plain, &plain, &plain), MPI_ERR_TYPE);
    check_class(MPI_Type_get_contents(*type, 16, 0, 4, integer, address, child), MPI_ERR_TYPE);
    MPI_Type_free(type);
}

static void counts_and_places_beyond_an_int_are_kept(void)
{
    const MPI_Count lengths[] = {3 * gib, 1}, places[] = {8 * gib, -2 * gib};
    const MPI_Datatype olds[] = {MPI_CHAR, MPI_INT};
    const MPI_Count sizes[] = {4 * gib, 3}, parts[] = {3 * gib, 2}, starts[] = {gib, 1};
    MPI_Datatype type;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_ok(MPI_Type_contiguous_c(5 * gib, MPI_INT, &type));
    check_large(type, 20 * gib, 0, 20 * gib);
    check_counts(&type, MPI_COMBINER_CONTIGUOUS, 0, 1, 1, (MPI_Count[]){5 * gib});
    check_ok(MPI_Type_vector_c(3, gib, 4 * gib, MPI_SHORT, &type));
    check_large(type, 6 * gib, 0, 18 * gib);
    check_counts(&type, MPI_COMBINER_VECTOR, 0, 3, 1, (MPI_Count[]){3, gib, 4 * gib});
    check_ok(MPI_Type_create_hvector_c(2, 1, 9 * gib, MPI_DOUBLE, &type));
    check_large(type, 16, 0, 9 * gib + 8);
    check_counts(&type, MPI_COMBINER_HVECTOR, 0, 3, 1, (MPI_Count[]){2, 1, 9 * gib});
    check_ok(MPI_Type_indexed_c(2, lengths, places, MPI_SHORT, &type));
    check_large(type, 6 * gib + 2, -4 * gib, 26 * gib);
    check_counts(&type, MPI_COMBINER_INDEXED, 0, 5, 1,
                 (MPI_Count[]){2, 3 * gib, 1, 8 * gib, -2 * gib});
    check_ok(MPI_Type_create_hindexed_c(2, lengths, places, MPI_CHAR, &type));
    check_large(type, 3 * gib + 1, -2 * gib, 13 * gib);
    check_counts(&type, MPI_COMBINER_HINDEXED, 0, 5, 1,
                 (MPI_Count[]){2, 3 * gib, 1, 8 * gib, -2 * gib});
    check_ok(MPI_Type_create_indexed_block_c(2, 7, places, MPI_CHAR, &type));
    check_large(type, 14, -2 * gib, 10 * gib + 7);
    check_counts(&type, MPI_COMBINER_INDEXED_BLOCK, 0, 4, 1,
                 (MPI_Count[]){2, 7, 8 * gib, -2 * gib});
    check_ok(MPI_Type_create_hindexed_block_c(2, 8, places, MPI_CHAR, &type));
    check_counts(&type, MPI_COMBINER_HINDEXED_BLOCK, 0, 4, 1,
                 (MPI_Count[]){2, 8, 8 * gib, -2 * gib});
    check_ok(MPI_Type_create_struct_c(2, lengths, places, olds, &type));
    check_large(type, 3 * gib + 4, -2 * gib, 13 * gib);
    check_counts(&type, MPI_COMBINER_STRUCT, 0, 5, 2,
                 (MPI_Count[]){2, 3 * gib, 1, 8 * gib, -2 * gib});
    check_ok(MPI_Type_create_resized_c(MPI_INT, -gib, 7 * gib, &type));
    check_large(type, 4, -gib, 7 * gib);
    check_counts(&type, MPI_COMBINER_RESIZED, 0, 2, 1, (MPI_Count[]){-gib, 7 * gib});
    check_ok(MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_CHAR,
                                        &type));
    check_large(type, 6 * gib, 0, 12 * gib);
    check_counts(&type, MPI_COMBINER_SUBARRAY, 2, 6, 1,
                 (MPI_Count[]){4 * gib, 3, 3 * gib, 2, gib, 1});
    check_ok(MPI_Type_create_darray_c(2, 1, 2, sizes,
                                      (int[]){MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE},
                                      (int[]){MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG},
                                      (int[]){2, 1}, MPI_ORDER_C, MPI_CHAR, &type));
    check_large(type, 6 * gib, 0, 12 * gib);
    check_counts(&type, MPI_COMBINER_DARRAY, 10, 2, 1, (MPI_Count[]){4 * gib, 3});
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

/* Blocks of one length, further apart than 31 bits tell, in memory that is only named. */
static void distant_blocks_are_packed_and_sent(void)
{
    const MPI_Count ones[] = {2, 2, 2}, places[] = {0, 5 * gib / 2, 3};
    const MPI_Count lengths[] = {4, 4}, far[] = {5 * gib / 2, 16};
    char *memory = malloc((size_t)(3 * gib)), *high = memory + 5 * gib / 2, packed[6], got[24] = "";
    MPI_Datatype apart, part, parts;
    int position = 0;

    check(memory != NULL);
    if (memory == NULL)
        return;
    MPI_Type_create_hindexed_c(3, ones, places, MPI_CHAR, &apart);
    MPI_Type_vector(2, 1, 2, MPI_CHAR, &part);
    MPI_Type_create_hindexed_c(2, lengths, far, part, &parts);
    MPI_Type_commit(&apart);
    MPI_Type_commit(&parts);
    memcpy(memory, "ab_cd", 5);
    memcpy(high, "ef", 2);
    check_ok(MPI_Pack(memory, 1, apart, packed, 6, &position, MPI_COMM_SELF));
    check(memcmp(packed, "abefcd", 6) == 0);
    memcpy(memory + 16, "i jk lm no p", 12);
    memcpy(high, "1 23 45 67 8", 12);
    check_ok(MPI_Sendrecv(memory, 1, parts, 0, 1, got, 16, MPI_CHAR, 0, 1, MPI_COMM_SELF,
                          MPI_STATUS_IGNORE));
    check(memcmp(got, "12345678ijklmnop", 16) == 0);
    MPI_Type_free(&apart);
    MPI_Type_free(&part);
    MPI_Type_free(&parts);
    free(memory);
}

/* Bytes that begin far away, in a type whose bounds say otherwise. */
static void true_extents_beyond_an_int_are_told(void)
{
    const MPI_Count places[] = {3 * gib, 9 * gib};
    MPI_Datatype apart, resized;
    MPI_Count lb = -1, extent = -1, x = -1, span = -1;
    MPI_Aint low = -1, small = -1;

    MPI_Type_create_hindexed_block_c(2, 1, places, MPI_INT, &apart);
    MPI_Type_create_resized_c(apart, -gib, 20 * gib, &resized);
    check_large(resized, 8, -gib, 20 * gib);
    check_ok(MPI_Type_get_true_extent_c(resized, &lb, &extent));
    check_equal(lb, 3 * gib);
    check_equal(extent, 6 * gib + 4);
    check_ok(MPI_Type_get_true_extent_x(resized, &x, &span));
    check_equal(x, lb);
    check_equal(span, extent);
    check_ok(MPI_Type_get_true_extent(resized, &low, &small));
    check_equal(low, lb);
    check_equal(small, extent);
    MPI_Type_free(&apart);
    MPI_Type_free(&resized);
}

static void sizes_that_do_not_fit_are_undefined(void)
{
    MPI_Datatype type;
    MPI_Count large = -1;
    int small = 0;

    MPI_Type_contiguous_c(gib, MPI_INT, &type);
    check_ok(MPI_Type_size(type, &small));
    check_equal(small, MPI_UNDEFINED);
    check_ok(MPI_Pack_size(1, type, MPI_COMM_SELF, &small));
    check_equal(small, MPI_UNDEFINED);
    check_ok(MPI_Pack_size_c(3, type, MPI_COMM_SELF, &large));
    check_equal(large, 12 * gib);
    MPI_Type_free(&type);
}

static void types_have_names(void)
{
    char name[MPI_MAX_OBJECT_NAME], longer[2 * MPI_MAX_OBJECT_NAME];
    MPI_Datatype type, copy;
    int length = -1;

    check_ok(MPI_Type_get_name(MPI_WCHAR, name, &length));
    check_text(name, "MPI_WCHAR");
    check_equal(length, 9);
    check_ok(MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length));
    check_text(name, "MPI_DATATYPE_NULL");
    MPI_Type_contiguous(2, MPI_INT, &type);
    check_ok(MPI_Type_get_name(type, name, &length));
    check_equal(length, 0);
    check_text(name, "");
    check_ok(MPI_Type_set_name(type, "two of them"));
    check_ok(MPI_Type_get_name(type, name, &length));
    check_text(name, "two of them");
    check_equal(length, 11);
    MPI_Type_dup(type, &copy);
    MPI_Type_get_name(copy, name, &length);
    check_equal(length, 0);
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    check_ok(MPI_Type_set_name(type, longer));
    MPI_Type_get_name(type, name, &length);
    check_equal(length, MPI_MAX_OBJECT_NAME - 1);
    MPI_Type_free(&copy);
    MPI_Type_free(&type);
    /* A predefined type's name is the rank's own. */
    snprintf(longer, sizeof longer, "int of %d", check_rank);
    check_ok(MPI_Type_set_name(MPI_INT, longer));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_get_name(MPI_INT, name, &length);
    check_text(name, longer);
    MPI_Type_set_name(MPI_INT, "MPI_INT");
}

static void fortran_kinds_have_the_sizes_of_its_compiler(void)
{
    static const struct {
        int p, r, size;
    } reals[] = {{6, 37, 4}, {7, 5, 8}, {6, 38, 8}, {15, 307, 8}, {16, 10, 16}, {33, 4931, 16}};
    static const int integers[][2] = {{1, 1}, {2, 1}, {3, 2}, {5, 4}, {9, 4}, {10, 8}, {18, 8},
                                      {19, 16}, {38, 16}};
    MPI_Datatype type;
    size_t i;
    int size;

    for (i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        check_ok(MPI_Type_create_f90_real(reals[i].p, reals[i].r, &type));
        MPI_Type_size(type, &size);
        check_equal(size, reals[i].size);
        check_ok(MPI_Type_create_f90_complex(reals[i].p, reals[i].r, &type));
        MPI_Type_size(type, &size);
        check_equal(size, 2 * reals[i].size);
    }
    for (i = 0; i < sizeof integers / sizeof integers[0]; i++) {
        check_ok(MPI_Type_create_f90_integer(integers[i][0], &type));
        MPI_Type_size(type, &size);
        check_equal(size, integers[i][1]);
    }
}

static void sizes_find_types(void)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;

    check_ok(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 8, &type));
    check(type == MPI_INTEGER8);
    check_ok(MPI_Type_match_size(MPI_TYPECLASS_REAL, 4, &type));
    check(type == MPI_REAL4);
    check_ok(MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 32, &type));
    check(type == MPI_COMPLEX32);
}

static void addresses_can_be_counted_with(void)
{
    int numbers[10] = {0}, got = 0;
    MPI_Aint first = 0, last = 0, old = 0;
    MPI_Datatype type;

    check_ok(MPI_Get_address(&numbers[0], &first));
    check_ok(MPI_Get_address(&numbers[9], &last));
    check_equal(MPI_Aint_diff(last, first), 36);
    check_equal(MPI_Aint_add(first, 36), last);
    check_equal(MPI_Aint_diff(first, last), -36);
    check_ok(MPI_Address(&numbers[9], &old));
    check_equal(old, last);
    numbers[9] = 42; /* by its absolute address */
    MPI_Type_create_hindexed_block(1, 1, &last, MPI_INT, &type);
    MPI_Type_commit(&type);
    check_ok(MPI_Sendrecv(MPI_BOTTOM, 1, type, 0, 0, &got, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                          MPI_STATUS_IGNORE));
    check_equal(got, 42);
    MPI_Type_free(&type);
}

/* A place that is not used need not be one. */
static void a_rank_without_a_part_has_an_empty_one(void)
{
    const MPI_Count sizes[] = {5};
    const int distributions[] = {MPI_DISTRIBUTE_CYCLIC}, blocks[] = {INT_MAX}, grid[] = {INT_MAX};
    MPI_Datatype wide, type;
    MPI_Count size = -1;

    check_ok(MPI_Type_create_resized_c(MPI_INT, 0, INT64_MAX / 16, &wide));
    check_ok(MPI_Type_create_darray_c(INT_MAX, INT_MAX - 1, 1, sizes, distributions, blocks, grid,
                                      MPI_ORDER_C, wide, &type));
    check_ok(MPI_Type_size_c(type, &size));
    check_equal(size, 0);
    MPI_Type_free(&type);
    check_ok(MPI_Type_create_darray_c(INT_MAX, 0, 1, sizes, distributions, blocks, grid,
                                      MPI_ORDER_C, wide, &type));
    check_ok(MPI_Type_size_c(type, &size));
    check_equal(size, 20);
    MPI_Type_free(&type);
    MPI_Type_free(&wide);
    check_ok(MPI_Type_create_darray_c(2, 1, 1, (MPI_Count[]){INT64_MAX},
                                      (int[]){MPI_DISTRIBUTE_BLOCK},
                                      (int[]){MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2},
                                      MPI_ORDER_C, MPI_CHAR, &type));
    check_ok(MPI_Type_size_c(type, &size));
    check(size == INT64_MAX / 2);
    MPI_Type_free(&type);
}

static void removed_names_still_work(void)
{
    int lengths[] = {1, 2}, integers, addresses, types, combiner, size = 0;
    MPI_Aint places[] = {0, 8}, extent = -1, lb = -1, ub = -1;
    MPI_Datatype olds[] = {MPI_INT, MPI_DOUBLE}, type;

    check_ok(MPI_Type_struct(2, lengths, places, olds, &type));
    check_ok(MPI_Type_extent(type, &extent));
    check_equal(extent, 24);
    check_ok(MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
    check_equal(combiner, MPI_COMBINER_STRUCT);
    MPI_Type_free(&type);
    check_ok(MPI_Type_hvector(3, 1, -16, MPI_INT, &type));
    check_ok(MPI_Type_lb(type, &lb));
    check_ok(MPI_Type_ub(type, &ub));
    check_equal(lb, -32);
    check_equal(ub, 4);
    MPI_Type_free(&type);
    check_ok(MPI_Type_hindexed(2, lengths, places, MPI_INT, &type));
    MPI_Type_size(type, &size);
    check_equal(size, 12);
    MPI_Type_free(&type);
}

CASES(counts_and_places_beyond_an_int_are_kept, distant_blocks_are_packed_and_sent,
      true_extents_beyond_an_int_are_told,
      sizes_that_do_not_fit_are_undefined, types_have_names,
      fortran_kinds_have_the_sizes_of_its_compiler, sizes_find_types, addresses_can_be_counted_with,
      a_rank_without_a_part_has_an_empty_one, removed_names_still_work)
