/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from partitioned.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_PARTITIONED_H
#define API_GENERATED_PARTITIONED_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_psend_init(const struct call *call, const void *buf, int partitions, MPI_Count count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request);
int api_precv_init(const struct call *call, void *buf, int partitions, MPI_Count count,
                   MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request);
int api_pready(const struct call *call, int partition, MPI_Request request);
int api_pready_range(const struct call *call, int partition_low, int partition_high,
                     MPI_Request request);
int api_pready_list(const struct call *call, int length, const int array_of_partitions[],
                    MPI_Request request);
int api_parrived(const struct call *call, MPI_Request request, int partition, int *flag);

#endif
