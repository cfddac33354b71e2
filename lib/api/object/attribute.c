/* SPDX-License-Identifier: MIT */
/* Attributes of communicators, types and windows, and their keys. */
#include <limits.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/argument/keyval.h"
#include "api/argument/local.h"
#include "api/error/raise.h"
#include "api/generated/caching.h"
#include "api/object/type_attribute.h"
#include "base/memory.h"
#include "base/note.h"
#include "spawn/universe.h"

/* ---- keys ---------------------------------------------------------------------------------- */

static int create_key(const struct keyval *wanted, int *number)
{
    struct keyval *made = object_create(handle_store(), OBJECT_KEYVAL);

    if (made == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for an attribute key");
    made->kind = wanted->kind;
    made->copier = wanted->copier;
    made->deleter = wanted->deleter;
    made->extra_state = wanted->extra_state;
    made->owner = rank_self();
    made->number = KEYVAL_FIRST + object_number(handle_store(), &made->object);
    *number = made->number;
    return MPI_SUCCESS;
}

static int create_keyval(const struct call *call, const struct keyval *wanted, int *number,
                         const char *name)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(number, name);
    if (err == MPI_SUCCESS)
        err = create_key(wanted, number);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_comm_create_keyval(const struct call *call, MPI_Comm_copy_attr_function *copier,
                           MPI_Comm_delete_attr_function *deleter, int *number, void *extra_state)
{
    const struct keyval wanted = {.kind = HOLDER_COMM,
                                  .copier.comm = copier,
                                  .deleter.comm = deleter,
                                  .extra_state = extra_state};

    return create_keyval(call, &wanted, number, "comm_keyval");
}

int api_type_create_keyval(const struct call *call, MPI_Type_copy_attr_function *copier,
                           MPI_Type_delete_attr_function *deleter, int *number, void *extra_state)
{
    const struct keyval wanted = {.kind = HOLDER_TYPE,
                                  .copier.type = copier,
                                  .deleter.type = deleter,
                                  .extra_state = extra_state};

    return create_keyval(call, &wanted, number, "type_keyval");
}

int api_win_create_keyval(const struct call *call, MPI_Win_copy_attr_function *copier,
                          MPI_Win_delete_attr_function *deleter, int *number, void *extra_state)
{
    const struct keyval wanted = {.kind = HOLDER_WIN,
                                  .copier.win = copier,
                                  .deleter.win = deleter,
                                  .extra_state = extra_state};

    return create_keyval(call, &wanted, number, "win_keyval");
}

static int free_key(const struct call *call, enum holder_kind kind, int *number, const char *name)
{
    struct keyval *keyval;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(number, name);
    if (err == MPI_SUCCESS)
        err = check_keyval_in_use(*number, kind, name, &keyval);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    if (!keyval->object.is_freed) {
        keyval->object.is_freed = true;
        keyval_drop(handle_store(), keyval);
    }
    *number = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

int api_comm_free_keyval(const struct call *call, int *number)
{
    return free_key(call, HOLDER_COMM, number, "comm_keyval");
}

int api_type_free_keyval(const struct call *call, int *number)
{
    return free_key(call, HOLDER_TYPE, number, "type_keyval");
}

int api_win_free_keyval(const struct call *call, int *number)
{
    return free_key(call, HOLDER_WIN, number, "win_keyval");
}

/* ---- attributes of any object -------------------------------------------------------------- */

static int set_attribute(const struct holder *holder, int number, const char *name, void *value)
{
    struct keyval *keyval;
    int err = check_keyval(number, holder->kind, name, &keyval);

    return err == MPI_SUCCESS ? attribute_set(holder, keyval, value) : err;
}

static int get(const struct holder *holder, int number, const char *name, void *attribute_val,
               int *flag)
{
    struct keyval *keyval;
    void *value;
    int err = check_keyval_in_use(number, holder->kind, name, &keyval);

    if (err != MPI_SUCCESS)
        return err;
    *flag = attribute_get(holder, keyval, &value);
    if (*flag)
        memcpy(attribute_val, &value, sizeof value);
    return MPI_SUCCESS;
}

static int delete(const struct holder *holder, int number, const char *name)
{
    struct keyval *keyval;
    int err = check_keyval_in_use(number, holder->kind, name, &keyval);

    return err == MPI_SUCCESS ? attribute_delete(holder, keyval) : err;
}

static int check_outputs(const void *attribute_val, const int *flag)
{
    int err = check_pointer(attribute_val, "attribute_val");

    return err == MPI_SUCCESS ? check_pointer(flag, "flag") : err;
}

/* ---- communicators ------------------------------------------------------------------------- */

int api_comm_set_attr(const struct call *call, MPI_Comm handle, int number, void *value)
{
    struct holder holder;
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS && comm_make_extras(comm) == NULL)
        err = note(MPI_ERR_NO_MEM, "no memory for an attribute");
    if (err == MPI_SUCCESS) {
        holder = comm_holder(comm, handle);
        err = set_attribute(&holder, number, "comm_keyval", value);
    }
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

/* Returns an attribute whose value all ranks share; NULL for other keys. */
static const int *constant_value(int number)
{
    static const int tag_ub = INT_MAX, io = MPI_ANY_SOURCE, host = MPI_PROC_NULL, is_global = 1;

    switch (number) {
    case MPI_TAG_UB:
        return &tag_ub;
    case MPI_IO:
        return &io;
    case MPI_HOST:
        return &host;
    case MPI_WTIME_IS_GLOBAL:
        return &is_global;
    }
    return NULL;
}

/* Returns a predefined attribute: a constant one, or the rank's own value. Returns NULL if there is
 * no memory. */
static const int *predefined_value(int number)
{
    const int *constant = constant_value(number);
    struct local *local = constant == NULL ? local_of(rank_self()) : NULL;

    if (local == NULL)
        return constant;
    local->values.universe_size = universe_size(rank_self()->world);
    switch (number) {
    case MPI_UNIVERSE_SIZE:
        return &local->values.universe_size;
    case MPI_APPNUM:
        local->values.appnum = rank_self()->appnum;
        return &local->values.appnum;
    default:
        if (local->values.last_used_code == 0)
            local->values.last_used_code = MPI_ERR_LASTCODE;
        return &local->values.last_used_code;
    }
}

static int get_predefined(int number, void *attribute_val, int *flag)
{
    const int *value = predefined_value(number);

    if (value == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the value of an attribute");
    *flag = true;
    memcpy(attribute_val, &value, sizeof value);
    return MPI_SUCCESS;
}

int api_comm_get_attr(const struct call *call, MPI_Comm handle, int number, void *attribute_val,
                      int *flag)
{
    struct holder holder;
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_outputs(attribute_val, flag);
    if (err == MPI_SUCCESS && keyval_is_predefined(number, HOLDER_COMM)) {
        err = get_predefined(number, attribute_val, flag);
    } else if (err == MPI_SUCCESS) {
        holder = comm_holder(comm, handle);
        err = get(&holder, number, "comm_keyval", attribute_val, flag);
    }
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_delete_attr(const struct call *call, MPI_Comm handle, int number)
{
    struct holder holder;
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS) {
        holder = comm_holder(comm, handle);
        err = delete(&holder, number, "comm_keyval");
    }
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

/* ---- types --------------------------------------------------------------------------------- */

/* Returns the rank's attribute lists of predefined types. The types are shared by all ranks, their
 * attributes are not. Returns NULL if there are none, or no memory to make them. */
static struct attribute **attributes_of_predefined(MPI_Datatype handle, bool make)
{
    struct local *local = local_of(rank_self());
    struct attribute **all;

    if (local == NULL)
        return NULL;
    lock_take(&local->lock);
    if (local->type_attributes == NULL && make)
        local->type_attributes = memory_take_zeroed(PREDEFINED_TYPES_MAX * sizeof *all);
    all = local->type_attributes;
    lock_release(&local->lock);
    return all != NULL ? &all[(uintptr_t)handle % PREDEFINED_TYPES_MAX] : NULL;
}

static struct holder type_holder(MPI_Datatype handle, bool make)
{
    struct type *type = handle_derived_type(handle);

    return (struct holder){
        .kind = HOLDER_TYPE,
        .handle = handle,
        .attributes =
            type != NULL ? &type->attributes : attributes_of_predefined(handle, make),
        .guard = &rank_self()->guard,
        .store = handle_store(),
    };
}

int type_copy_attributes(MPI_Datatype handle, struct attribute **copies)
{
    const struct holder holder = type_holder(handle, false);

    return attributes_copy(&holder, copies);
}

int type_delete_attributes(MPI_Datatype handle)
{
    const struct holder holder = type_holder(handle, false);

    return attributes_delete(&holder);
}

static int check_holder(MPI_Datatype handle, struct holder *holder)
{
    const struct type *type;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_type(handle, "datatype", &type);
    if (err != MPI_SUCCESS)
        return err;
    *holder = type_holder(handle, true);
    return holder->attributes != NULL ? MPI_SUCCESS
                                      : note(MPI_ERR_NO_MEM, "no memory for an attribute");
}

int api_type_set_attr(const struct call *call, MPI_Datatype handle, int number, void *value)
{
    struct holder holder;
    int err = check_holder(handle, &holder);

    if (err == MPI_SUCCESS)
        err = set_attribute(&holder, number, "type_keyval", value);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_type_get_attr(const struct call *call, MPI_Datatype handle, int number,
                      void *attribute_val, int *flag)
{
    struct holder holder;
    int err = check_holder(handle, &holder);

    if (err == MPI_SUCCESS)
        err = check_outputs(attribute_val, flag);
    if (err == MPI_SUCCESS)
        err = get(&holder, number, "type_keyval", attribute_val, flag);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_type_delete_attr(const struct call *call, MPI_Datatype handle, int number)
{
    struct holder holder;
    int err = check_holder(handle, &holder);

    if (err == MPI_SUCCESS)
        err = delete(&holder, number, "type_keyval");
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}
