/* SPDX-License-Identifier: MIT */
/* Ends the program when something does not hold. */
#include <stdio.h>
#include <stdlib.h>

#define must(condition)                                                                   \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            exit(EXIT_FAILURE);                                                           \
        }                                                                                 \
    } while (0)
