/* SPDX-License-Identifier: MIT */
/* Attributes: values that users hang on communicators, types and windows under keys of their own.
 *
 * An object that can have attributes has one pointer for them, NULL while there are none, and
 * describes itself to these functions by a struct bearer. A key is an object of its rank; each
 * attribute holds its key, so that one that was freed lives as long as it is in use.
 *
 * The list is under its rank's guard; callbacks run outside of it and may call MPI. A callback that
 * fails makes the function fail with what it returned, and leaves that attribute as it was. */
#ifndef OBJECT_ATTRIBUTE_H
#define OBJECT_ATTRIBUTE_H

#include "mpi.h"
#include "object/object.h"
#include "sync/guard.h"

/* What the keys of MPI_Comm_create_keyval and its like are for. */
enum holder_kind { HOLDER_COMM, HOLDER_TYPE, HOLDER_WIN };

typedef union {
    MPI_Comm_copy_attr_function *comm;
    MPI_Type_copy_attr_function *type;
    MPI_Win_copy_attr_function *win;
} attribute_copier;

typedef union {
    MPI_Comm_delete_attr_function *comm;
    MPI_Type_delete_attr_function *type;
    MPI_Win_delete_attr_function *win;
} attribute_deleter;

struct keyval {
    struct object object;
    enum holder_kind kind;
    int number; /* the user's name for it */
    attribute_copier copier;
    attribute_deleter deleter;
    void *extra_state;
    const void *owner; /* the rank that made it */
};

struct attribute {
    struct attribute *older; /* the newest comes first */
    struct keyval *keyval;
    void *value;
    bool is_leaving; /* its delete function is being called, by one thread */
};

struct holder {
    enum holder_kind kind;
    void *handle; /* MPI_Comm ..., as callbacks get it */
    struct attribute **attributes; /* NULL, for all but attribute_set: it has none */
    struct guard *guard;
    struct store *store;
};

/* The copy functions that the ABI has as constants: nothing is copied; the value is. */
#define COPIES_NOTHING 0
#define COPIES_VALUE   1

void keyval_drop(struct store *store, struct keyval *keyval); /* one reference */

bool attribute_get(const struct holder *holder, const struct keyval *keyval, void **value);
/* Deletes an older value first: 0, what the delete function returned, MPI_ERR_NO_MEM. */
int attribute_set(const struct holder *holder, struct keyval *keyval, void *value);
/* 0, what the delete function returned, MPI_ERR_KEYVAL when there is no such attribute. */
int attribute_delete(const struct holder *holder, const struct keyval *keyval);

/* Copies in the order of setting: *copies is for an object that is not there yet. When a copy
 * function fails, what had been copied is deleted again. */
int attributes_copy(const struct holder *holder, struct attribute **copies);
/* Gives them up without calling anybody. */
void attributes_give(struct store *store, struct attribute *attributes);
/* Deletes all, the newest first, also those that delete functions set; stops where one fails. */
int attributes_delete(const struct holder *holder);

#endif
