/* SPDX-License-Identifier: MIT */
/* Wrong arguments of the functions of datatypes: each gives its class and leaves the outputs. */
#include <stdint.h>

#include "check.h"

static const int ones[] = {1, 1, 1}, bad_lengths[] = {1, -1, 1}, places[] = {0, 4, 8};
static const MPI_Aint displacements[] = {0, 16, 32};
static const MPI_Datatype ints[] = {MPI_INT, MPI_INT, MPI_INT};
static const MPI_Datatype holes[] = {MPI_INT, MPI_DATATYPE_NULL, MPI_INT};

static void constructors_refuse_what_is_no_type(void)
{
    const MPI_Datatype null = MPI_DATATYPE_NULL;
    MPI_Datatype made = MPI_CHAR;

    errors_return();
    check_class(MPI_Type_contiguous(1, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_vector(1, 1, 1, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_hvector(1, 1, 1, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_indexed(1, ones, places, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_hindexed(1, ones, displacements, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_indexed_block(1, 1, places, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_hindexed_block(1, 1, displacements, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_struct(3, ones, displacements, holes, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_resized(null, 0, 4, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_dup(null, &made), MPI_ERR_TYPE);
    check(made == MPI_CHAR);
    errors_are_fatal();
}

static void constructors_refuse_negative_counts(void)
{
    MPI_Datatype made = MPI_CHAR;

    errors_return();
    check_class(MPI_Type_contiguous(-1, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_vector(-1, 1, 1, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_vector(1, -1, 1, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_create_hvector(1, -1, 1, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_indexed(-1, ones, places, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_indexed(3, bad_lengths, places, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_create_hindexed(3, bad_lengths, displacements, MPI_INT, &made),
                MPI_ERR_COUNT);
    check_class(MPI_Type_create_indexed_block(3, -1, places, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_create_hindexed_block(-1, 1, displacements, MPI_INT, &made),
                MPI_ERR_COUNT);
    check_class(MPI_Type_create_struct(-1, ones, displacements, ints, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_create_struct(3, bad_lengths, displacements, ints, &made),
                MPI_ERR_COUNT);
    check(made == MPI_CHAR);
    errors_are_fatal();
}

static void constructors_refuse_null_arrays_and_outputs(void)
{
    MPI_Datatype made = MPI_CHAR;

    errors_return();
    check_class(MPI_Type_contiguous(1, MPI_INT, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_indexed(3, NULL, places, MPI_INT, &made), MPI_ERR_ARG);
    check_class(MPI_Type_indexed(3, ones, NULL, MPI_INT, &made), MPI_ERR_ARG);
    check_class(MPI_Type_create_struct(3, ones, displacements, NULL, &made), MPI_ERR_ARG);
    check_ok(MPI_Type_indexed(0, NULL, NULL, MPI_INT, &made)); /* nothing is read */
    MPI_Type_free(&made);
    check_ok(MPI_Type_create_struct(0, NULL, NULL, NULL, &made));
    MPI_Type_free(&made);
    errors_are_fatal();
}

static void subarrays_must_lie_inside_of_arrays(void)
{
    const int sizes[] = {4, 4}, parts[] = {2, 2}, starts[] = {2, 2};
    const int zero[] = {2, 0}, five[] = {5, 1}, late[] = {3, 0}, early[] = {-1, 0};
    MPI_Datatype made;

    errors_return();
    check_ok(MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &made));
    MPI_Type_free(&made);
    check_class(MPI_Type_create_subarray(0, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &made),
                MPI_ERR_ARG);
    check_class(MPI_Type_create_subarray(2, zero, parts, starts, MPI_ORDER_C, MPI_INT, &made),
                MPI_ERR_ARG);
    check_class(MPI_Type_create_subarray(2, sizes, zero, starts, MPI_ORDER_C, MPI_INT, &made),
                MPI_ERR_ARG);
    check_class(MPI_Type_create_subarray(2, sizes, five, starts, MPI_ORDER_C, MPI_INT, &made),
                MPI_ERR_ARG);
    check_class(MPI_Type_create_subarray(2, sizes, parts, late, MPI_ORDER_C, MPI_INT, &made),
                MPI_ERR_ARG);
    check_class(MPI_Type_create_subarray(2, sizes, parts, early, MPI_ORDER_C, MPI_INT, &made),
                MPI_ERR_ARG);
    check_class(MPI_Type_create_subarray(2, sizes, parts, starts, 99, MPI_INT, &made),
                MPI_ERR_ARG);
    check_class(MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DATATYPE_NULL,
                                         &made),
                MPI_ERR_TYPE);
    errors_are_fatal();
}

static int darray(int size, int rank, int distribution, int argument, int grid)
{
    const int sizes[] = {10}, distributions[] = {distribution}, arguments[] = {argument};
    MPI_Datatype made;
    int err = MPI_Type_create_darray(size, rank, 1, sizes, distributions, arguments, &grid,
                                     MPI_ORDER_C, MPI_INT, &made);

    if (err == MPI_SUCCESS)
        MPI_Type_free(&made);
    return err;
}

static void distributed_arrays_must_be_covered(void)
{
    errors_return();
    check_ok(darray(4, 3, MPI_DISTRIBUTE_BLOCK, 3, 4));
    check_class(darray(4, 3, MPI_DISTRIBUTE_BLOCK, 2, 4), MPI_ERR_ARG);
    check_class(darray(4, 4, MPI_DISTRIBUTE_CYCLIC, 2, 4), MPI_ERR_RANK);
    check_class(darray(4, -1, MPI_DISTRIBUTE_CYCLIC, 2, 4), MPI_ERR_RANK);
    check_class(darray(5, 1, MPI_DISTRIBUTE_CYCLIC, 2, 4), MPI_ERR_ARG);
    check_class(darray(4, 1, MPI_DISTRIBUTE_CYCLIC, 0, 4), MPI_ERR_ARG);
    check_class(darray(4, 1, 77, 1, 4), MPI_ERR_ARG);
    check_class(darray(0, 0, MPI_DISTRIBUTE_CYCLIC, 1, 0), MPI_ERR_ARG);
    errors_are_fatal();
}

static void queries_refuse_what_they_cannot_tell(void)
{
    MPI_Datatype vector, child = MPI_CHAR, null = MPI_DATATYPE_NULL;
    int numbers[3], n, size = 7;
    MPI_Aint lb, extent;
    MPI_Status status;
    char name[MPI_MAX_OBJECT_NAME];

    errors_return();
    MPI_Type_vector(2, 1, 3, MPI_INT, &vector);
    check_class(MPI_Type_size(null, &size), MPI_ERR_TYPE);
    check_equal(size, 7);
    check_class(MPI_Type_size(MPI_INT, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_get_extent(null, &lb, &extent), MPI_ERR_TYPE);
    check_class(MPI_Type_get_true_extent(MPI_INT, &lb, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_get_envelope(null, &n, &n, &n, &n), MPI_ERR_TYPE);
    check_class(MPI_Type_get_contents(MPI_INT, 0, 0, 0, numbers, &lb, &child), MPI_ERR_TYPE);
    check_class(MPI_Type_get_contents(vector, 2, 0, 1, numbers, &lb, &child), MPI_ERR_ARG);
    check_class(MPI_Type_get_contents(vector, 3, 0, 0, numbers, &lb, &child), MPI_ERR_ARG);
    check_class(MPI_Type_get_contents(vector, 3, 0, 1, NULL, &lb, &child), MPI_ERR_ARG);
    check(child == MPI_CHAR);
    check_class(MPI_Type_set_name(null, "x"), MPI_ERR_TYPE);
    check_class(MPI_Type_set_name(vector, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_get_name(vector, name, NULL), MPI_ERR_ARG);
    check_class(MPI_Get_elements(&status, null, &n), MPI_ERR_TYPE);
    check_class(MPI_Get_elements(NULL, MPI_INT, &n), MPI_ERR_ARG);
    check_class(MPI_Get_address(&n, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_match_size(12345, 4, &child), MPI_ERR_ARG);
    check_class(MPI_Type_match_size(MPI_TYPECLASS_REAL, 5, &child), MPI_ERR_ARG);
    check_class(MPI_Type_create_f90_real(40, 1, &child), MPI_ERR_ARG);
    check_class(MPI_Type_create_f90_real(MPI_UNDEFINED, MPI_UNDEFINED, &child), MPI_ERR_ARG);
    check_class(MPI_Type_create_f90_integer(39, &child), MPI_ERR_ARG);
    check(child == MPI_CHAR);
    MPI_Type_free(&vector);
    errors_are_fatal();
}

static void types_that_are_gone_or_predefined_are_not_freed(void)
{
    MPI_Datatype type, gone, real;

    errors_return();
    MPI_Type_contiguous(2, MPI_INT, &type);
    gone = type;
    check_ok(MPI_Type_free(&type));
    check_class(MPI_Type_free(&type), MPI_ERR_TYPE);
    check_class(MPI_Type_free(&gone), MPI_ERR_TYPE);
    check_class(MPI_Type_commit(&gone), MPI_ERR_TYPE);
    type = MPI_INT;
    check_class(MPI_Type_free(&type), MPI_ERR_TYPE);
    check(type == MPI_INT);
    MPI_Type_create_f90_real(6, 30, &real);
    check_class(MPI_Type_free(&real), MPI_ERR_TYPE);
    check_class(MPI_Type_free(NULL), MPI_ERR_ARG);
    errors_are_fatal();
}

static void packing_stays_inside_of_the_buffer(void)
{
    char buffer[16];
    int position = 9, numbers[4] = {0};
    MPI_Aint place = 0;
    MPI_Datatype open;

    errors_return();
    check_class(MPI_Pack(numbers, 2, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD),
                MPI_ERR_TRUNCATE);
    check_equal(position, 9);
    check_class(MPI_Pack(numbers, -1, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD),
                MPI_ERR_COUNT);
    check_class(MPI_Pack(numbers, 1, MPI_INT, buffer, -1, &position, MPI_COMM_WORLD), MPI_ERR_ARG);
    check_class(MPI_Pack(numbers, 1, MPI_INT, buffer, 16, &position, MPI_COMM_NULL), MPI_ERR_COMM);
    check_class(MPI_Pack(NULL, 1, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    check_class(MPI_Pack(numbers, 1, MPI_INT, buffer, 16, NULL, MPI_COMM_WORLD), MPI_ERR_ARG);
    check_class(MPI_Unpack(buffer, 16, &position, numbers, 2, MPI_INT, MPI_COMM_WORLD),
                MPI_ERR_TRUNCATE);
    position = -1;
    check_class(MPI_Unpack(buffer, 16, &position, numbers, 1, MPI_INT, MPI_COMM_WORLD),
                MPI_ERR_TRUNCATE);
    MPI_Type_contiguous(1, MPI_INT, &open);
    position = 0;
    check_class(MPI_Pack(numbers, 1, open, buffer, 16, &position, MPI_COMM_WORLD), MPI_ERR_TYPE);
    check_ok(MPI_Pack_size(1, open, MPI_COMM_WORLD, &position)); /* needs no commit */
    check_class(MPI_Pack_size(-1, MPI_INT, MPI_COMM_WORLD, &position), MPI_ERR_COUNT);
    MPI_Type_free(&open);
    check_class(MPI_Pack_external("internal", numbers, 1, MPI_INT, buffer, 16, &place),
                MPI_ERR_UNSUPPORTED_DATAREP);
    check_class(MPI_Pack_external(NULL, numbers, 1, MPI_INT, buffer, 16, &place), MPI_ERR_ARG);
    check_class(MPI_Pack_external("external32", numbers, 1, MPI_INT, buffer, -2, &place),
                MPI_ERR_ARG);
    check_class(MPI_Unpack_external("external32", buffer, 2, &place, numbers, 1, MPI_INT),
                MPI_ERR_TRUNCATE);
    check_class(MPI_Pack_external_size("external32", -1, MPI_INT, &place), MPI_ERR_COUNT);
    errors_are_fatal();
}

static void functions_of_old_names_check_too(void)
{
    const MPI_Datatype null = MPI_DATATYPE_NULL;
    MPI_Datatype made = MPI_CHAR, olds[] = {MPI_INT, MPI_INT, MPI_INT}, gaps[3];
    MPI_Aint places_of[] = {0, 16, 32}, lb = -17, extent = -17;
    int lengths[] = {1, 1, 1}, bad[] = {1, -1, 1};
    MPI_Count count = -17, low = -17;
    MPI_Status status;

    memcpy(gaps, holes, sizeof gaps);
    errors_return();
    MPI_Recv(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    check_class(MPI_Get_elements_x(&status, null, &count), MPI_ERR_TYPE);
    check_class(MPI_Get_elements_x(NULL, MPI_INT, &count), MPI_ERR_ARG);
    check_class(MPI_Status_set_elements_x(&status, null, 1), MPI_ERR_TYPE);
    check_class(MPI_Status_set_elements_x(&status, MPI_INT, -1), MPI_ERR_COUNT);
    check_class(MPI_Status_set_elements_c(&status, MPI_DOUBLE, INT64_MAX), MPI_ERR_COUNT);
    check_class(MPI_Type_size_x(null, &count), MPI_ERR_TYPE);
    check_class(MPI_Type_get_extent_x(null, &low, &count), MPI_ERR_TYPE);
    check_class(MPI_Type_get_true_extent_x(null, &low, &count), MPI_ERR_TYPE);
    check_class(MPI_Type_extent(null, &extent), MPI_ERR_TYPE);
    check_class(MPI_Type_lb(null, &lb), MPI_ERR_TYPE);
    check_class(MPI_Type_ub(null, &extent), MPI_ERR_TYPE);
    check_class(MPI_Type_hvector(1, 1, 4, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_hvector(-1, 1, 4, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_hvector(1, -1, 4, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_hindexed(3, lengths, places_of, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_hindexed(3, bad, places_of, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_hindexed(-3, lengths, places_of, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_struct(3, lengths, places_of, gaps, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_struct(3, bad, places_of, olds, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_struct(-3, lengths, places_of, olds, &made), MPI_ERR_COUNT);
    check(made == MPI_CHAR);
    check_equal(count, -17);
    check_equal(low, -17);
    check_equal(lb, -17);
    check_equal(extent, -17);
    errors_are_fatal();
}

static const MPI_Count long_ones[] = {1, 1, 1}, long_bad[] = {1, -1, 1}, long_places[] = {0, 4, 8};

static void large_constructors_check_too(void)
{
    const MPI_Datatype null = MPI_DATATYPE_NULL;
    MPI_Datatype made = MPI_CHAR;

    errors_return();
    check_class(MPI_Type_contiguous_c(-1, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_contiguous_c(1, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_vector_c(1, -1, 1, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_vector_c(1, 1, 1, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_hvector_c(-1, 1, 1, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_create_hvector_c(1, 1, 1, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_indexed_c(3, long_bad, long_places, MPI_INT, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_indexed_c(3, long_ones, long_places, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_hindexed_c(-1, long_ones, long_places, MPI_INT, &made),
                MPI_ERR_COUNT);
    check_class(MPI_Type_create_hindexed_c(3, long_ones, long_places, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_indexed_block_c(3, -1, long_places, MPI_INT, &made),
                MPI_ERR_COUNT);
    check_class(MPI_Type_create_indexed_block_c(3, 1, long_places, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_hindexed_block_c(-3, 1, long_places, MPI_INT, &made),
                MPI_ERR_COUNT);
    check_class(MPI_Type_create_hindexed_block_c(3, 1, long_places, null, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_struct_c(3, long_bad, long_places, ints, &made), MPI_ERR_COUNT);
    check_class(MPI_Type_create_struct_c(3, long_ones, long_places, holes, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_resized_c(null, 0, 4, &made), MPI_ERR_TYPE);
    check_class(MPI_Type_create_subarray_c(1, (MPI_Count[]){4}, (MPI_Count[]){3}, (MPI_Count[]){2},
                                           MPI_ORDER_C, MPI_INT, &made),
                MPI_ERR_ARG);
    check_class(MPI_Type_create_subarray_c(1, long_ones, long_ones, (MPI_Count[]){0}, MPI_ORDER_C,
                                           null, &made),
                MPI_ERR_TYPE);
    check_class(MPI_Type_create_darray_c(4, 9, 1, (MPI_Count[]){4},
                                         (int[]){MPI_DISTRIBUTE_CYCLIC}, (int[]){1}, (int[]){4},
                                         MPI_ORDER_C, MPI_INT, &made),
                MPI_ERR_RANK);
    check(made == MPI_CHAR);
    errors_are_fatal();
}

static void large_queries_and_packing_check_too(void)
{
    const MPI_Datatype null = MPI_DATATYPE_NULL;
    int numbers[4] = {0}, combiner;
    MPI_Count size = -17, position = 9, low, count;
    MPI_Datatype child = MPI_CHAR;
    MPI_Status status;
    char buffer[16];

    errors_return();
    MPI_Recv(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    check_class(MPI_Type_size_c(null, &size), MPI_ERR_TYPE);
    check_class(MPI_Type_size_c(MPI_INT, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_get_extent_c(null, &low, &size), MPI_ERR_TYPE);
    check_class(MPI_Type_get_extent_c(MPI_INT, NULL, &size), MPI_ERR_ARG);
    check_class(MPI_Type_get_true_extent_c(null, &low, &size), MPI_ERR_TYPE);
    check_class(MPI_Type_get_true_extent_c(MPI_INT, &low, NULL), MPI_ERR_ARG);
    check_class(MPI_Type_get_envelope_c(null, &low, &low, &low, &low, &combiner), MPI_ERR_TYPE);
    check_class(MPI_Type_get_contents_c(MPI_INT, 0, 0, 0, 0, numbers, &low, &low, &child),
                MPI_ERR_TYPE);
    check_class(MPI_Get_elements_c(&status, null, &size), MPI_ERR_TYPE);
    check_class(MPI_Get_count_c(&status, null, &size), MPI_ERR_TYPE);
    check_class(MPI_Pack_size_c(-1, MPI_INT, MPI_COMM_WORLD, &size), MPI_ERR_COUNT);
    check_class(MPI_Pack_external_size_c("external32", 1, null, &size), MPI_ERR_TYPE);
    check_equal(size, -17);
    check_class(MPI_Pack_c(numbers, 2, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD),
                MPI_ERR_TRUNCATE);
    check_class(MPI_Pack_c(numbers, -1, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD),
                MPI_ERR_COUNT);
    check_class(MPI_Pack_c(NULL, 1, MPI_INT, buffer, 16, &position, MPI_COMM_WORLD),
                MPI_ERR_BUFFER);
    check_class(MPI_Unpack_c(buffer, 16, &position, numbers, 2, MPI_INT, MPI_COMM_WORLD),
                MPI_ERR_TRUNCATE);
    check_class(MPI_Unpack_c(buffer, 16, &position, numbers, 1, null, MPI_COMM_WORLD),
                MPI_ERR_TYPE);
    check_class(MPI_Pack_external_c("internal", numbers, 1, MPI_INT, buffer, 16, &position),
                MPI_ERR_UNSUPPORTED_DATAREP);
    check_class(MPI_Unpack_external_c("external32", buffer, 10, &position, numbers, 1, MPI_INT),
                MPI_ERR_TRUNCATE);
    check_equal(position, 9);
    count = 1;
    check_class(MPI_Reduce_local_c(numbers, numbers + 1, count, MPI_WCHAR, MPI_SUM), MPI_ERR_OP);
    check_class(MPI_Reduce_local_c(numbers, numbers + 1, -count, MPI_INT, MPI_SUM),
                MPI_ERR_COUNT);
    check_class(MPI_Reduce_local(numbers, numbers, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
    check_class(MPI_Reduce_local(numbers, numbers + 1, 1, null, MPI_SUM), MPI_ERR_TYPE);
    check_class(MPI_Reduce_local(numbers, numbers + 1, 1, MPI_INT, MPI_OP_NULL), MPI_ERR_OP);
    errors_are_fatal();
}

CASES(constructors_refuse_what_is_no_type, constructors_refuse_negative_counts,
      constructors_refuse_null_arrays_and_outputs, subarrays_must_lie_inside_of_arrays,
      distributed_arrays_must_be_covered, queries_refuse_what_they_cannot_tell,
      types_that_are_gone_or_predefined_are_not_freed, packing_stays_inside_of_the_buffer,
      functions_of_old_names_check_too, large_constructors_check_too,
      large_queries_and_packing_check_too)
