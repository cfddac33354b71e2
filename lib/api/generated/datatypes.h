/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from datatypes.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_DATATYPES_H
#define API_GENERATED_DATATYPES_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_type_contiguous(const struct call *call, MPI_Count count, MPI_Datatype oldtype,
                        MPI_Datatype *newtype);
int api_type_vector(const struct call *call, MPI_Count count, MPI_Count blocklength,
                    MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_create_hvector(const struct call *call, MPI_Count count, MPI_Count blocklength,
                            MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_indexed(const struct call *call, MPI_Count count,
                     struct int_view array_of_blocklengths, struct int_view array_of_displacements,
                     MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_create_hindexed(const struct call *call, MPI_Count count,
                             struct int_view array_of_blocklengths,
                             struct int_view array_of_displacements, MPI_Datatype oldtype,
                             MPI_Datatype *newtype);
int api_type_create_indexed_block(const struct call *call, MPI_Count count, MPI_Count blocklength,
                                  struct int_view array_of_displacements, MPI_Datatype oldtype,
                                  MPI_Datatype *newtype);
int api_type_create_hindexed_block(const struct call *call, MPI_Count count, MPI_Count blocklength,
                                   struct int_view array_of_displacements, MPI_Datatype oldtype,
                                   MPI_Datatype *newtype);
int api_type_create_struct(const struct call *call, MPI_Count count,
                           struct int_view array_of_blocklengths,
                           struct int_view array_of_displacements,
                           const MPI_Datatype array_of_types[], MPI_Datatype *newtype);
int api_type_create_subarray(const struct call *call, int ndims, struct int_view array_of_sizes,
                             struct int_view array_of_subsizes, struct int_view array_of_starts,
                             int order, MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_create_darray(const struct call *call, int size, int rank, int ndims,
                           struct int_view array_of_gsizes, const int array_of_distribs[],
                           const int array_of_dargs[], const int array_of_psizes[], int order,
                           MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_create_resized(const struct call *call, MPI_Datatype oldtype, MPI_Count lb,
                            MPI_Count extent, MPI_Datatype *newtype);
int api_type_dup(const struct call *call, MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_commit(const struct call *call, MPI_Datatype *datatype);
int api_type_free(const struct call *call, MPI_Datatype *datatype);
int api_type_size(const struct call *call, MPI_Datatype datatype, struct int_slot size);
int api_type_get_extent(const struct call *call, MPI_Datatype datatype, struct int_slot lb,
                        struct int_slot extent);
int api_type_get_true_extent(const struct call *call, MPI_Datatype datatype,
                             struct int_slot true_lb, struct int_slot true_extent);
int api_type_get_envelope(const struct call *call, MPI_Datatype datatype, int *num_integers,
                          int *num_addresses, int *num_datatypes, int *combiner);
int api_type_get_envelope_c(const struct call *call, MPI_Datatype datatype, MPI_Count *num_integers,
                            MPI_Count *num_addresses, MPI_Count *num_large_counts,
                            MPI_Count *num_datatypes, int *combiner);
int api_type_get_contents(const struct call *call, MPI_Datatype datatype, int max_integers,
                          int max_addresses, int max_datatypes, int array_of_integers[],
                          MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]);
int api_type_get_contents_c(const struct call *call, MPI_Datatype datatype, MPI_Count max_integers,
                            MPI_Count max_addresses, MPI_Count max_large_counts,
                            MPI_Count max_datatypes, int array_of_integers[],
                            MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[],
                            MPI_Datatype array_of_datatypes[]);
int api_get_elements(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                     struct int_slot count);
int api_get_address(const struct call *call, const void *location, MPI_Aint *address);
MPI_Aint api_aint_add(MPI_Aint base, MPI_Aint disp);
MPI_Aint api_aint_diff(MPI_Aint addr1, MPI_Aint addr2);
int api_pack(const struct call *call, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
             void *outbuf, MPI_Count outsize, struct int_slot position, MPI_Comm comm);
int api_unpack(const struct call *call, const void *inbuf, MPI_Count insize,
               struct int_slot position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype,
               MPI_Comm comm);
int api_pack_size(const struct call *call, MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm,
                  struct int_slot size);
int api_pack_external(const struct call *call, const char *datarep, const void *inbuf,
                      MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                      struct int_slot position);
int api_unpack_external(const struct call *call, const char *datarep, const void *inbuf,
                        MPI_Count insize, struct int_slot position, void *outbuf,
                        MPI_Count outcount, MPI_Datatype datatype);
int api_pack_external_size(const struct call *call, const char *datarep, MPI_Count incount,
                           MPI_Datatype datatype, struct int_slot size);
int api_type_get_value_index(const struct call *call, MPI_Datatype value_type,
                             MPI_Datatype index_type, MPI_Datatype *pair_type);
int api_type_set_name(const struct call *call, MPI_Datatype datatype, const char *type_name);
int api_type_get_name(const struct call *call, MPI_Datatype datatype, char *type_name,
                      int *resultlen);
int api_type_size_x(const struct call *call, MPI_Datatype datatype, MPI_Count *size);
int api_type_get_extent_x(const struct call *call, MPI_Datatype datatype, MPI_Count *lb,
                          MPI_Count *extent);
int api_type_get_true_extent_x(const struct call *call, MPI_Datatype datatype, MPI_Count *true_lb,
                               MPI_Count *true_extent);
int api_get_elements_x(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                       MPI_Count *count);
int api_type_hvector(const struct call *call, int count, int blocklength, MPI_Aint stride,
                     MPI_Datatype oldtype, MPI_Datatype *newtype);
int api_type_hindexed(const struct call *call, int count, const int array_of_blocklengths[],
                      const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype);
int api_type_struct(const struct call *call, int count, const int array_of_blocklengths[],
                    const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
                    MPI_Datatype *newtype);
int api_type_extent(const struct call *call, MPI_Datatype datatype, MPI_Aint *extent);
int api_type_lb(const struct call *call, MPI_Datatype datatype, MPI_Aint *displacement);
int api_type_ub(const struct call *call, MPI_Datatype datatype, MPI_Aint *displacement);
int api_type_create_f90_real(const struct call *call, int p, int r, MPI_Datatype *newtype);
int api_type_create_f90_complex(const struct call *call, int p, int r, MPI_Datatype *newtype);
int api_type_create_f90_integer(const struct call *call, int r, MPI_Datatype *newtype);
int api_type_match_size(const struct call *call, int typeclass, int size, MPI_Datatype *datatype);

#endif
