/* SPDX-License-Identifier: MIT */
/* Operations on the memory of other members of a window. */
#include "api/generated/one-sided.h"
#include "api/window/quick_window.h"
#include "base/memory.h"
#include "base/note.h"
#include "check/buffers.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rma/order.h"
#include "rma/race.h"
#include "rma/results.h"

const struct data_names names_origin = {"origin_addr", "origin_count", "origin_datatype"};
const struct data_names names_target = {"target_disp", "target_count", "target_datatype"};
static const struct data_names names_result = {"result_addr", "result_count", "result_datatype"};

const uint8_t access_ways[] = {
    [ACCESS_PUTS] = WAY_PUT, [ACCESS_GETS] = WAY_GET, [ACCESS_COMBINES] = WAY_ACCUMULATE};

/* ---- what checks refuse ---------------------------------------------------------------------- */

int refuse_window_rank(const struct window *window, int rank, const char *name)
{
    return note(MPI_ERR_RANK, "%s %d is outside 0..%d", name, rank, window->common->size - 1);
}

int check_predefined_object(MPI_Datatype handle, const struct type **type)
{
    int err = check_type(handle, "datatype", type);

    if (err == MPI_SUCCESS && !(*type)->is_predefined)
        err = note(MPI_ERR_TYPE, "datatype is not a predefined datatype");
    return err;
}

int refuse_swap(const struct type *type)
{
    return note(MPI_ERR_TYPE, "datatype %s is no integer, logical, multi-language, byte or char "
                              "type", type->name);
}

int refuse_operation(MPI_Op handle)
{
    const struct op *op;
    int err = check_op_handle(handle, &op);

    return err != MPI_SUCCESS ? err : note(MPI_ERR_OP, "op is not a predefined operation");
}

/* ---- what all operations have ---------------------------------------------------------------- */

static int make_request(struct window *window, const struct call *call, MPI_Request *handle)
{
    struct request *request = request_create_done(window->self, &results_class);

    if (request == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a request");
    request->site = call->site;
    *handle = handle_of_request(request);
    return MPI_SUCCESS;
}

/* Carries out what has been checked, with a request if that is wanted. */
static int finish_operation(const struct access *access, const struct mode *mode,
                            struct window_object *object, int err)
{
    if (err == MPI_SUCCESS && mode->form != COLL_BLOCKING)
        err = make_request(access->window, access->call, mode->request);
    return end_window_call(access->call, object, err);
}

/* As finish, for an operation with a result that may be kept. */
static int finish_result(const struct access *access, const struct mode *mode,
                         struct window_object *object, int err, struct kept_result *kept)
{
    err = finish_operation(access, mode, object, err);
    if (err == MPI_SUCCESS)
        results_keep(access->call, access->window, access->rank,
                     mode->form != COLL_BLOCKING ? handle_request(*mode->request) : NULL, kept);
    else
        memory_give(kept->diverted.memory);
    return err;
}

static int watch_access(const struct access *access, enum race_kind kind, const struct mode *mode,
                        uint64_t *ticket)
{
    return window_is_watched(access->window)
               ? race_begin(access, kind, NULL, NULL, mode->form != COLL_BLOCKING ? ticket : NULL)
               : MPI_SUCCESS;
}

/* Checks the data that an operation writes to, at its origin or at its target. */
static int compare_itself(const struct access *access, const char *name, const struct data *data)
{
    return buffers_are_watched() ? buffers_compare_itself(access->call, name, data) : MPI_SUCCESS;
}

/* ---- put and get ----------------------------------------------------------------------------- */

int copy_checked(struct access *access, bool is_put, const struct mode *mode,
                 struct window_object *object, int err)
{
    const bool has_target = err == MPI_SUCCESS && access->rank != MPI_PROC_NULL;
    struct kept_result kept = {.origin.type = NULL};
    struct ordered_access order;

    if (has_target)
        err = is_put ? compare_itself(access, "the target's memory", &access->target)
                     : compare_itself(access, "origin_addr", &access->origin);
    if (has_target && err == MPI_SUCCESS)
        err = watch_access(access, is_put ? RACE_PUT : RACE_GET, mode, &kept.ticket);
    if (has_target && err == MPI_SUCCESS && !is_put)
        err = results_divert(access->call, "origin_addr", &access->origin, &kept);
    if (has_target && err == MPI_SUCCESS) {
        order_begin(&order, access, is_put);
        if (is_put)
            access_put(access);
        else
            access_get(access);
        order_end(&order);
        if (is_put)
            kept.origin = access->origin;
        observe_access(access, is_put ? ACCESS_PUTS : ACCESS_GETS,
                       is_put ? &access->origin : &access->target, access->call->site);
        if (!is_put)
            window_has_looked(access->window);
    }
    return finish_result(access, mode, object, err, &kept);
}

/* ---- accumulates ----------------------------------------------------------------------------- */

/* A type without data goes with every other. */
static bool consists_of(const struct type *type, const struct type *basic)
{
    return type == NULL || type->size == 0 || accumulate_basic(type) == basic;
}

/* Finds the predefined type that all data consist of, and whether the operation takes it. It is
 * NULL when there are no data, and then the types may be any. */
static int check_basic(struct accumulate *accumulate)
{
    if (data_bytes(&accumulate->access.target) == 0)
        return MPI_SUCCESS;
    accumulate->basic = accumulate_basic(accumulate->access.target.type);
    if (accumulate->basic == NULL)
        return note(MPI_ERR_TYPE, "target_datatype does not consist of one predefined type");
    if (!consists_of(accumulate->access.origin.type, accumulate->basic))
        return note(MPI_ERR_TYPE, "origin_datatype does not consist of %s, as target_datatype does",
                    accumulate->basic->name);
    if (!consists_of(accumulate->result.type, accumulate->basic))
        return note(MPI_ERR_TYPE, "result_datatype does not consist of %s, as target_datatype does",
                    accumulate->basic->name);
    if (!accumulate_allows(accumulate->op, accumulate->basic))
        return note(MPI_ERR_OP, "%s is not defined for %s", accumulate->op->name,
                    accumulate->basic->name);
    return MPI_SUCCESS;
}

static int check_room(const char *what, const struct data *from, const struct data *to)
{
    if (from->type == NULL || to->type == NULL || data_bytes(from) <= data_bytes(to))
        return MPI_SUCCESS;
    return note(MPI_ERR_TRUNCATE, "%s: %lld bytes go to %lld bytes", what,
                (long long)data_bytes(from), (long long)data_bytes(to));
}

/* Checks what is behind origin and result, and carries it out. */
static int accumulate_data(struct accumulate *accumulate, const struct target_argument *target,
                           const struct mode *mode, struct kept_result *kept)
{
    struct access *access = &accumulate->access;
    struct ordered_access order;
    int err = check_target(false, target, access);

    if (err == MPI_SUCCESS)
        err = check_request_wanted(mode, access);
    if (err != MPI_SUCCESS || target->rank == MPI_PROC_NULL)
        return err;
    err = check_basic(accumulate);
    if (err == MPI_SUCCESS)
        err = check_room("the operand", &access->origin, &access->target);
    if (err == MPI_SUCCESS)
        err = check_room("the old data", &access->target, &accumulate->result);
    if (err == MPI_SUCCESS)
        err = check_range(false, access, target->disp);
    if (err == MPI_SUCCESS)
        err = compare_itself(access, "the target's memory", &access->target);
    if (err == MPI_SUCCESS && accumulate->result.type != NULL)
        err = compare_itself(access, "result_addr", &accumulate->result);
    if (err == MPI_SUCCESS && window_is_watched(access->window))
        err = race_begin(access, RACE_ACCUMULATE, &accumulate->result,
                         &(struct race_combination){accumulate->basic, accumulate->op},
                         mode->form != COLL_BLOCKING ? &kept->ticket : NULL);
    if (err == MPI_SUCCESS && accumulate->result.type != NULL)
        err = results_divert(access->call, "result_addr", &accumulate->result, kept);
    if (err == MPI_SUCCESS) {
        order_begin_atomic(&order, access, access->origin.type != NULL);
        if (accumulate->basic != NULL)
            accumulate_run(accumulate);
        order_end(&order);
        kept->origin = access->origin;
        observe_access(access, ACCESS_COMBINES, &access->target, access->call->site);
        if (access->origin.type == NULL)
            window_has_looked(access->window);
    }
    return err;
}

int accumulate_checked(struct accumulate *accumulate, const struct target_argument *target,
                       const struct mode *mode, struct window_object *object, int err)
{
    struct kept_result kept = {.origin.type = NULL};

    if (err == MPI_SUCCESS)
        err = accumulate_data(accumulate, target, mode, &kept);
    return finish_result(&accumulate->access, mode, object, err, &kept);
}

int api_accumulate(const struct call *call, const void *origin_addr, MPI_Count origin_count,
                   MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                   struct mode mode)
{
    const struct target_argument target = {target_rank, target_disp, target_count, target_datatype};
    struct accumulate accumulate = {.result = {0}};
    struct window_object *object;
    int err = check_access(false, &accumulate.access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_data(&names_origin, origin_addr, origin_count, origin_datatype,
                         &accumulate.access.origin);
    if (err == MPI_SUCCESS)
        err = check_operation(false, op, &accumulate.op);
    if (err == MPI_SUCCESS && op == MPI_NO_OP)
        err = note(MPI_ERR_OP, "op is MPI_NO_OP");
    return accumulate_checked(&accumulate, &target, &mode, object, err);
}

int api_get_accumulate(const struct call *call, const void *origin_addr, MPI_Count origin_count,
                       MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                       MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                       MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                       struct mode mode)
{
    const struct target_argument target = {target_rank, target_disp, target_count, target_datatype};
    struct accumulate accumulate = {.result = {0}};
    struct window_object *object;
    int err = check_access(false, &accumulate.access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_operation(false, op, &accumulate.op);
    if (err == MPI_SUCCESS && op != MPI_NO_OP)
        err = check_data(&names_origin, origin_addr, origin_count, origin_datatype,
                         &accumulate.access.origin);
    if (err == MPI_SUCCESS)
        err = check_data(&names_result, result_addr, result_count, result_datatype,
                         &accumulate.result);
    return accumulate_checked(&accumulate, &target, &mode, object, err);
}

int swap_checked(struct access *access, const struct data *compare, struct data *result,
                 const struct target_argument *target, struct window_object *object, int err)
{
    const struct mode mode = mode_blocking();
    struct kept_result kept = {.origin.type = NULL};
    struct ordered_access order;
    bool has_target;

    if (err == MPI_SUCCESS)
        err = check_target(false, target, access);
    has_target = err == MPI_SUCCESS && target->rank != MPI_PROC_NULL;
    if (has_target)
        err = check_range(false, access, target->disp);
    if (has_target && err == MPI_SUCCESS && window_is_watched(access->window))
        err = race_begin(access, RACE_ACCUMULATE, result,
                         &(struct race_combination){.basic = result->type}, NULL);
    if (has_target && err == MPI_SUCCESS)
        err = results_divert(access->call, "result_addr", result, &kept);
    if (has_target && err == MPI_SUCCESS) {
        order_begin_atomic(&order, access, true);
        accumulate_compare_and_swap(access->window, target->rank, &access->target,
                                    access->origin.buf, compare->buf, result->buf, access);
        order_end(&order);
        kept.origin = access->origin;
        observe_access(access, ACCESS_COMBINES, &access->target, access->call->site);
        window_has_looked(access->window);
    }
    return finish_result(access, &mode, object, err, &kept);
}
