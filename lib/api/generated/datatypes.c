/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from datatypes.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/quick.h"
#include "api/entry/surface.h"
#include "api/generated/datatypes.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype);
int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype);
int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
                     MPI_Datatype *newtype);
int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                       MPI_Datatype oldtype, MPI_Datatype *newtype);
int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                             MPI_Datatype *newtype);
int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                               MPI_Datatype oldtype, MPI_Datatype *newtype);
int PMPI_Type_indexed(int count, const int array_of_blocklengths[],
                      const int array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype);
int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                        const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                        MPI_Datatype *newtype);
int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
                              const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                              MPI_Datatype *newtype);
int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                                const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                                MPI_Datatype *newtype);
int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[],
                                   MPI_Datatype oldtype, MPI_Datatype *newtype);
int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
                                     const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                                     MPI_Datatype *newtype);
int PMPI_Type_create_hindexed_block(int count, int blocklength,
                                    const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                                    MPI_Datatype *newtype);
int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
                                      const MPI_Count array_of_displacements[],
                                      MPI_Datatype oldtype, MPI_Datatype *newtype);
int PMPI_Type_create_struct(int count, const int array_of_blocklengths[],
                            const MPI_Aint array_of_displacements[],
                            const MPI_Datatype array_of_types[], MPI_Datatype *newtype);
int PMPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                              const MPI_Count array_of_displacements[],
                              const MPI_Datatype array_of_types[], MPI_Datatype *newtype);
int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
                              const int array_of_starts[], int order, MPI_Datatype oldtype,
                              MPI_Datatype *newtype);
int PMPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[],
                                const MPI_Count array_of_subsizes[],
                                const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype,
                                MPI_Datatype *newtype);
int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[],
                            const int array_of_distribs[], const int array_of_dargs[],
                            const int array_of_psizes[], int order, MPI_Datatype oldtype,
                            MPI_Datatype *newtype);
int PMPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[],
                              const int array_of_distribs[], const int array_of_dargs[],
                              const int array_of_psizes[], int order, MPI_Datatype oldtype,
                              MPI_Datatype *newtype);
int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                             MPI_Datatype *newtype);
int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
                               MPI_Datatype *newtype);
int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype);
int PMPI_Type_commit(MPI_Datatype *datatype);
int PMPI_Type_free(MPI_Datatype *datatype);
int PMPI_Type_size(MPI_Datatype datatype, int *size);
int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size);
int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent);
int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent);
int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent);
int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent);
int PMPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses,
                           int *num_datatypes, int *combiner);
int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers,
                             MPI_Count *num_addresses, MPI_Count *num_large_counts,
                             MPI_Count *num_datatypes, int *combiner);
int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses,
                           int max_datatypes, int array_of_integers[],
                           MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]);
int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
                             MPI_Count max_large_counts, MPI_Count max_datatypes,
                             int array_of_integers[], MPI_Aint array_of_addresses[],
                             MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]);
int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count);
int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);
int PMPI_Get_address(const void *location, MPI_Aint *address);
MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp);
MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2);
int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
              int *position, MPI_Comm comm);
int PMPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
                MPI_Count outsize, MPI_Count *position, MPI_Comm comm);
int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
                MPI_Datatype datatype, MPI_Comm comm);
int PMPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
                  MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm);
int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size);
int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size);
int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype,
                       void *outbuf, MPI_Aint outsize, MPI_Aint *position);
int PMPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount,
                         MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                         MPI_Count *position);
int PMPI_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize,
                         MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype);
int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize,
                           MPI_Count *position, void *outbuf, MPI_Count outcount,
                           MPI_Datatype datatype);
int PMPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size);
int PMPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype,
                              MPI_Count *size);
int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
                              MPI_Datatype *pair_type);
int PMPI_Type_set_name(MPI_Datatype datatype, const char *type_name);
int PMPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen);
int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size);
int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent);
int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent);
int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);
int PMPI_Address(const void *location, MPI_Aint *address);
int PMPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                      MPI_Datatype *newtype);
int PMPI_Type_hindexed(int count, const int array_of_blocklengths[],
                       const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                       MPI_Datatype *newtype);
int PMPI_Type_struct(int count, const int array_of_blocklengths[],
                     const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
                     MPI_Datatype *newtype);
int PMPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent);
int PMPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement);
int PMPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement);
int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype);
int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype);
int PMPI_Type_create_f90_integer(int r, MPI_Datatype *newtype);
int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype);
#pragma GCC visibility pop

int api_type_size(const struct call *call, MPI_Datatype datatype, struct int_slot size)
{
    return checked_type_size(false, call, datatype, size);
}

int api_type_get_extent(const struct call *call, MPI_Datatype datatype, struct int_slot lb,
                        struct int_slot extent)
{
    return checked_type_get_extent(false, call, datatype, lb, extent);
}

int api_type_get_true_extent(const struct call *call, MPI_Datatype datatype,
                             struct int_slot true_lb, struct int_slot true_extent)
{
    return checked_type_get_true_extent(false, call, datatype, true_lb, true_extent);
}

int api_pack(const struct call *call, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
             void *outbuf, MPI_Count outsize, struct int_slot position, MPI_Comm comm)
{
    return checked_pack(false, call, inbuf, incount, datatype, outbuf, outsize, position, comm);
}

int api_unpack(const struct call *call, const void *inbuf, MPI_Count insize,
               struct int_slot position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype,
               MPI_Comm comm)
{
    return checked_unpack(false, call, inbuf, insize, position, outbuf, outcount, datatype, comm);
}

static __attribute__((noinline))
int followed_api_type_contiguous(const struct call *call, MPI_Count count, MPI_Datatype oldtype,
                                 MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_contiguous(call, count, oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_vector(const struct call *call, MPI_Count count, MPI_Count blocklength,
                             MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_vector(call, count, blocklength, stride, oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_hvector(const struct call *call, MPI_Count count,
                                     MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
                                     MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_create_hvector(call, count, blocklength, stride, oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_indexed(const struct call *call, MPI_Count count,
                              struct int_view array_of_blocklengths,
                              struct int_view array_of_displacements, MPI_Datatype oldtype,
                              MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_indexed(call, count, array_of_blocklengths, array_of_displacements, oldtype,
                               newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_hindexed(const struct call *call, MPI_Count count,
                                      struct int_view array_of_blocklengths,
                                      struct int_view array_of_displacements, MPI_Datatype oldtype,
                                      MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_create_hindexed(call, count, array_of_blocklengths, array_of_displacements,
                                       oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_indexed_block(const struct call *call, MPI_Count count,
                                           MPI_Count blocklength,
                                           struct int_view array_of_displacements,
                                           MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_create_indexed_block(call, count, blocklength, array_of_displacements,
                                            oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_hindexed_block(const struct call *call, MPI_Count count,
                                            MPI_Count blocklength,
                                            struct int_view array_of_displacements,
                                            MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_create_hindexed_block(call, count, blocklength, array_of_displacements,
                                             oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_struct(const struct call *call, MPI_Count count,
                                    struct int_view array_of_blocklengths,
                                    struct int_view array_of_displacements,
                                    const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_create_struct(call, count, array_of_blocklengths, array_of_displacements,
                                     array_of_types, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_subarray(const struct call *call, int ndims,
                                      struct int_view array_of_sizes,
                                      struct int_view array_of_subsizes,
                                      struct int_view array_of_starts, int order,
                                      MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_create_subarray(call, ndims, array_of_sizes, array_of_subsizes,
                                       array_of_starts, order, oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_darray(const struct call *call, int size, int rank, int ndims,
                                    struct int_view array_of_gsizes, const int array_of_distribs[],
                                    const int array_of_dargs[], const int array_of_psizes[],
                                    int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = rank, .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_create_darray(call, size, rank, ndims, array_of_gsizes, array_of_distribs,
                                     array_of_dargs, array_of_psizes, order, oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_resized(const struct call *call, MPI_Datatype oldtype, MPI_Count lb,
                                     MPI_Count extent, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_create_resized(call, oldtype, lb, extent, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_dup(const struct call *call, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_dup(call, oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_commit(const struct call *call, MPI_Datatype *datatype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_commit(call, datatype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_free(const struct call *call, MPI_Datatype *datatype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_free(call, datatype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_size(const struct call *call, MPI_Datatype datatype, struct int_slot size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_size(call, datatype, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_extent(const struct call *call, MPI_Datatype datatype, struct int_slot lb,
                                 struct int_slot extent)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_extent(call, datatype, lb, extent);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_true_extent(const struct call *call, MPI_Datatype datatype,
                                      struct int_slot true_lb, struct int_slot true_extent)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_true_extent(call, datatype, true_lb, true_extent);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_envelope(const struct call *call, MPI_Datatype datatype,
                                   int *num_integers, int *num_addresses, int *num_datatypes,
                                   int *combiner)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_envelope(call, datatype, num_integers, num_addresses, num_datatypes,
                                    combiner);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_envelope_c(const struct call *call, MPI_Datatype datatype,
                                     MPI_Count *num_integers, MPI_Count *num_addresses,
                                     MPI_Count *num_large_counts, MPI_Count *num_datatypes,
                                     int *combiner)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_envelope_c(call, datatype, num_integers, num_addresses, num_large_counts,
                                      num_datatypes, combiner);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_contents(const struct call *call, MPI_Datatype datatype, int max_integers,
                                   int max_addresses, int max_datatypes, int array_of_integers[],
                                   MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_contents(call, datatype, max_integers, max_addresses, max_datatypes,
                                    array_of_integers, array_of_addresses, array_of_datatypes);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_contents_c(const struct call *call, MPI_Datatype datatype,
                                     MPI_Count max_integers, MPI_Count max_addresses,
                                     MPI_Count max_large_counts, MPI_Count max_datatypes,
                                     int array_of_integers[], MPI_Aint array_of_addresses[],
                                     MPI_Count array_of_large_counts[],
                                     MPI_Datatype array_of_datatypes[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_contents_c(call, datatype, max_integers, max_addresses, max_large_counts,
                                      max_datatypes, array_of_integers, array_of_addresses,
                                      array_of_large_counts, array_of_datatypes);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_get_elements(const struct call *call, const MPI_Status *status,
                              MPI_Datatype datatype, struct int_slot count)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_get_elements(call, status, datatype, count);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_get_address(const struct call *call, const void *location, MPI_Aint *address)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_get_address(call, location, address);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_pack(const struct call *call, const void *inbuf, MPI_Count incount,
                      MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                      struct int_slot position, MPI_Comm comm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = incount, .type = datatype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_pack(call, inbuf, incount, datatype, outbuf, outsize, position, comm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_unpack(const struct call *call, const void *inbuf, MPI_Count insize,
                        struct int_slot position, void *outbuf, MPI_Count outcount,
                        MPI_Datatype datatype, MPI_Comm comm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_unpack(call, inbuf, insize, position, outbuf, outcount, datatype, comm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_pack_size(const struct call *call, MPI_Count incount, MPI_Datatype datatype,
                           MPI_Comm comm, struct int_slot size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = incount, .type = datatype,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_pack_size(call, incount, datatype, comm, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_pack_external(const struct call *call, const char *datarep, const void *inbuf,
                               MPI_Count incount, MPI_Datatype datatype, void *outbuf,
                               MPI_Count outsize, struct int_slot position)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = incount, .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_pack_external(call, datarep, inbuf, incount, datatype, outbuf, outsize, position);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_unpack_external(const struct call *call, const char *datarep, const void *inbuf,
                                 MPI_Count insize, struct int_slot position, void *outbuf,
                                 MPI_Count outcount, MPI_Datatype datatype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_unpack_external(call, datarep, inbuf, insize, position, outbuf, outcount,
                                  datatype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_pack_external_size(const struct call *call, const char *datarep, MPI_Count incount,
                                    MPI_Datatype datatype, struct int_slot size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = incount, .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_pack_external_size(call, datarep, incount, datatype, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_value_index(const struct call *call, MPI_Datatype value_type,
                                      MPI_Datatype index_type, MPI_Datatype *pair_type)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_get_value_index(call, value_type, index_type, pair_type);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_set_name(const struct call *call, MPI_Datatype datatype,
                               const char *type_name)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_set_name(call, datatype, type_name);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_name(const struct call *call, MPI_Datatype datatype, char *type_name,
                               int *resultlen)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_name(call, datatype, type_name, resultlen);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_size_x(const struct call *call, MPI_Datatype datatype, MPI_Count *size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_size_x(call, datatype, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_extent_x(const struct call *call, MPI_Datatype datatype, MPI_Count *lb,
                                   MPI_Count *extent)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_extent_x(call, datatype, lb, extent);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_true_extent_x(const struct call *call, MPI_Datatype datatype,
                                        MPI_Count *true_lb, MPI_Count *true_extent)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_true_extent_x(call, datatype, true_lb, true_extent);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_get_elements_x(const struct call *call, const MPI_Status *status,
                                MPI_Datatype datatype, MPI_Count *count)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_get_elements_x(call, status, datatype, count);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_hvector(const struct call *call, int count, int blocklength, MPI_Aint stride,
                              MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_hvector(call, count, blocklength, stride, oldtype, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_hindexed(const struct call *call, int count,
                               const int array_of_blocklengths[],
                               const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                               MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_hindexed(call, count, array_of_blocklengths, array_of_displacements, oldtype,
                                newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_struct(const struct call *call, int count, const int array_of_blocklengths[],
                             const MPI_Aint array_of_displacements[],
                             const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count});

    if (err == MPI_SUCCESS)
        err = api_type_struct(call, count, array_of_blocklengths, array_of_displacements,
                              array_of_types, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_extent(const struct call *call, MPI_Datatype datatype, MPI_Aint *extent)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_extent(call, datatype, extent);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_lb(const struct call *call, MPI_Datatype datatype, MPI_Aint *displacement)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_lb(call, datatype, displacement);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_ub(const struct call *call, MPI_Datatype datatype, MPI_Aint *displacement)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_ub(call, datatype, displacement);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_f90_real(const struct call *call, int p, int r, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_create_f90_real(call, p, r, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_f90_complex(const struct call *call, int p, int r,
                                         MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_create_f90_complex(call, p, r, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_create_f90_integer(const struct call *call, int r, MPI_Datatype *newtype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_create_f90_integer(call, r, newtype);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_match_size(const struct call *call, int typeclass, int size,
                                 MPI_Datatype *datatype)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_match_size(call, typeclass, size, datatype);
    return followed_end(call, err);
}

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_contiguous");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_contiguous(&call, count, oldtype, newtype));
    return laws_kept(api_type_contiguous(&call, count, oldtype, newtype));
}
ALIAS(MPI_Type_contiguous);

int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_contiguous_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_contiguous(&call, count, oldtype, newtype));
    return laws_kept(api_type_contiguous(&call, count, oldtype, newtype));
}
ALIAS(MPI_Type_contiguous_c);

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
                     MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_vector");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_vector(&call, count, blocklength, stride, oldtype,
                                                  newtype));
    return laws_kept(api_type_vector(&call, count, blocklength, stride, oldtype, newtype));
}
ALIAS(MPI_Type_vector);

int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                       MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_vector_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_vector(&call, count, blocklength, stride, oldtype,
                                                  newtype));
    return laws_kept(api_type_vector(&call, count, blocklength, stride, oldtype, newtype));
}
ALIAS(MPI_Type_vector_c);

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                             MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_hvector");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_hvector(&call, count, blocklength, stride,
                                                          oldtype, newtype));
    return laws_kept(api_type_create_hvector(&call, count, blocklength, stride, oldtype, newtype));
}
ALIAS(MPI_Type_create_hvector);

int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                               MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_create_hvector_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_hvector(&call, count, blocklength, stride,
                                                          oldtype, newtype));
    return laws_kept(api_type_create_hvector(&call, count, blocklength, stride, oldtype, newtype));
}
ALIAS(MPI_Type_create_hvector_c);

int PMPI_Type_indexed(int count, const int array_of_blocklengths[],
                      const int array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_indexed");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_indexed(&call, count, view_narrow(array_of_blocklengths),
                                                   view_narrow(array_of_displacements), oldtype,
                                                   newtype));
    return laws_kept(api_type_indexed(&call, count, view_narrow(array_of_blocklengths),
                                      view_narrow(array_of_displacements), oldtype, newtype));
}
ALIAS(MPI_Type_indexed);

int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                        const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                        MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_indexed_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_indexed(&call, count, view_wide(array_of_blocklengths),
                                                   view_wide(array_of_displacements), oldtype,
                                                   newtype));
    return laws_kept(api_type_indexed(&call, count, view_wide(array_of_blocklengths),
                                      view_wide(array_of_displacements), oldtype, newtype));
}
ALIAS(MPI_Type_indexed_c);

int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
                              const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                              MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_hindexed");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_hindexed(&call, count,
                                                           view_narrow(array_of_blocklengths),
                                                           view_wide(array_of_displacements),
                                                           oldtype, newtype));
    return laws_kept(api_type_create_hindexed(&call, count, view_narrow(array_of_blocklengths),
                                              view_wide(array_of_displacements), oldtype, newtype));
}
ALIAS(MPI_Type_create_hindexed);

int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                                const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                                MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_create_hindexed_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_hindexed(&call, count,
                                                           view_wide(array_of_blocklengths),
                                                           view_wide(array_of_displacements),
                                                           oldtype, newtype));
    return laws_kept(api_type_create_hindexed(&call, count, view_wide(array_of_blocklengths),
                                              view_wide(array_of_displacements), oldtype, newtype));
}
ALIAS(MPI_Type_create_hindexed_c);

int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[],
                                   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_indexed_block");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_indexed_block(&call, count, blocklength,
                                                                view_narrow(array_of_displacements),
                                                                oldtype, newtype));
    return laws_kept(api_type_create_indexed_block(&call, count, blocklength,
                                                   view_narrow(array_of_displacements), oldtype,
                                                   newtype));
}
ALIAS(MPI_Type_create_indexed_block);

int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
                                     const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                                     MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_create_indexed_block_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_indexed_block(&call, count, blocklength,
                                                                view_wide(array_of_displacements),
                                                                oldtype, newtype));
    return laws_kept(api_type_create_indexed_block(&call, count, blocklength,
                                                   view_wide(array_of_displacements), oldtype,
                                                   newtype));
}
ALIAS(MPI_Type_create_indexed_block_c);

int PMPI_Type_create_hindexed_block(int count, int blocklength,
                                    const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                                    MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_hindexed_block");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_hindexed_block(&call, count, blocklength,
                                                                 view_wide(array_of_displacements),
                                                                 oldtype, newtype));
    return laws_kept(api_type_create_hindexed_block(&call, count, blocklength,
                                                    view_wide(array_of_displacements), oldtype,
                                                    newtype));
}
ALIAS(MPI_Type_create_hindexed_block);

int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
                                      const MPI_Count array_of_displacements[],
                                      MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_create_hindexed_block_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_hindexed_block(&call, count, blocklength,
                                                                 view_wide(array_of_displacements),
                                                                 oldtype, newtype));
    return laws_kept(api_type_create_hindexed_block(&call, count, blocklength,
                                                    view_wide(array_of_displacements), oldtype,
                                                    newtype));
}
ALIAS(MPI_Type_create_hindexed_block_c);

int PMPI_Type_create_struct(int count, const int array_of_blocklengths[],
                            const MPI_Aint array_of_displacements[],
                            const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_struct");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_struct(&call, count,
                                                         view_narrow(array_of_blocklengths),
                                                         view_wide(array_of_displacements),
                                                         array_of_types, newtype));
    return laws_kept(api_type_create_struct(&call, count, view_narrow(array_of_blocklengths),
                                            view_wide(array_of_displacements), array_of_types,
                                            newtype));
}
ALIAS(MPI_Type_create_struct);

int PMPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                              const MPI_Count array_of_displacements[],
                              const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_create_struct_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_struct(&call, count,
                                                         view_wide(array_of_blocklengths),
                                                         view_wide(array_of_displacements),
                                                         array_of_types, newtype));
    return laws_kept(api_type_create_struct(&call, count, view_wide(array_of_blocklengths),
                                            view_wide(array_of_displacements), array_of_types,
                                            newtype));
}
ALIAS(MPI_Type_create_struct_c);

int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
                              const int array_of_starts[], int order, MPI_Datatype oldtype,
                              MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_subarray");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_subarray(&call, ndims,
                                                           view_narrow(array_of_sizes),
                                                           view_narrow(array_of_subsizes),
                                                           view_narrow(array_of_starts), order,
                                                           oldtype, newtype));
    return laws_kept(api_type_create_subarray(&call, ndims, view_narrow(array_of_sizes),
                                              view_narrow(array_of_subsizes),
                                              view_narrow(array_of_starts), order, oldtype,
                                              newtype));
}
ALIAS(MPI_Type_create_subarray);

int PMPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[],
                                const MPI_Count array_of_subsizes[],
                                const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype,
                                MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_create_subarray_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_subarray(&call, ndims, view_wide(array_of_sizes),
                                                           view_wide(array_of_subsizes),
                                                           view_wide(array_of_starts), order,
                                                           oldtype, newtype));
    return laws_kept(api_type_create_subarray(&call, ndims, view_wide(array_of_sizes),
                                              view_wide(array_of_subsizes),
                                              view_wide(array_of_starts), order, oldtype, newtype));
}
ALIAS(MPI_Type_create_subarray_c);

int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[],
                            const int array_of_distribs[], const int array_of_dargs[],
                            const int array_of_psizes[], int order, MPI_Datatype oldtype,
                            MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_darray");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_darray(&call, size, rank, ndims,
                                                         view_narrow(array_of_gsizes),
                                                         array_of_distribs, array_of_dargs,
                                                         array_of_psizes, order, oldtype, newtype));
    return laws_kept(api_type_create_darray(&call, size, rank, ndims, view_narrow(array_of_gsizes),
                                            array_of_distribs, array_of_dargs, array_of_psizes,
                                            order, oldtype, newtype));
}
ALIAS(MPI_Type_create_darray);

int PMPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[],
                              const int array_of_distribs[], const int array_of_dargs[],
                              const int array_of_psizes[], int order, MPI_Datatype oldtype,
                              MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_create_darray_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_darray(&call, size, rank, ndims,
                                                         view_wide(array_of_gsizes),
                                                         array_of_distribs, array_of_dargs,
                                                         array_of_psizes, order, oldtype, newtype));
    return laws_kept(api_type_create_darray(&call, size, rank, ndims, view_wide(array_of_gsizes),
                                            array_of_distribs, array_of_dargs, array_of_psizes,
                                            order, oldtype, newtype));
}
ALIAS(MPI_Type_create_darray_c);

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                             MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_resized");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_resized(&call, oldtype, lb, extent, newtype));
    return laws_kept(api_type_create_resized(&call, oldtype, lb, extent, newtype));
}
ALIAS(MPI_Type_create_resized);

int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
                               MPI_Datatype *newtype)
{
    const struct call call = CALL_LARGE("MPI_Type_create_resized_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_resized(&call, oldtype, lb, extent, newtype));
    return laws_kept(api_type_create_resized(&call, oldtype, lb, extent, newtype));
}
ALIAS(MPI_Type_create_resized_c);

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_dup");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_dup(&call, oldtype, newtype));
    return laws_kept(api_type_dup(&call, oldtype, newtype));
}
ALIAS(MPI_Type_dup);

int PMPI_Type_commit(MPI_Datatype *datatype)
{
    const struct call call = CALL("MPI_Type_commit");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_commit(&call, datatype));
    return laws_kept(api_type_commit(&call, datatype));
}
ALIAS(MPI_Type_commit);

int PMPI_Type_free(MPI_Datatype *datatype)
{
    const struct call call = CALL("MPI_Type_free");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_free(&call, datatype));
    return laws_kept(api_type_free(&call, datatype));
}
ALIAS(MPI_Type_free);

int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
    if (likely(checked_type_size(true, NULL, datatype, slot_narrow(size)) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Type_size");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_size(&call, datatype, slot_narrow(size)));
    return laws_kept(api_type_size(&call, datatype, slot_narrow(size)));
}
ALIAS(MPI_Type_size);

int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)
{
    if (likely(checked_type_size(true, NULL, datatype, slot_wide(size)) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Type_size_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_size(&call, datatype, slot_wide(size)));
    return laws_kept(api_type_size(&call, datatype, slot_wide(size)));
}
ALIAS(MPI_Type_size_c);

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
    if (likely(checked_type_get_extent(true, NULL, datatype, slot_wide(lb), slot_wide(extent)) ==
                                       MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Type_get_extent");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_extent(&call, datatype, slot_wide(lb),
                                                      slot_wide(extent)));
    return laws_kept(api_type_get_extent(&call, datatype, slot_wide(lb), slot_wide(extent)));
}
ALIAS(MPI_Type_get_extent);

int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    if (likely(checked_type_get_extent(true, NULL, datatype, slot_wide(lb), slot_wide(extent)) ==
                                       MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Type_get_extent_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_extent(&call, datatype, slot_wide(lb),
                                                      slot_wide(extent)));
    return laws_kept(api_type_get_extent(&call, datatype, slot_wide(lb), slot_wide(extent)));
}
ALIAS(MPI_Type_get_extent_c);

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent)
{
    if (likely(checked_type_get_true_extent(true, NULL, datatype, slot_wide(true_lb),
                                            slot_wide(true_extent)) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Type_get_true_extent");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_true_extent(&call, datatype, slot_wide(true_lb),
                                                           slot_wide(true_extent)));
    return laws_kept(api_type_get_true_extent(&call, datatype, slot_wide(true_lb),
                                              slot_wide(true_extent)));
}
ALIAS(MPI_Type_get_true_extent);

int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
    if (likely(checked_type_get_true_extent(true, NULL, datatype, slot_wide(true_lb),
                                            slot_wide(true_extent)) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Type_get_true_extent_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_true_extent(&call, datatype, slot_wide(true_lb),
                                                           slot_wide(true_extent)));
    return laws_kept(api_type_get_true_extent(&call, datatype, slot_wide(true_lb),
                                              slot_wide(true_extent)));
}
ALIAS(MPI_Type_get_true_extent_c);

int PMPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses,
                           int *num_datatypes, int *combiner)
{
    const struct call call = CALL("MPI_Type_get_envelope");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_envelope(&call, datatype, num_integers,
                                                        num_addresses, num_datatypes, combiner));
    return laws_kept(api_type_get_envelope(&call, datatype, num_integers, num_addresses,
                                           num_datatypes, combiner));
}
ALIAS(MPI_Type_get_envelope);

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers,
                             MPI_Count *num_addresses, MPI_Count *num_large_counts,
                             MPI_Count *num_datatypes, int *combiner)
{
    const struct call call = CALL_LARGE("MPI_Type_get_envelope_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_envelope_c(&call, datatype, num_integers,
                                                          num_addresses, num_large_counts,
                                                          num_datatypes, combiner));
    return laws_kept(api_type_get_envelope_c(&call, datatype, num_integers, num_addresses,
                                             num_large_counts, num_datatypes, combiner));
}
ALIAS(MPI_Type_get_envelope_c);

int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses,
                           int max_datatypes, int array_of_integers[],
                           MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[])
{
    const struct call call = CALL("MPI_Type_get_contents");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_contents(&call, datatype, max_integers,
                                                        max_addresses, max_datatypes,
                                                        array_of_integers, array_of_addresses,
                                                        array_of_datatypes));
    return laws_kept(api_type_get_contents(&call, datatype, max_integers, max_addresses,
                                           max_datatypes, array_of_integers, array_of_addresses,
                                           array_of_datatypes));
}
ALIAS(MPI_Type_get_contents);

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
                             MPI_Count max_large_counts, MPI_Count max_datatypes,
                             int array_of_integers[], MPI_Aint array_of_addresses[],
                             MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[])
{
    const struct call call = CALL_LARGE("MPI_Type_get_contents_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_contents_c(&call, datatype, max_integers,
                                                          max_addresses, max_large_counts,
                                                          max_datatypes, array_of_integers,
                                                          array_of_addresses, array_of_large_counts,
                                                          array_of_datatypes));
    return laws_kept(api_type_get_contents_c(&call, datatype, max_integers, max_addresses,
                                             max_large_counts, max_datatypes, array_of_integers,
                                             array_of_addresses, array_of_large_counts,
                                             array_of_datatypes));
}
ALIAS(MPI_Type_get_contents_c);

int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    const struct call call = CALL("MPI_Get_elements");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_elements(&call, status, datatype, slot_narrow(count)));
    return laws_kept(api_get_elements(&call, status, datatype, slot_narrow(count)));
}
ALIAS(MPI_Get_elements);

int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    const struct call call = CALL_LARGE("MPI_Get_elements_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_elements(&call, status, datatype, slot_wide(count)));
    return laws_kept(api_get_elements(&call, status, datatype, slot_wide(count)));
}
ALIAS(MPI_Get_elements_c);

int PMPI_Get_address(const void *location, MPI_Aint *address)
{
    const struct call call = CALL("MPI_Get_address");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_address(&call, location, address));
    return laws_kept(api_get_address(&call, location, address));
}
ALIAS(MPI_Get_address);

MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp)
{
    return api_aint_add(base, disp);
}
ALIAS(MPI_Aint_add);

MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)
{
    return api_aint_diff(addr1, addr2);
}
ALIAS(MPI_Aint_diff);

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
              int *position, MPI_Comm comm)
{
    if (likely(checked_pack(true, NULL, inbuf, incount, datatype, outbuf, outsize,
                            slot_narrow(position), comm) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Pack");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pack(&call, inbuf, incount, datatype, outbuf, outsize,
                                           slot_narrow(position), comm));
    return laws_kept(api_pack(&call, inbuf, incount, datatype, outbuf, outsize,
                              slot_narrow(position), comm));
}
ALIAS(MPI_Pack);

int PMPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
                MPI_Count outsize, MPI_Count *position, MPI_Comm comm)
{
    if (likely(checked_pack(true, NULL, inbuf, incount, datatype, outbuf, outsize,
                            slot_wide(position), comm) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Pack_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pack(&call, inbuf, incount, datatype, outbuf, outsize,
                                           slot_wide(position), comm));
    return laws_kept(api_pack(&call, inbuf, incount, datatype, outbuf, outsize, slot_wide(position),
                              comm));
}
ALIAS(MPI_Pack_c);

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
                MPI_Datatype datatype, MPI_Comm comm)
{
    if (likely(checked_unpack(true, NULL, inbuf, insize, slot_narrow(position), outbuf, outcount,
                              datatype, comm) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Unpack");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_unpack(&call, inbuf, insize, slot_narrow(position), outbuf,
                                             outcount, datatype, comm));
    return laws_kept(api_unpack(&call, inbuf, insize, slot_narrow(position), outbuf, outcount,
                                datatype, comm));
}
ALIAS(MPI_Unpack);

int PMPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
                  MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    if (likely(checked_unpack(true, NULL, inbuf, insize, slot_wide(position), outbuf, outcount,
                              datatype, comm) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Unpack_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_unpack(&call, inbuf, insize, slot_wide(position), outbuf,
                                             outcount, datatype, comm));
    return laws_kept(api_unpack(&call, inbuf, insize, slot_wide(position), outbuf, outcount,
                                datatype, comm));
}
ALIAS(MPI_Unpack_c);

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
    const struct call call = CALL("MPI_Pack_size");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pack_size(&call, incount, datatype, comm, slot_narrow(size)));
    return laws_kept(api_pack_size(&call, incount, datatype, comm, slot_narrow(size)));
}
ALIAS(MPI_Pack_size);

int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size)
{
    const struct call call = CALL_LARGE("MPI_Pack_size_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pack_size(&call, incount, datatype, comm, slot_wide(size)));
    return laws_kept(api_pack_size(&call, incount, datatype, comm, slot_wide(size)));
}
ALIAS(MPI_Pack_size_c);

int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype,
                       void *outbuf, MPI_Aint outsize, MPI_Aint *position)
{
    const struct call call = CALL("MPI_Pack_external");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pack_external(&call, datarep, inbuf, incount, datatype,
                                                    outbuf, outsize, slot_wide(position)));
    return laws_kept(api_pack_external(&call, datarep, inbuf, incount, datatype, outbuf, outsize,
                                       slot_wide(position)));
}
ALIAS(MPI_Pack_external);

int PMPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount,
                         MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                         MPI_Count *position)
{
    const struct call call = CALL_LARGE("MPI_Pack_external_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pack_external(&call, datarep, inbuf, incount, datatype,
                                                    outbuf, outsize, slot_wide(position)));
    return laws_kept(api_pack_external(&call, datarep, inbuf, incount, datatype, outbuf, outsize,
                                       slot_wide(position)));
}
ALIAS(MPI_Pack_external_c);

int PMPI_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize,
                         MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype)
{
    const struct call call = CALL("MPI_Unpack_external");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_unpack_external(&call, datarep, inbuf, insize,
                                                      slot_wide(position), outbuf, outcount,
                                                      datatype));
    return laws_kept(api_unpack_external(&call, datarep, inbuf, insize, slot_wide(position), outbuf,
                                         outcount, datatype));
}
ALIAS(MPI_Unpack_external);

int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize,
                           MPI_Count *position, void *outbuf, MPI_Count outcount,
                           MPI_Datatype datatype)
{
    const struct call call = CALL_LARGE("MPI_Unpack_external_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_unpack_external(&call, datarep, inbuf, insize,
                                                      slot_wide(position), outbuf, outcount,
                                                      datatype));
    return laws_kept(api_unpack_external(&call, datarep, inbuf, insize, slot_wide(position), outbuf,
                                         outcount, datatype));
}
ALIAS(MPI_Unpack_external_c);

int PMPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size)
{
    const struct call call = CALL("MPI_Pack_external_size");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pack_external_size(&call, datarep, incount, datatype,
                                                         slot_wide(size)));
    return laws_kept(api_pack_external_size(&call, datarep, incount, datatype, slot_wide(size)));
}
ALIAS(MPI_Pack_external_size);

int PMPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype,
                              MPI_Count *size)
{
    const struct call call = CALL_LARGE("MPI_Pack_external_size_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_pack_external_size(&call, datarep, incount, datatype,
                                                         slot_wide(size)));
    return laws_kept(api_pack_external_size(&call, datarep, incount, datatype, slot_wide(size)));
}
ALIAS(MPI_Pack_external_size_c);

int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
                              MPI_Datatype *pair_type)
{
    const struct call call = CALL("MPI_Type_get_value_index");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_value_index(&call, value_type, index_type,
                                                           pair_type));
    return laws_kept(api_type_get_value_index(&call, value_type, index_type, pair_type));
}
ALIAS(MPI_Type_get_value_index);

int PMPI_Type_set_name(MPI_Datatype datatype, const char *type_name)
{
    const struct call call = CALL("MPI_Type_set_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_set_name(&call, datatype, type_name));
    return laws_kept(api_type_set_name(&call, datatype, type_name));
}
ALIAS(MPI_Type_set_name);

int PMPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen)
{
    const struct call call = CALL("MPI_Type_get_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_name(&call, datatype, type_name, resultlen));
    return laws_kept(api_type_get_name(&call, datatype, type_name, resultlen));
}
ALIAS(MPI_Type_get_name);

int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size)
{
    const struct call call = CALL("MPI_Type_size_x");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_size_x(&call, datatype, size));
    return laws_kept(api_type_size_x(&call, datatype, size));
}
ALIAS(MPI_Type_size_x);

int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    const struct call call = CALL("MPI_Type_get_extent_x");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_extent_x(&call, datatype, lb, extent));
    return laws_kept(api_type_get_extent_x(&call, datatype, lb, extent));
}
ALIAS(MPI_Type_get_extent_x);

int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
    const struct call call = CALL("MPI_Type_get_true_extent_x");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_true_extent_x(&call, datatype, true_lb,
                                                             true_extent));
    return laws_kept(api_type_get_true_extent_x(&call, datatype, true_lb, true_extent));
}
ALIAS(MPI_Type_get_true_extent_x);

int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    const struct call call = CALL("MPI_Get_elements_x");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_elements_x(&call, status, datatype, count));
    return laws_kept(api_get_elements_x(&call, status, datatype, count));
}
ALIAS(MPI_Get_elements_x);

int PMPI_Address(const void *location, MPI_Aint *address)
{
    const struct call call = CALL("MPI_Address");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_address(&call, location, address));
    return laws_kept(api_get_address(&call, location, address));
}
ALIAS(MPI_Address);

int PMPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                      MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_hvector");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_hvector(&call, count, blocklength, stride, oldtype,
                                                   newtype));
    return laws_kept(api_type_hvector(&call, count, blocklength, stride, oldtype, newtype));
}
ALIAS(MPI_Type_hvector);

int PMPI_Type_hindexed(int count, const int array_of_blocklengths[],
                       const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                       MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_hindexed");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_hindexed(&call, count, array_of_blocklengths,
                                                    array_of_displacements, oldtype, newtype));
    return laws_kept(api_type_hindexed(&call, count, array_of_blocklengths, array_of_displacements,
                                       oldtype, newtype));
}
ALIAS(MPI_Type_hindexed);

int PMPI_Type_struct(int count, const int array_of_blocklengths[],
                     const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
                     MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_struct");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_struct(&call, count, array_of_blocklengths,
                                                  array_of_displacements, array_of_types, newtype));
    return laws_kept(api_type_struct(&call, count, array_of_blocklengths, array_of_displacements,
                                     array_of_types, newtype));
}
ALIAS(MPI_Type_struct);

int PMPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent)
{
    const struct call call = CALL("MPI_Type_extent");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_extent(&call, datatype, extent));
    return laws_kept(api_type_extent(&call, datatype, extent));
}
ALIAS(MPI_Type_extent);

int PMPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement)
{
    const struct call call = CALL("MPI_Type_lb");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_lb(&call, datatype, displacement));
    return laws_kept(api_type_lb(&call, datatype, displacement));
}
ALIAS(MPI_Type_lb);

int PMPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement)
{
    const struct call call = CALL("MPI_Type_ub");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_ub(&call, datatype, displacement));
    return laws_kept(api_type_ub(&call, datatype, displacement));
}
ALIAS(MPI_Type_ub);

int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_f90_real");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_f90_real(&call, p, r, newtype));
    return laws_kept(api_type_create_f90_real(&call, p, r, newtype));
}
ALIAS(MPI_Type_create_f90_real);

int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_f90_complex");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_f90_complex(&call, p, r, newtype));
    return laws_kept(api_type_create_f90_complex(&call, p, r, newtype));
}
ALIAS(MPI_Type_create_f90_complex);

int PMPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)
{
    const struct call call = CALL("MPI_Type_create_f90_integer");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_f90_integer(&call, r, newtype));
    return laws_kept(api_type_create_f90_integer(&call, r, newtype));
}
ALIAS(MPI_Type_create_f90_integer);

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)
{
    const struct call call = CALL("MPI_Type_match_size");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_match_size(&call, typeclass, size, datatype));
    return laws_kept(api_type_match_size(&call, typeclass, size, datatype));
}
ALIAS(MPI_Type_match_size);
