/* SPDX-License-Identifier: MIT */
/* Receives whose data go into memory of the library until the program has learnt of their end
 * (HEDDLE_BUFFERS=3). So what reads the buffer before finds what was there, at any speed of the
 * sender's, and what writes to it is seen. In a program that is compiled for AddressSanitizer the
 * buffer is poisoned meanwhile. */
#ifndef CHECK_DIVERTED_H
#define CHECK_DIVERTED_H

#include "request/request.h"
#include "type/data.h"

struct diverted {
    void *memory;     /* NULL: the data are received where they belong */
    struct data data; /* what is received there */
};

/* Changes the address in the arguments of a receive, which has not begun; leaves it without
 * memory. */
void diverted_open(struct diverted *diverted, struct data *arguments);

/* The program must not use the buffer; may use it again. */
void diverted_poison(const struct diverted *diverted, const struct data *buffer);
void diverted_unpoison(const struct diverted *diverted, const struct data *buffer);

/* Brings what a request that is done has received to its buffer. */
void diverted_close(struct diverted *diverted, const struct request *request,
                    const struct data *buffer);

/* Lets a receive that goes on have its buffer; one that has got its message is waited for. */
void diverted_give_up(struct diverted *diverted, struct request *request,
                      const struct data *buffer);

#endif
