/* SPDX-License-Identifier: MIT */
/* Operations on the memory of other members of a window. */
#include "api/check.h"
#include "api/check_object.h"
#include "api/generated/one-sided.h"
#include "api/handle.h"
#include "api/raise.h"
#include "api/window.h"
#include "base/memory.h"
#include "base/note.h"
#include "check/buffers.h"
#include "rank/observe/observer.h"
#include "rma/accumulate.h"
#include "rma/epoch.h"
#include "rma/order.h"
#include "rma/poll.h"
#include "rma/race.h"
#include "rma/results.h"
#include "rma/target.h"

static const struct data_names names_origin = {"origin_addr", "origin_count", "origin_datatype"};
static const struct data_names names_result = {"result_addr", "result_count", "result_datatype"};
static const struct data_names names_target = {"target_disp", "target_count", "target_datatype"};

/* The arguments about an operation's target. */
struct target_argument {
    int rank;
    MPI_Aint disp;
    MPI_Count count;
    MPI_Datatype datatype;
};

/* In place of the address of a target's data, which is known later. */
static const char somewhere[1];

/* ---- what all operations have ---------------------------------------------------------------- */

static int check_target(const struct target_argument *target, struct access *access)
{
    int err = check_window_rank(access->window, target->rank, "target_rank");

    if (err == MPI_SUCCESS)
        err = check_data(&names_target, somewhere, target->count, target->datatype,
                         &access->target);
    if (err == MPI_SUCCESS)
        err = epoch_check_access(access->window, target->rank);
    access->rank = target->rank;
    return err;
}

/* Finds the target's data, when the rest has been checked. */
static int locate(const struct target_argument *target, struct access *access)
{
    return target_find(access->window, target->rank, target->disp, &access->target);
}

static int check_with_request(const struct mode *mode, struct access *access)
{
    int err = check_pointer(mode->request, "request");

    if (err != MPI_SUCCESS)
        return err;
    return epoch_check_passive(access->window, access->rank,
                               "an operation with a request needs a lock");
}

static int begin(struct access *access, const struct call *call, MPI_Win win,
                 struct window_object **object)
{
    int err = check_win(win, object);

    access->call = call;
    access->window = err == MPI_SUCCESS ? window_of(*object) : NULL;
    return err;
}

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
static int finish(const struct access *access, const struct mode *mode,
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
    err = finish(access, mode, object, err);
    if (err == MPI_SUCCESS)
        results_keep(access->call, access->window, access->rank,
                     mode->form != COLL_BLOCKING ? handle_request(*mode->request) : NULL, kept);
    else
        memory_give(kept->diverted.memory);
    return err;
}

static void show(const struct access *access, enum way way, const struct data *data)
{
    const struct window *window = access->window;

    observe(window->self, .way = way, .peer = window_member(window, access->rank),
            .bytes = data_bytes(data), .site = access->call->site,
            .context = window_number(window));
}

static int watch(const struct access *access, enum race_kind kind, const struct mode *mode,
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

/* Checks an operation that copies `from` to `to`, the one of them at the target. */
static int check_copy(struct access *access, const struct target_argument *target,
                      const struct mode *mode, const struct data *from, const struct data *to)
{
    int err = check_target(target, access);

    if (err == MPI_SUCCESS && mode->form != COLL_BLOCKING)
        err = check_with_request(mode, access);
    if (err == MPI_SUCCESS)
        err = access_check_fit(access->call, access->window, from, to);
    if (err == MPI_SUCCESS && target->rank != MPI_PROC_NULL)
        err = locate(target, access);
    return err;
}

int api_put(const struct call *call, const void *origin_addr, MPI_Count origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, struct mode mode)
{
    const struct target_argument target = {target_rank, target_disp, target_count, target_datatype};
    struct window_object *object;
    struct access access;
    struct ordered_access order;
    struct kept_result kept = {.diverted.memory = NULL};
    int err = begin(&access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_data(&names_origin, origin_addr, origin_count, origin_datatype, &access.origin);
    if (err == MPI_SUCCESS)
        err = check_copy(&access, &target, &mode, &access.origin, &access.target);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL)
        err = compare_itself(&access, "the target's memory", &access.target);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL)
        err = watch(&access, RACE_PUT, &mode, &kept.ticket);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL) {
        order_begin(&order, &access, true);
        access_put(&access);
        order_end(&order);
        show(&access, WAY_PUT, &access.origin);
    }
    return finish_result(&access, &mode, object, err, &kept);
}

int api_get(const struct call *call, void *origin_addr, MPI_Count origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, struct mode mode)
{
    const struct target_argument target = {target_rank, target_disp, target_count, target_datatype};
    struct window_object *object;
    struct access access;
    struct ordered_access order;
    struct kept_result kept = {.diverted.memory = NULL};
    int err = begin(&access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_data(&names_origin, origin_addr, origin_count, origin_datatype, &access.origin);
    if (err == MPI_SUCCESS)
        err = check_copy(&access, &target, &mode, &access.target, &access.origin);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL)
        err = compare_itself(&access, "origin_addr", &access.origin);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL)
        err = watch(&access, RACE_GET, &mode, &kept.ticket);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL)
        err = results_divert(call, "origin_addr", &access.origin, &kept);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL) {
        order_begin(&order, &access, false);
        access_get(&access);
        order_end(&order);
        show(&access, WAY_GET, &access.target);
        window_has_looked(access.window);
    }
    return finish_result(&access, &mode, object, err, &kept);
}

/* ---- accumulates ----------------------------------------------------------------------------- */

static int check_operation(MPI_Op handle, bool may_be_no_op, const struct op **op)
{
    int err = check_op_handle(handle, op);

    if (err == MPI_SUCCESS && op_is_users(*op))
        err = note(MPI_ERR_OP, "op is not a predefined operation");
    if (err == MPI_SUCCESS && handle == MPI_NO_OP && !may_be_no_op)
        err = note(MPI_ERR_OP, "op is MPI_NO_OP");
    return err;
}

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
static int run(struct accumulate *accumulate, const struct target_argument *target,
               const struct mode *mode, struct kept_result *kept)
{
    struct access *access = &accumulate->access;
    struct ordered_access order;
    int err = check_target(target, access);

    if (err == MPI_SUCCESS && mode->form != COLL_BLOCKING)
        err = check_with_request(mode, access);
    if (err != MPI_SUCCESS || target->rank == MPI_PROC_NULL)
        return err;
    err = check_basic(accumulate);
    if (err == MPI_SUCCESS)
        err = check_room("the operand", &access->origin, &access->target);
    if (err == MPI_SUCCESS)
        err = check_room("the old data", &access->target, &accumulate->result);
    if (err == MPI_SUCCESS)
        err = locate(target, access);
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
        show(access, WAY_ACCUMULATE, &access->target);
        if (access->origin.type == NULL)
            window_has_looked(access->window);
    }
    return err;
}

int api_accumulate(const struct call *call, const void *origin_addr, MPI_Count origin_count,
                   MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                   struct mode mode)
{
    const struct target_argument target = {target_rank, target_disp, target_count, target_datatype};
    struct accumulate accumulate = {.result = {0}};
    struct kept_result kept = {.diverted.memory = NULL};
    struct window_object *object;
    int err = begin(&accumulate.access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_data(&names_origin, origin_addr, origin_count, origin_datatype,
                         &accumulate.access.origin);
    if (err == MPI_SUCCESS)
        err = check_operation(op, false, &accumulate.op);
    if (err == MPI_SUCCESS)
        err = run(&accumulate, &target, &mode, &kept);
    return finish_result(&accumulate.access, &mode, object, err, &kept);
}

int api_get_accumulate(const struct call *call, const void *origin_addr, MPI_Count origin_count,
                       MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                       MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                       MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                       struct mode mode)
{
    const struct target_argument target = {target_rank, target_disp, target_count, target_datatype};
    struct accumulate accumulate = {.result = {0}};
    struct kept_result kept = {.diverted.memory = NULL};
    struct window_object *object;
    int err = begin(&accumulate.access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_operation(op, true, &accumulate.op);
    if (err == MPI_SUCCESS && op != MPI_NO_OP)
        err = check_data(&names_origin, origin_addr, origin_count, origin_datatype,
                         &accumulate.access.origin);
    if (err == MPI_SUCCESS)
        err = check_data(&names_result, result_addr, result_count, result_datatype,
                         &accumulate.result);
    if (err == MPI_SUCCESS)
        err = run(&accumulate, &target, &mode, &kept);
    return finish_result(&accumulate.access, &mode, object, err, &kept);
}

static int check_predefined(MPI_Datatype handle, const struct type **type)
{
    int err = check_type(handle, "datatype", type);

    if (err == MPI_SUCCESS && !(*type)->is_predefined)
        err = note(MPI_ERR_TYPE, "datatype is not a predefined datatype");
    return err;
}

static int check_element(const void *buf, const char *name, const struct type *type,
                         struct data *data)
{
    const struct data_names names = {name, "count", "datatype"};

    return check_data(&names, buf, 1, type_handle(type), data);
}

int api_fetch_and_op(const struct call *call, const void *origin_addr, void *result_addr,
                     MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op,
                     MPI_Win win)
{
    const struct target_argument target = {target_rank, target_disp, 1, datatype};
    const struct mode mode = mode_blocking();
    struct accumulate accumulate = {.result = {0}};
    struct kept_result kept = {.diverted.memory = NULL};
    struct window_object *object;
    const struct type *type;
    int err = begin(&accumulate.access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_predefined(datatype, &type);
    if (err == MPI_SUCCESS)
        err = check_operation(op, true, &accumulate.op);
    if (err == MPI_SUCCESS && op != MPI_NO_OP)
        err = check_element(origin_addr, "origin_addr", type, &accumulate.access.origin);
    if (err == MPI_SUCCESS)
        err = check_element(result_addr, "result_addr", type, &accumulate.result);
    if (err == MPI_SUCCESS)
        err = run(&accumulate, &target, &mode, &kept);
    return finish_result(&accumulate.access, &mode, object, err, &kept);
}

static int check_swap(MPI_Datatype handle, const struct type **type)
{
    int err = check_predefined(handle, type);

    if (err == MPI_SUCCESS && !accumulate_swaps(*type))
        err = note(MPI_ERR_TYPE, "datatype %s is no integer, logical, multi-language, byte or char "
                                 "type", (*type)->name);
    return err;
}

int api_compare_and_swap(const struct call *call, const void *origin_addr, const void *compare_addr,
                         void *result_addr, MPI_Datatype datatype, int target_rank,
                         MPI_Aint target_disp, MPI_Win win)
{
    const struct target_argument target = {target_rank, target_disp, 1, datatype};
    const struct mode mode = mode_blocking();
    struct data compare, result;
    struct window_object *object;
    const struct type *type;
    struct access access;
    struct ordered_access order;
    struct kept_result kept = {.diverted.memory = NULL};
    int err = begin(&access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_swap(datatype, &type);
    if (err == MPI_SUCCESS)
        err = check_element(origin_addr, "origin_addr", type, &access.origin);
    if (err == MPI_SUCCESS)
        err = check_element(compare_addr, "compare_addr", type, &compare);
    if (err == MPI_SUCCESS)
        err = check_element(result_addr, "result_addr", type, &result);
    if (err == MPI_SUCCESS)
        err = check_target(&target, &access);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL)
        err = locate(&target, &access);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL && window_is_watched(access.window))
        err = race_begin(&access, RACE_ACCUMULATE, &result,
                         &(struct race_combination){.basic = type}, NULL);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL)
        err = results_divert(call, "result_addr", &result, &kept);
    if (err == MPI_SUCCESS && target_rank != MPI_PROC_NULL) {
        order_begin_atomic(&order, &access, true);
        accumulate_compare_and_swap(access.window, target_rank, &access.target, origin_addr,
                                    compare_addr, result.buf, &access);
        order_end(&order);
        show(&access, WAY_ACCUMULATE, &access.target);
        window_has_looked(access.window);
    }
    return finish_result(&access, &mode, object, err, &kept);
}
