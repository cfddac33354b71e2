/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from one-sided.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/quick.h"
#include "api/entry/surface.h"
#include "api/generated/one-sided.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                    MPI_Win *win);
int PMPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                      MPI_Win *win);
int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                      MPI_Win *win);
int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                        void *baseptr, MPI_Win *win);
int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                             void *baseptr, MPI_Win *win);
int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                               void *baseptr, MPI_Win *win);
int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win);
int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size);
int PMPI_Win_detach(MPI_Win win, const void *base);
int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr);
int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
                            void *baseptr);
int PMPI_Win_free(MPI_Win *win);
int PMPI_Win_get_group(MPI_Win win, MPI_Group *group);
int PMPI_Win_set_info(MPI_Win win, MPI_Info info);
int PMPI_Win_get_info(MPI_Win win, MPI_Info *info_used);
int PMPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
             MPI_Win win);
int PMPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_count,
               MPI_Datatype target_datatype, MPI_Win win);
int PMPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
int PMPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_count,
               MPI_Datatype target_datatype, MPI_Win win);
int PMPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                    int target_rank, MPI_Aint target_disp, int target_count,
                    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
int PMPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                      int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                      MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
int PMPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                        void *result_addr, int result_count, MPI_Datatype result_datatype,
                        int target_rank, MPI_Aint target_disp, int target_count,
                        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
int PMPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count,
                          MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                          MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                          MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                          MPI_Win win);
int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
                      int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win);
int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr,
                          MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win);
int PMPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
              int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
              MPI_Win win, MPI_Request *request);
int PMPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
int PMPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
              MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
              MPI_Request *request);
int PMPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
int PMPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                     int target_rank, MPI_Aint target_disp, int target_count,
                     MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request);
int PMPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count,
                       MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                       MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                       MPI_Request *request);
int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                         void *result_addr, int result_count, MPI_Datatype result_datatype,
                         int target_rank, MPI_Aint target_disp, int target_count,
                         MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request);
int PMPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count,
                           MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                           MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                           MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                           MPI_Win win, MPI_Request *request);
int PMPI_Win_fence(int assert, MPI_Win win);
int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win);
int PMPI_Win_complete(MPI_Win win);
int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win);
int PMPI_Win_wait(MPI_Win win);
int PMPI_Win_test(MPI_Win win, int *flag);
int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win);
int PMPI_Win_unlock(int rank, MPI_Win win);
int PMPI_Win_lock_all(int assert, MPI_Win win);
int PMPI_Win_unlock_all(MPI_Win win);
int PMPI_Win_flush(int rank, MPI_Win win);
int PMPI_Win_flush_all(MPI_Win win);
int PMPI_Win_flush_local(int rank, MPI_Win win);
int PMPI_Win_flush_local_all(MPI_Win win);
int PMPI_Win_sync(MPI_Win win);
#pragma GCC visibility pop

int api_put(const struct call *call, const void *origin_addr, MPI_Count origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, struct mode mode)
{
    return checked_put(false, call, origin_addr, origin_count, origin_datatype, target_rank,
                       target_disp, target_count, target_datatype, win, mode);
}

int api_get(const struct call *call, void *origin_addr, MPI_Count origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, struct mode mode)
{
    return checked_get(false, call, origin_addr, origin_count, origin_datatype, target_rank,
                       target_disp, target_count, target_datatype, win, mode);
}

int api_fetch_and_op(const struct call *call, const void *origin_addr, void *result_addr,
                     MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op,
                     MPI_Win win)
{
    return checked_fetch_and_op(false, call, origin_addr, result_addr, datatype, target_rank,
                                target_disp, op, win);
}

int api_compare_and_swap(const struct call *call, const void *origin_addr, const void *compare_addr,
                         void *result_addr, MPI_Datatype datatype, int target_rank,
                         MPI_Aint target_disp, MPI_Win win)
{
    return checked_compare_and_swap(false, call, origin_addr, compare_addr, result_addr, datatype,
                                    target_rank, target_disp, win);
}

int api_win_flush(const struct call *call, int rank, MPI_Win win)
{
    return checked_win_flush(false, call, rank, win);
}

int api_win_flush_local(const struct call *call, int rank, MPI_Win win)
{
    return checked_win_flush_local(false, call, rank, win);
}

static __attribute__((noinline))
int followed_api_win_create(const struct call *call, void *base, MPI_Aint size, MPI_Aint disp_unit,
                            MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_win_create(call, base, size, disp_unit, info, comm, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_allocate(const struct call *call, MPI_Aint size, MPI_Aint disp_unit,
                              MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_win_allocate(call, size, disp_unit, info, comm, baseptr, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_allocate_shared(const struct call *call, MPI_Aint size, MPI_Aint disp_unit,
                                     MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_win_allocate_shared(call, size, disp_unit, info, comm, baseptr, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_create_dynamic(const struct call *call, MPI_Info info, MPI_Comm comm,
                                    MPI_Win *win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_win_create_dynamic(call, info, comm, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_attach(const struct call *call, MPI_Win win, void *base, MPI_Aint size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_attach(call, win, base, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_detach(const struct call *call, MPI_Win win, const void *base)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_detach(call, win, base);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_shared_query(const struct call *call, MPI_Win win, int rank, MPI_Aint *size,
                                  struct int_slot disp_unit, void *baseptr)
{
    int err = followed_begin(call, &(struct call_facts){.peer = rank, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_shared_query(call, win, rank, size, disp_unit, baseptr);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_free(const struct call *call, MPI_Win *win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_win_free(call, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_get_group(const struct call *call, MPI_Win win, MPI_Group *group)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_get_group(call, win, group);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_set_info(const struct call *call, MPI_Win win, MPI_Info info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_set_info(call, win, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_get_info(const struct call *call, MPI_Win win, MPI_Info *info_used)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_get_info(call, win, info_used);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_put(const struct call *call, const void *origin_addr, MPI_Count origin_count,
                     MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                     MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
                     struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = target_rank, .tag = CALL_HAS_NONE,
                                                        .count = origin_count,
                                                        .type = origin_datatype, .win = win});

    if (err == MPI_SUCCESS)
        err = api_put(call, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, win, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_get(const struct call *call, void *origin_addr, MPI_Count origin_count,
                     MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                     MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
                     struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = target_rank, .tag = CALL_HAS_NONE,
                                                        .count = origin_count,
                                                        .type = origin_datatype, .win = win});

    if (err == MPI_SUCCESS)
        err = api_get(call, origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, win, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_accumulate(const struct call *call, const void *origin_addr,
                            MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
                            MPI_Aint target_disp, MPI_Count target_count,
                            MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = target_rank, .tag = CALL_HAS_NONE,
                                                        .count = origin_count,
                                                        .type = origin_datatype, .win = win});

    if (err == MPI_SUCCESS)
        err = api_accumulate(call, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, op, win, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_get_accumulate(const struct call *call, const void *origin_addr,
                                MPI_Count origin_count, MPI_Datatype origin_datatype,
                                void *result_addr, MPI_Count result_count,
                                MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                                MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                                MPI_Win win, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = target_rank, .tag = CALL_HAS_NONE,
                                                        .count = origin_count,
                                                        .type = origin_datatype, .win = win});

    if (err == MPI_SUCCESS)
        err = api_get_accumulate(call, origin_addr, origin_count, origin_datatype, result_addr,
                                 result_count, result_datatype, target_rank, target_disp,
                                 target_count, target_datatype, op, win, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_fetch_and_op(const struct call *call, const void *origin_addr, void *result_addr,
                              MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                              MPI_Op op, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = target_rank, .tag = CALL_HAS_NONE,
                                                        .type = datatype, .win = win});

    if (err == MPI_SUCCESS)
        err = api_fetch_and_op(call, origin_addr, result_addr, datatype, target_rank, target_disp,
                               op, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_compare_and_swap(const struct call *call, const void *origin_addr,
                                  const void *compare_addr, void *result_addr,
                                  MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                                  MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = target_rank, .tag = CALL_HAS_NONE,
                                                        .type = datatype, .win = win});

    if (err == MPI_SUCCESS)
        err = api_compare_and_swap(call, origin_addr, compare_addr, result_addr, datatype,
                                   target_rank, target_disp, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_fence(const struct call *call, int assert, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_fence(call, assert, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_start(const struct call *call, MPI_Group group, int assert, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_start(call, group, assert, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_complete(const struct call *call, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_complete(call, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_post(const struct call *call, MPI_Group group, int assert, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_post(call, group, assert, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_wait(const struct call *call, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_wait(call, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_test(const struct call *call, MPI_Win win, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_test(call, win, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_lock(const struct call *call, int lock_type, int rank, int assert, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = rank, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_lock(call, lock_type, rank, assert, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_unlock(const struct call *call, int rank, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = rank, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_unlock(call, rank, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_lock_all(const struct call *call, int assert, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_lock_all(call, assert, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_unlock_all(const struct call *call, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_unlock_all(call, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_flush(const struct call *call, int rank, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = rank, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_flush(call, rank, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_flush_all(const struct call *call, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_flush_all(call, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_flush_local(const struct call *call, int rank, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = rank, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_flush_local(call, rank, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_flush_local_all(const struct call *call, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_flush_local_all(call, win);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_sync(const struct call *call, MPI_Win win)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_sync(call, win);
    return followed_end(call, err);
}

int PMPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                    MPI_Win *win)
{
    const struct call call = CALL("MPI_Win_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_create(&call, base, size, disp_unit, info, comm, win));
    return laws_kept(api_win_create(&call, base, size, disp_unit, info, comm, win));
}
ALIAS(MPI_Win_create);

int PMPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                      MPI_Win *win)
{
    const struct call call = CALL_LARGE("MPI_Win_create_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_create(&call, base, size, disp_unit, info, comm, win));
    return laws_kept(api_win_create(&call, base, size, disp_unit, info, comm, win));
}
ALIAS(MPI_Win_create_c);

int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                      MPI_Win *win)
{
    const struct call call = CALL("MPI_Win_allocate");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_allocate(&call, size, disp_unit, info, comm, baseptr,
                                                   win));
    return laws_kept(api_win_allocate(&call, size, disp_unit, info, comm, baseptr, win));
}
ALIAS(MPI_Win_allocate);

int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                        void *baseptr, MPI_Win *win)
{
    const struct call call = CALL_LARGE("MPI_Win_allocate_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_allocate(&call, size, disp_unit, info, comm, baseptr,
                                                   win));
    return laws_kept(api_win_allocate(&call, size, disp_unit, info, comm, baseptr, win));
}
ALIAS(MPI_Win_allocate_c);

int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                             void *baseptr, MPI_Win *win)
{
    const struct call call = CALL("MPI_Win_allocate_shared");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_allocate_shared(&call, size, disp_unit, info, comm,
                                                          baseptr, win));
    return laws_kept(api_win_allocate_shared(&call, size, disp_unit, info, comm, baseptr, win));
}
ALIAS(MPI_Win_allocate_shared);

int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                               void *baseptr, MPI_Win *win)
{
    const struct call call = CALL_LARGE("MPI_Win_allocate_shared_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_allocate_shared(&call, size, disp_unit, info, comm,
                                                          baseptr, win));
    return laws_kept(api_win_allocate_shared(&call, size, disp_unit, info, comm, baseptr, win));
}
ALIAS(MPI_Win_allocate_shared_c);

int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    const struct call call = CALL("MPI_Win_create_dynamic");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_create_dynamic(&call, info, comm, win));
    return laws_kept(api_win_create_dynamic(&call, info, comm, win));
}
ALIAS(MPI_Win_create_dynamic);

int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
    const struct call call = CALL("MPI_Win_attach");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_attach(&call, win, base, size));
    return laws_kept(api_win_attach(&call, win, base, size));
}
ALIAS(MPI_Win_attach);

int PMPI_Win_detach(MPI_Win win, const void *base)
{
    const struct call call = CALL("MPI_Win_detach");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_detach(&call, win, base));
    return laws_kept(api_win_detach(&call, win, base));
}
ALIAS(MPI_Win_detach);

int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr)
{
    const struct call call = CALL("MPI_Win_shared_query");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_shared_query(&call, win, rank, size,
                                                       slot_narrow(disp_unit), baseptr));
    return laws_kept(api_win_shared_query(&call, win, rank, size, slot_narrow(disp_unit), baseptr));
}
ALIAS(MPI_Win_shared_query);

int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
                            void *baseptr)
{
    const struct call call = CALL_LARGE("MPI_Win_shared_query_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_shared_query(&call, win, rank, size, slot_wide(disp_unit),
                                                       baseptr));
    return laws_kept(api_win_shared_query(&call, win, rank, size, slot_wide(disp_unit), baseptr));
}
ALIAS(MPI_Win_shared_query_c);

int PMPI_Win_free(MPI_Win *win)
{
    const struct call call = CALL("MPI_Win_free");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_free(&call, win));
    return laws_kept(api_win_free(&call, win));
}
ALIAS(MPI_Win_free);

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
    const struct call call = CALL("MPI_Win_get_group");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_get_group(&call, win, group));
    return laws_kept(api_win_get_group(&call, win, group));
}
ALIAS(MPI_Win_get_group);

int PMPI_Win_set_info(MPI_Win win, MPI_Info info)
{
    const struct call call = CALL("MPI_Win_set_info");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_set_info(&call, win, info));
    return laws_kept(api_win_set_info(&call, win, info));
}
ALIAS(MPI_Win_set_info);

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info_used)
{
    const struct call call = CALL("MPI_Win_get_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_get_info(&call, win, info_used));
    return laws_kept(api_win_get_info(&call, win, info_used));
}
ALIAS(MPI_Win_get_info);

int PMPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
             MPI_Win win)
{
    if (likely(checked_put(true, NULL, origin_addr, origin_count, origin_datatype, target_rank,
                           target_disp, target_count, target_datatype, win, mode_blocking()) ==
                           MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Put");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_put(&call, origin_addr, origin_count, origin_datatype,
                                          target_rank, target_disp, target_count, target_datatype,
                                          win, mode_blocking()));
    return laws_kept(api_put(&call, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, win, mode_blocking()));
}
ALIAS(MPI_Put);

int PMPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_count,
               MPI_Datatype target_datatype, MPI_Win win)
{
    if (likely(checked_put(true, NULL, origin_addr, origin_count, origin_datatype, target_rank,
                           target_disp, target_count, target_datatype, win, mode_blocking()) ==
                           MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Put_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_put(&call, origin_addr, origin_count, origin_datatype,
                                          target_rank, target_disp, target_count, target_datatype,
                                          win, mode_blocking()));
    return laws_kept(api_put(&call, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, win, mode_blocking()));
}
ALIAS(MPI_Put_c);

int PMPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    if (likely(checked_get(true, NULL, origin_addr, origin_count, origin_datatype, target_rank,
                           target_disp, target_count, target_datatype, win, mode_blocking()) ==
                           MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Get");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get(&call, origin_addr, origin_count, origin_datatype,
                                          target_rank, target_disp, target_count, target_datatype,
                                          win, mode_blocking()));
    return laws_kept(api_get(&call, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, win, mode_blocking()));
}
ALIAS(MPI_Get);

int PMPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_count,
               MPI_Datatype target_datatype, MPI_Win win)
{
    if (likely(checked_get(true, NULL, origin_addr, origin_count, origin_datatype, target_rank,
                           target_disp, target_count, target_datatype, win, mode_blocking()) ==
                           MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL_LARGE("MPI_Get_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get(&call, origin_addr, origin_count, origin_datatype,
                                          target_rank, target_disp, target_count, target_datatype,
                                          win, mode_blocking()));
    return laws_kept(api_get(&call, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, win, mode_blocking()));
}
ALIAS(MPI_Get_c);

int PMPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                    int target_rank, MPI_Aint target_disp, int target_count,
                    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    const struct call call = CALL("MPI_Accumulate");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_accumulate(&call, origin_addr, origin_count, origin_datatype,
                                                 target_rank, target_disp, target_count,
                                                 target_datatype, op, win, mode_blocking()));
    return laws_kept(api_accumulate(&call, origin_addr, origin_count, origin_datatype, target_rank,
                                    target_disp, target_count, target_datatype, op, win,
                                    mode_blocking()));
}
ALIAS(MPI_Accumulate);

int PMPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                      int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                      MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    const struct call call = CALL_LARGE("MPI_Accumulate_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_accumulate(&call, origin_addr, origin_count, origin_datatype,
                                                 target_rank, target_disp, target_count,
                                                 target_datatype, op, win, mode_blocking()));
    return laws_kept(api_accumulate(&call, origin_addr, origin_count, origin_datatype, target_rank,
                                    target_disp, target_count, target_datatype, op, win,
                                    mode_blocking()));
}
ALIAS(MPI_Accumulate_c);

int PMPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                        void *result_addr, int result_count, MPI_Datatype result_datatype,
                        int target_rank, MPI_Aint target_disp, int target_count,
                        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    const struct call call = CALL("MPI_Get_accumulate");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_accumulate(&call, origin_addr, origin_count,
                                                     origin_datatype, result_addr, result_count,
                                                     result_datatype, target_rank, target_disp,
                                                     target_count, target_datatype, op, win,
                                                     mode_blocking()));
    return laws_kept(api_get_accumulate(&call, origin_addr, origin_count, origin_datatype,
                                        result_addr, result_count, result_datatype, target_rank,
                                        target_disp, target_count, target_datatype, op, win,
                                        mode_blocking()));
}
ALIAS(MPI_Get_accumulate);

int PMPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count,
                          MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                          MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                          MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                          MPI_Win win)
{
    const struct call call = CALL_LARGE("MPI_Get_accumulate_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_accumulate(&call, origin_addr, origin_count,
                                                     origin_datatype, result_addr, result_count,
                                                     result_datatype, target_rank, target_disp,
                                                     target_count, target_datatype, op, win,
                                                     mode_blocking()));
    return laws_kept(api_get_accumulate(&call, origin_addr, origin_count, origin_datatype,
                                        result_addr, result_count, result_datatype, target_rank,
                                        target_disp, target_count, target_datatype, op, win,
                                        mode_blocking()));
}
ALIAS(MPI_Get_accumulate_c);

int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
                      int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win)
{
    if (likely(checked_fetch_and_op(true, NULL, origin_addr, result_addr, datatype, target_rank,
                                    target_disp, op, win) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Fetch_and_op");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_fetch_and_op(&call, origin_addr, result_addr, datatype,
                                                   target_rank, target_disp, op, win));
    return laws_kept(api_fetch_and_op(&call, origin_addr, result_addr, datatype, target_rank,
                                      target_disp, op, win));
}
ALIAS(MPI_Fetch_and_op);

int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr,
                          MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win)
{
    if (likely(checked_compare_and_swap(true, NULL, origin_addr, compare_addr, result_addr,
                                        datatype, target_rank, target_disp, win) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Compare_and_swap");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_compare_and_swap(&call, origin_addr, compare_addr,
                                                       result_addr, datatype, target_rank,
                                                       target_disp, win));
    return laws_kept(api_compare_and_swap(&call, origin_addr, compare_addr, result_addr, datatype,
                                          target_rank, target_disp, win));
}
ALIAS(MPI_Compare_and_swap);

int PMPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
              int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
              MPI_Win win, MPI_Request *request)
{
    const struct call call = CALL("MPI_Rput");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_put(&call, origin_addr, origin_count, origin_datatype,
                                          target_rank, target_disp, target_count, target_datatype,
                                          win, mode_nonblocking(request)));
    return laws_kept(api_put(&call, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, win,
                             mode_nonblocking(request)));
}
ALIAS(MPI_Rput);

int PMPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Rput_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_put(&call, origin_addr, origin_count, origin_datatype,
                                          target_rank, target_disp, target_count, target_datatype,
                                          win, mode_nonblocking(request)));
    return laws_kept(api_put(&call, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, win,
                             mode_nonblocking(request)));
}
ALIAS(MPI_Rput_c);

int PMPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
              MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
              MPI_Request *request)
{
    const struct call call = CALL("MPI_Rget");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get(&call, origin_addr, origin_count, origin_datatype,
                                          target_rank, target_disp, target_count, target_datatype,
                                          win, mode_nonblocking(request)));
    return laws_kept(api_get(&call, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, win,
                             mode_nonblocking(request)));
}
ALIAS(MPI_Rget);

int PMPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Rget_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get(&call, origin_addr, origin_count, origin_datatype,
                                          target_rank, target_disp, target_count, target_datatype,
                                          win, mode_nonblocking(request)));
    return laws_kept(api_get(&call, origin_addr, origin_count, origin_datatype, target_rank,
                             target_disp, target_count, target_datatype, win,
                             mode_nonblocking(request)));
}
ALIAS(MPI_Rget_c);

int PMPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                     int target_rank, MPI_Aint target_disp, int target_count,
                     MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    const struct call call = CALL("MPI_Raccumulate");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_accumulate(&call, origin_addr, origin_count, origin_datatype,
                                                 target_rank, target_disp, target_count,
                                                 target_datatype, op, win,
                                                 mode_nonblocking(request)));
    return laws_kept(api_accumulate(&call, origin_addr, origin_count, origin_datatype, target_rank,
                                    target_disp, target_count, target_datatype, op, win,
                                    mode_nonblocking(request)));
}
ALIAS(MPI_Raccumulate);

int PMPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count,
                       MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                       MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                       MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Raccumulate_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_accumulate(&call, origin_addr, origin_count, origin_datatype,
                                                 target_rank, target_disp, target_count,
                                                 target_datatype, op, win,
                                                 mode_nonblocking(request)));
    return laws_kept(api_accumulate(&call, origin_addr, origin_count, origin_datatype, target_rank,
                                    target_disp, target_count, target_datatype, op, win,
                                    mode_nonblocking(request)));
}
ALIAS(MPI_Raccumulate_c);

int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                         void *result_addr, int result_count, MPI_Datatype result_datatype,
                         int target_rank, MPI_Aint target_disp, int target_count,
                         MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    const struct call call = CALL("MPI_Rget_accumulate");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_accumulate(&call, origin_addr, origin_count,
                                                     origin_datatype, result_addr, result_count,
                                                     result_datatype, target_rank, target_disp,
                                                     target_count, target_datatype, op, win,
                                                     mode_nonblocking(request)));
    return laws_kept(api_get_accumulate(&call, origin_addr, origin_count, origin_datatype,
                                        result_addr, result_count, result_datatype, target_rank,
                                        target_disp, target_count, target_datatype, op, win,
                                        mode_nonblocking(request)));
}
ALIAS(MPI_Rget_accumulate);

int PMPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count,
                           MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                           MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                           MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                           MPI_Win win, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_Rget_accumulate_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_accumulate(&call, origin_addr, origin_count,
                                                     origin_datatype, result_addr, result_count,
                                                     result_datatype, target_rank, target_disp,
                                                     target_count, target_datatype, op, win,
                                                     mode_nonblocking(request)));
    return laws_kept(api_get_accumulate(&call, origin_addr, origin_count, origin_datatype,
                                        result_addr, result_count, result_datatype, target_rank,
                                        target_disp, target_count, target_datatype, op, win,
                                        mode_nonblocking(request)));
}
ALIAS(MPI_Rget_accumulate_c);

int PMPI_Win_fence(int assert, MPI_Win win)
{
    const struct call call = CALL("MPI_Win_fence");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_fence(&call, assert, win));
    return laws_kept(api_win_fence(&call, assert, win));
}
ALIAS(MPI_Win_fence);

int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win)
{
    const struct call call = CALL("MPI_Win_start");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_start(&call, group, assert, win));
    return laws_kept(api_win_start(&call, group, assert, win));
}
ALIAS(MPI_Win_start);

int PMPI_Win_complete(MPI_Win win)
{
    const struct call call = CALL("MPI_Win_complete");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_complete(&call, win));
    return laws_kept(api_win_complete(&call, win));
}
ALIAS(MPI_Win_complete);

int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win)
{
    const struct call call = CALL("MPI_Win_post");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_post(&call, group, assert, win));
    return laws_kept(api_win_post(&call, group, assert, win));
}
ALIAS(MPI_Win_post);

int PMPI_Win_wait(MPI_Win win)
{
    const struct call call = CALL("MPI_Win_wait");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_wait(&call, win));
    return laws_kept(api_win_wait(&call, win));
}
ALIAS(MPI_Win_wait);

int PMPI_Win_test(MPI_Win win, int *flag)
{
    const struct call call = CALL("MPI_Win_test");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_test(&call, win, flag));
    return laws_kept(api_win_test(&call, win, flag));
}
ALIAS(MPI_Win_test);

int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
    const struct call call = CALL("MPI_Win_lock");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_lock(&call, lock_type, rank, assert, win));
    return laws_kept(api_win_lock(&call, lock_type, rank, assert, win));
}
ALIAS(MPI_Win_lock);

int PMPI_Win_unlock(int rank, MPI_Win win)
{
    const struct call call = CALL("MPI_Win_unlock");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_unlock(&call, rank, win));
    return laws_kept(api_win_unlock(&call, rank, win));
}
ALIAS(MPI_Win_unlock);

int PMPI_Win_lock_all(int assert, MPI_Win win)
{
    const struct call call = CALL("MPI_Win_lock_all");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_lock_all(&call, assert, win));
    return laws_kept(api_win_lock_all(&call, assert, win));
}
ALIAS(MPI_Win_lock_all);

int PMPI_Win_unlock_all(MPI_Win win)
{
    const struct call call = CALL("MPI_Win_unlock_all");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_unlock_all(&call, win));
    return laws_kept(api_win_unlock_all(&call, win));
}
ALIAS(MPI_Win_unlock_all);

int PMPI_Win_flush(int rank, MPI_Win win)
{
    if (likely(checked_win_flush(true, NULL, rank, win) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Win_flush");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_flush(&call, rank, win));
    return laws_kept(api_win_flush(&call, rank, win));
}
ALIAS(MPI_Win_flush);

int PMPI_Win_flush_all(MPI_Win win)
{
    const struct call call = CALL("MPI_Win_flush_all");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_flush_all(&call, win));
    return laws_kept(api_win_flush_all(&call, win));
}
ALIAS(MPI_Win_flush_all);

int PMPI_Win_flush_local(int rank, MPI_Win win)
{
    if (likely(checked_win_flush_local(true, NULL, rank, win) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Win_flush_local");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_flush_local(&call, rank, win));
    return laws_kept(api_win_flush_local(&call, rank, win));
}
ALIAS(MPI_Win_flush_local);

int PMPI_Win_flush_local_all(MPI_Win win)
{
    const struct call call = CALL("MPI_Win_flush_local_all");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_flush_local_all(&call, win));
    return laws_kept(api_win_flush_local_all(&call, win));
}
ALIAS(MPI_Win_flush_local_all);

int PMPI_Win_sync(MPI_Win win)
{
    const struct call call = CALL("MPI_Win_sync");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_sync(&call, win));
    return laws_kept(api_win_sync(&call, win));
}
ALIAS(MPI_Win_sync);
