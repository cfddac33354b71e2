/* SPDX-License-Identifier: MIT */
/* Attributes: values that users attach to communicators, types and windows under keys of their own.
 *
 * An object that can have attributes has one pointer for them, which is NULL while there are none,
 * and describes itself to these functions by a struct holder. A key is an object of its rank. Each
 * attribute holds a reference to its key, so that a freed key lives as long as it is in use.
 *
 * The list is protected by its rank's guard. Callbacks run outside of the guard and may call MPI.
 * If a callback fails, the function fails with its result, and the attribute remains unchanged. */
#ifndef OBJECT_ATTRIBUTE_H
#define OBJECT_ATTRIBUTE_H

#include "mpi_types.h"
#include "object/object.h"
#include "sync/guard.h"

/* The kinds of objects for which MPI_Comm_create_keyval and its variants make keys. */
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
    int number; /* the integer that names it for the user */
    attribute_copier copier;
    attribute_deleter deleter;
    void *extra_state;
    const void *owner; /* the rank that made it */
};

struct attribute {
    struct attribute *older; /* the list begins with the newest */
    struct keyval *keyval;
    void *value;
    bool is_leaving; /* one thread is calling its delete function */
};

struct holder {
    enum holder_kind kind;
    void *handle; /* MPI_Comm ..., as callbacks receive it */
    struct attribute **attributes; /* NULL: it has none (not for attribute_set) */
    struct guard *guard;
    struct store *store;
};

/* The ABI's constant copy functions: copy nothing, or copy the value. */
#define COPIES_NOTHING 0
#define COPIES_VALUE   1

void keyval_drop(struct store *store, struct keyval *keyval); /* drops one reference */

bool attribute_get(const struct holder *holder, const struct keyval *keyval, void **value);
/* Deletes a previous value first. Returns 0, the delete function's result, or MPI_ERR_NO_MEM. */
int attribute_set(const struct holder *holder, struct keyval *keyval, void *value);
/* Returns 0, the delete function's result, or MPI_ERR_KEYVAL if there is no such attribute. */
int attribute_delete(const struct holder *holder, const struct keyval *keyval);

/* Copies the attributes, in the order in which they were set, to *copies for an object that does
 * not exist yet. If a copy function fails, deletes the copies already made. */
int attributes_copy(const struct holder *holder, struct attribute **copies);
/* Frees the attributes without calling delete functions. */
void attributes_give(struct store *store, struct attribute *attributes);
/* Deletes all attributes, newest first, including those that delete functions set. Stops at the
 * first that fails. */
int attributes_delete(const struct holder *holder);

#endif
