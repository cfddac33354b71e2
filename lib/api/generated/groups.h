/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from groups.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_GROUPS_H
#define API_GENERATED_GROUPS_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_group_size(const struct call *call, MPI_Group group, int *size);
int api_group_rank(const struct call *call, MPI_Group group, int *rank);
int api_group_translate_ranks(const struct call *call, MPI_Group group1, int n, const int ranks1[],
                              MPI_Group group2, int ranks2[]);
int api_group_compare(const struct call *call, MPI_Group group1, MPI_Group group2, int *result);
int api_group_union(const struct call *call, MPI_Group group1, MPI_Group group2,
                    MPI_Group *newgroup);
int api_group_intersection(const struct call *call, MPI_Group group1, MPI_Group group2,
                           MPI_Group *newgroup);
int api_group_difference(const struct call *call, MPI_Group group1, MPI_Group group2,
                         MPI_Group *newgroup);
int api_group_incl(const struct call *call, MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup);
int api_group_excl(const struct call *call, MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup);
int api_group_range_incl(const struct call *call, MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup);
int api_group_range_excl(const struct call *call, MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup);
int api_group_from_session_pset(const struct call *call, MPI_Session session, const char *pset_name,
                                MPI_Group *newgroup);
int api_group_free(const struct call *call, MPI_Group *group);

#endif
