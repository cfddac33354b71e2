/* SPDX-License-Identifier: MIT */
#include "object/attribute.h"

#include "base/memory.h"
#include "base/note.h"

void keyval_drop(struct store *store, struct keyval *keyval)
{
    if (object_drop(&keyval->object))
        object_destroy(store, &keyval->object);
}

static int call_copier(const struct bearer *bearer, const struct keyval *keyval, void *value,
                       void *copy, int *flag)
{
    attribute_copier copier = keyval->copier;

    switch (bearer->kind) {
    case BEARER_COMM:
        return copier.comm(bearer->handle, keyval->number, keyval->extra_state, value, copy, flag);
    case BEARER_TYPE:
        return copier.type(bearer->handle, keyval->number, keyval->extra_state, value, copy, flag);
    case BEARER_WIN:
        return copier.win(bearer->handle, keyval->number, keyval->extra_state, value, copy, flag);
    }
    return MPI_ERR_INTERN;
}

static int call_deleter(const struct bearer *bearer, const struct keyval *keyval, void *value)
{
    attribute_deleter deleter = keyval->deleter;

    switch (bearer->kind) {
    case BEARER_COMM:
        return deleter.comm(bearer->handle, keyval->number, value, keyval->extra_state);
    case BEARER_TYPE:
        return deleter.type(bearer->handle, keyval->number, value, keyval->extra_state);
    case BEARER_WIN:
        return deleter.win(bearer->handle, keyval->number, value, keyval->extra_state);
    }
    return MPI_ERR_INTERN;
}

static int copy_value(const struct bearer *bearer, const struct keyval *keyval, void *value,
                      void **copy, int *flag)
{
    uintptr_t function = (uintptr_t)keyval->copier.comm;
    int err;

    *copy = value;
    *flag = function == COPIES_VALUE;
    if (function == COPIES_NOTHING || function == COPIES_VALUE)
        return MPI_SUCCESS;
    err = call_copier(bearer, keyval, value, copy, flag);
    if (err == MPI_SUCCESS)
        return err;
    return note(err, "the copy function of attribute key %d returned %d", keyval->number, err);
}

static int delete_value(const struct bearer *bearer, const struct keyval *keyval, void *value)
{
    int err;

    if (keyval->deleter.comm == NULL)
        return MPI_SUCCESS;
    err = call_deleter(bearer, keyval, value);
    if (err == MPI_SUCCESS)
        return err;
    return note(err, "the delete function of attribute key %d returned %d", keyval->number, err);
}

static struct attribute *find(struct attribute *newest, const struct keyval *keyval)
{
    while (newest != NULL && newest->keyval != keyval)
        newest = newest->older;
    return newest;
}

bool attribute_get(const struct bearer *bearer, const struct keyval *keyval, void **value)
{
    const struct attribute *found;

    if (bearer->attributes == NULL)
        return false;
    guard_enter(bearer->guard);
    found = find(*bearer->attributes, keyval);
    if (found != NULL)
        *value = found->value;
    guard_leave(bearer->guard);
    return found != NULL;
}

static void give_attribute(const struct bearer *bearer, struct attribute *attribute)
{
    if (attribute == NULL)
        return;
    keyval_drop(bearer->store, attribute->keyval);
    memory_give(attribute);
}

void attributes_give(struct store *store, struct attribute *attributes)
{
    while (attributes != NULL) {
        struct attribute *older = attributes->older;

        keyval_drop(store, attributes->keyval);
        memory_give(attributes);
        attributes = older;
    }
}

static struct attribute *take_attribute(struct keyval *keyval, void *value)
{
    struct attribute *attribute = memory_take(sizeof *attribute);

    if (attribute == NULL)
        return NULL;
    object_hold(&keyval->object);
    attribute->keyval = keyval;
    attribute->value = value;
    attribute->is_leaving = false;
    return attribute;
}

/* The newest attribute of the key (NULL: of all), for the caller alone to delete. Without one, and
 * NULL then, `made` joins the list, unless it is NULL. */
static struct attribute *claim(const struct bearer *bearer, const struct keyval *keyval,
                               struct attribute *made)
{
    struct attribute *found;

    if (bearer->attributes == NULL)
        return NULL;
    guard_enter(bearer->guard);
    found = *bearer->attributes;
    while (found != NULL && (found->is_leaving || (keyval != NULL && found->keyval != keyval)))
        found = found->older;
    if (found != NULL) {
        found->is_leaving = true;
    } else if (made != NULL) {
        made->older = *bearer->attributes;
        *bearer->attributes = made;
    }
    guard_leave(bearer->guard);
    return found;
}

/* Deletes what the caller has claimed; it stays when its delete function fails. */
static int retire(const struct bearer *bearer, struct attribute *claimed)
{
    int err = delete_value(bearer, claimed->keyval, claimed->value);
    struct attribute **place = bearer->attributes;

    guard_enter(bearer->guard);
    claimed->is_leaving = false;
    if (err == MPI_SUCCESS) {
        while (*place != claimed)
            place = &(*place)->older;
        *place = claimed->older;
    }
    guard_leave(bearer->guard);
    if (err == MPI_SUCCESS)
        give_attribute(bearer, claimed);
    return err;
}

int attribute_set(const struct bearer *bearer, struct keyval *keyval, void *value)
{
    struct attribute *made = take_attribute(keyval, value);
    struct attribute *old;

    if (made == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for an attribute");
    while ((old = claim(bearer, keyval, made)) != NULL) {
        int err = retire(bearer, old);

        if (err != MPI_SUCCESS) {
            give_attribute(bearer, made);
            return err;
        }
    }
    return MPI_SUCCESS;
}

int attribute_delete(const struct bearer *bearer, const struct keyval *keyval)
{
    struct attribute *claimed = claim(bearer, keyval, NULL);

    if (claimed == NULL)
        return note(MPI_ERR_KEYVAL, "there is no attribute with key %d", keyval->number);
    return retire(bearer, claimed);
}

int attributes_delete(const struct bearer *bearer)
{
    struct attribute *claimed;
    int err = MPI_SUCCESS;

    while (err == MPI_SUCCESS && (claimed = claim(bearer, NULL, NULL)) != NULL)
        err = retire(bearer, claimed);
    return err;
}

/* The list as it is now, the oldest first, for callbacks to work on. False: no memory. */
static bool take_snapshot(const struct bearer *bearer, struct attribute **snapshot)
{
    const struct attribute *next;
    bool is_complete = true;

    *snapshot = NULL;
    if (bearer->attributes == NULL)
        return true;
    guard_enter(bearer->guard);
    for (next = *bearer->attributes; next != NULL && is_complete; next = next->older) {
        struct attribute *copy = take_attribute(next->keyval, next->value);

        is_complete = copy != NULL;
        if (copy != NULL) {
            copy->older = *snapshot;
            *snapshot = copy;
        }
    }
    guard_leave(bearer->guard);
    return is_complete;
}

int attributes_copy(const struct bearer *bearer, struct attribute **copies)
{
    struct attribute *snapshot, *next;
    struct bearer unborn = *bearer;
    int err = MPI_SUCCESS;

    *copies = NULL;
    unborn.attributes = copies;
    if (!take_snapshot(bearer, &snapshot))
        err = note(MPI_ERR_NO_MEM, "no memory for copies of attributes");
    for (; snapshot != NULL; snapshot = next) {
        int flag = 0;

        next = snapshot->older;
        if (err == MPI_SUCCESS)
            err = copy_value(bearer, snapshot->keyval, snapshot->value, &snapshot->value, &flag);
        if (err == MPI_SUCCESS && flag) {
            snapshot->older = *copies;
            *copies = snapshot;
        } else {
            give_attribute(bearer, snapshot);
        }
    }
    if (err != MPI_SUCCESS)
        attributes_delete(&unborn);
    return err;
}
