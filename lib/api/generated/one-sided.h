/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from one-sided.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_ONE_SIDED_H
#define API_GENERATED_ONE_SIDED_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_win_create(const struct call *call, void *base, MPI_Aint size, MPI_Aint disp_unit,
                   MPI_Info info, MPI_Comm comm, MPI_Win *win);
int api_win_allocate(const struct call *call, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
                     MPI_Comm comm, void *baseptr, MPI_Win *win);
int api_win_allocate_shared(const struct call *call, MPI_Aint size, MPI_Aint disp_unit,
                            MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win);
int api_win_create_dynamic(const struct call *call, MPI_Info info, MPI_Comm comm, MPI_Win *win);
int api_win_attach(const struct call *call, MPI_Win win, void *base, MPI_Aint size);
int api_win_detach(const struct call *call, MPI_Win win, const void *base);
int api_win_shared_query(const struct call *call, MPI_Win win, int rank, MPI_Aint *size,
                         struct int_slot disp_unit, void *baseptr);
int api_win_free(const struct call *call, MPI_Win *win);
int api_win_get_group(const struct call *call, MPI_Win win, MPI_Group *group);
int api_win_set_info(const struct call *call, MPI_Win win, MPI_Info info);
int api_win_get_info(const struct call *call, MPI_Win win, MPI_Info *info_used);
int api_put(const struct call *call, const void *origin_addr, MPI_Count origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, struct mode mode);
int api_get(const struct call *call, void *origin_addr, MPI_Count origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, struct mode mode);
int api_accumulate(const struct call *call, const void *origin_addr, MPI_Count origin_count,
                   MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                   struct mode mode);
int api_get_accumulate(const struct call *call, const void *origin_addr, MPI_Count origin_count,
                       MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                       MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                       MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                       struct mode mode);
int api_fetch_and_op(const struct call *call, const void *origin_addr, void *result_addr,
                     MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op,
                     MPI_Win win);
int api_compare_and_swap(const struct call *call, const void *origin_addr, const void *compare_addr,
                         void *result_addr, MPI_Datatype datatype, int target_rank,
                         MPI_Aint target_disp, MPI_Win win);
int api_win_fence(const struct call *call, int assert, MPI_Win win);
int api_win_start(const struct call *call, MPI_Group group, int assert, MPI_Win win);
int api_win_complete(const struct call *call, MPI_Win win);
int api_win_post(const struct call *call, MPI_Group group, int assert, MPI_Win win);
int api_win_wait(const struct call *call, MPI_Win win);
int api_win_test(const struct call *call, MPI_Win win, int *flag);
int api_win_lock(const struct call *call, int lock_type, int rank, int assert, MPI_Win win);
int api_win_unlock(const struct call *call, int rank, MPI_Win win);
int api_win_lock_all(const struct call *call, int assert, MPI_Win win);
int api_win_unlock_all(const struct call *call, MPI_Win win);
int api_win_flush(const struct call *call, int rank, MPI_Win win);
int api_win_flush_all(const struct call *call, MPI_Win win);
int api_win_flush_local(const struct call *call, int rank, MPI_Win win);
int api_win_flush_local_all(const struct call *call, MPI_Win win);
int api_win_sync(const struct call *call, MPI_Win win);

#endif
