/* SPDX-License-Identifier: MIT */
/* Put and get: copies from layout to layout by the origin, complete when they return. */
#ifndef RMA_ACCESS_H
#define RMA_ACCESS_H

#include "rma/window.h"
#include "type/data.h"

struct call;

/* One operation, checked: the target's data are in its part of the window. */
struct access {
    const struct call *call;
    struct window *window;
    int rank; /* of the target */
    struct data origin;
    struct data target;
};

/* Finds whether data fit where they go, `from` to `to`: MPI_SUCCESS, MPI_ERR_TRUNCATE when they are
 * longer, or, as HEDDLE_MISMATCH says, a warning or MPI_ERR_TYPE when the types differ. */
int access_check_fit(const struct call *call, const struct window *window, const struct data *from,
                     const struct data *to);

void access_put(const struct access *access);
void access_get(const struct access *access);

#endif
