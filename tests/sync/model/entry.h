/* SPDX-License-Identifier: MIT */
/* The compiler's entries, and the orders that an execution drops to see whether they are needed. */
#ifndef MODEL_ENTRY_H
#define MODEL_ENTRY_H

/* Operations at that place in the code have these orders (ORDER_...) no longer. */
void entry_weaken(const void *site, int orders);

/* compiler_fence at that place is none. */
enum { WEAKEN_FENCE = 8 };

/* Prints each place in the code that has had an order, with its orders. */
void entry_print_sites(void);

#endif
