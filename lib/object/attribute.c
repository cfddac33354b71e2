/* SPDX-License-Identifier: MIT */
#include "object/attribute.h"

#include "base/memory.h"
#include "base/note.h"

void keyval_drop(struct store *store, struct keyval *keyval)
{
    if (object_drop(&keyval->object))
        object_destroy(store, &keyval->object);
}

static int call_copier(const struct holder *holder, const struct keyval *keyval, void *value,
                       void *copy, int *flag)
{
    attribute_copier copier = keyval->copier;

    switch (holder->kind) {
    case HOLDER_COMM:
        return copier.comm(holder->handle, keyval->number, keyval->extra_state, value, copy, flag);
    case HOLDER_TYPE:
        return copier.type(holder->handle, keyval->number, keyval->extra_state, value, copy, flag);
    case HOLDER_WIN:
        return copier.win(holder->handle, keyval->number, keyval->extra_state, value, copy, flag);
    }
    return MPI_ERR_INTERN;
}

static int call_deleter(const struct holder *holder, const struct keyval *keyval, void *value)
{
    attribute_deleter deleter = keyval->deleter;

    switch (holder->kind) {
    case HOLDER_COMM:
        return deleter.comm(holder->handle, keyval->number, value, keyval->extra_state);
    case HOLDER_TYPE:
        return deleter.type(holder->handle, keyval->number, value, keyval->extra_state);
    case HOLDER_WIN:
        return deleter.win(holder->handle, keyval->number, value, keyval->extra_state);
    }
    return MPI_ERR_INTERN;
}

static int copy_value(const struct holder *holder, const struct keyval *keyval, void *value,
                      void **copy, int *flag)
{
    uintptr_t function = (uintptr_t)keyval->copier.comm;
    int err;

    *copy = value;
    *flag = function == COPIES_VALUE;
    if (function == COPIES_NOTHING || function == COPIES_VALUE)
        return MPI_SUCCESS;
    err = call_copier(holder, keyval, value, copy, flag);
    if (err == MPI_SUCCESS)
        return err;
    return note(err, "the copy function of attribute key %d returned %d", keyval->number, err);
}

static int delete_value(const struct holder *holder, const struct keyval *keyval, void *value)
{
    int err;

    if (keyval->deleter.comm == NULL)
        return MPI_SUCCESS;
    err = call_deleter(holder, keyval, value);
    if (err == MPI_SUCCESS)
        return err;
    return note(err, "the delete function of attribute key %d returned %d", keyval->number, err);
}

static struct attribute *find_attribute(struct attribute *newest, const struct keyval *keyval)
{
    while (newest != NULL && newest->keyval != keyval)
        newest = newest->older;
    return newest;
}

bool attribute_get(const struct holder *holder, const struct keyval *keyval, void **value)
{
    const struct attribute *found;

    if (holder->attributes == NULL)
        return false;
    guard_enter(holder->guard);
    found = find_attribute(*holder->attributes, keyval);
    if (found != NULL)
        *value = found->value;
    guard_leave(holder->guard);
    return found != NULL;
}

static void give_attribute(const struct holder *holder, struct attribute *attribute)
{
    if (attribute == NULL)
        return;
    keyval_drop(holder->store, attribute->keyval);
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

/* Claims the newest attribute of the key (NULL: of any key) for the caller to delete. If there is
 * none, adds `made` to the list unless it is NULL, and returns NULL. */
static struct attribute *claim(const struct holder *holder, const struct keyval *keyval,
                               struct attribute *made)
{
    struct attribute *found;

    if (holder->attributes == NULL)
        return NULL;
    guard_enter(holder->guard);
    found = *holder->attributes;
    while (found != NULL && (found->is_leaving || (keyval != NULL && found->keyval != keyval)))
        found = found->older;
    if (found != NULL) {
        found->is_leaving = true;
    } else if (made != NULL) {
        made->older = *holder->attributes;
        *holder->attributes = made;
    }
    guard_leave(holder->guard);
    return found;
}

/* Deletes a claimed attribute; it stays if its delete function fails. */
static int retire(const struct holder *holder, struct attribute *claimed)
{
    int err = delete_value(holder, claimed->keyval, claimed->value);
    struct attribute **place = holder->attributes;

    guard_enter(holder->guard);
    claimed->is_leaving = false;
    if (err == MPI_SUCCESS) {
        while (*place != claimed)
            place = &(*place)->older;
        *place = claimed->older;
    }
    guard_leave(holder->guard);
    if (err == MPI_SUCCESS)
        give_attribute(holder, claimed);
    return err;
}

int attribute_set(const struct holder *holder, struct keyval *keyval, void *value)
{
    struct attribute *made = take_attribute(keyval, value);
    struct attribute *old;

    if (made == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for an attribute");
    while ((old = claim(holder, keyval, made)) != NULL) {
        int err = retire(holder, old);

        if (err != MPI_SUCCESS) {
            give_attribute(holder, made);
            return err;
        }
    }
    return MPI_SUCCESS;
}

int attribute_delete(const struct holder *holder, const struct keyval *keyval)
{
    struct attribute *claimed = claim(holder, keyval, NULL);

    if (claimed == NULL)
        return note(MPI_ERR_KEYVAL, "there is no attribute with key %d", keyval->number);
    return retire(holder, claimed);
}

int attributes_delete(const struct holder *holder)
{
    struct attribute *claimed;
    int err = MPI_SUCCESS;

    while (err == MPI_SUCCESS && (claimed = claim(holder, NULL, NULL)) != NULL)
        err = retire(holder, claimed);
    return err;
}

/* Copies the list as it is now, oldest first, for callbacks to work on. Returns false if there is
 * no memory. */
static bool take_snapshot(const struct holder *holder, struct attribute **snapshot)
{
    const struct attribute *next;
    bool is_complete = true;

    *snapshot = NULL;
    if (holder->attributes == NULL)
        return true;
    guard_enter(holder->guard);
    for (next = *holder->attributes; next != NULL && is_complete; next = next->older) {
        struct attribute *copy = take_attribute(next->keyval, next->value);

        is_complete = copy != NULL;
        if (copy != NULL) {
            copy->older = *snapshot;
            *snapshot = copy;
        }
    }
    guard_leave(holder->guard);
    return is_complete;
}

int attributes_copy(const struct holder *holder, struct attribute **copies)
{
    struct attribute *snapshot, *next;
    struct holder unborn = *holder;
    int err = MPI_SUCCESS;

    *copies = NULL;
    unborn.attributes = copies;
    if (!take_snapshot(holder, &snapshot))
        err = note(MPI_ERR_NO_MEM, "no memory for copies of attributes");
    for (; snapshot != NULL; snapshot = next) {
        int flag = 0;

        next = snapshot->older;
        if (err == MPI_SUCCESS)
            err = copy_value(holder, snapshot->keyval, snapshot->value, &snapshot->value, &flag);
        if (err == MPI_SUCCESS && flag) {
            snapshot->older = *copies;
            *copies = snapshot;
        } else {
            give_attribute(holder, snapshot);
        }
    }
    if (err != MPI_SUCCESS)
        attributes_delete(&unborn);
    return err;
}
