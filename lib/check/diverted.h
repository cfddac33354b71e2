/* SPDX-License-Identifier: MIT */
/* Operations whose data go into memory of the library until the program has learnt of their end
 * (HEDDLE_BUFFERS=3, and HEDDLE_CHECK without ThreadSanitizer). So what reads the buffer before
 * finds what was there, at any speed of the others, and what writes to it is seen. In a program
 * that is compiled for AddressSanitizer the buffer is poisoned meanwhile.
 *
 * The memory looks as the buffer does, from its first byte to its last, so that an operation needs
 * nothing but another address. It begins with what is in the buffer: an operation in place finds
 * its operand, and bytes that nothing is received into keep their value. */
#ifndef CHECK_DIVERTED_H
#define CHECK_DIVERTED_H

#include "request/request.h"
#include "type/data.h"

struct diverted {
    void *memory;    /* NULL: the data are received where they belong */
    ptrdiff_t shift; /* the memory is this many bytes behind the buffer */
};

/* True if what the rank's operations receive is diverted. */
bool diverted_is_wanted(void);

/* Makes memory for what an operation that has not begun receives into; leaves it without, if it is
 * for nothing or too much, or not wanted. */
void diverted_open(struct diverted *diverted, const struct data blocks[], int count);

/* The operation receives there in place of its buffer. */
static inline void diverted_move(const struct diverted *diverted, struct data *arguments)
{
    if (diverted->memory != NULL)
        arguments->buf = (void *)((uintptr_t)arguments->buf + (uintptr_t)diverted->shift);
}

/* Has data that are about to be received go there, if that is wanted. */
void diverted_apply(struct diverted *diverted, struct data *arguments);

/* The program must not use the buffer; may use it again. */
void diverted_poison(const struct diverted *diverted, const struct data blocks[], int count);
void diverted_unpoison(const struct diverted *diverted, const struct data blocks[], int count);

/* Brings what has been received to these blocks of the buffer; and gives up the memory. */
void diverted_deliver(const struct diverted *diverted, const struct data blocks[], int count);
void diverted_close(struct diverted *diverted, const struct data blocks[], int count);

/* Lets an operation that goes on have its buffer; one that cannot change its address any more is
 * waited for. */
void diverted_give_up(struct diverted *diverted, struct request *request,
                      const struct data blocks[], int count);

#endif
