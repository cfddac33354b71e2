/* SPDX-License-Identifier: MIT */
/* Transfers between contiguous memory and a view, with or without gaps. */
#ifndef IO_STRIDED_H
#define IO_STRIDED_H

#include "io/description.h"
#include "io/hints.h"
#include "io/view.h"

struct strided {
    struct description *description;
    const struct io_view *view;
    MPI_Count position; /* in the view */
    char *at;           /* in memory */
    MPI_Count bytes;
    enum use sieve;
    MPI_Count done; /* set also after an error: this many from the beginning on */
};

int strided_read(struct strided *strided);
int strided_write(struct strided *strided);

/* May gaps of that view be written? Members that write beside it have to take care then. */
bool strided_may_sieve(const struct io_view *view, enum use sieve);

#endif
