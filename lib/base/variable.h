/* SPDX-License-Identifier: MIT */
/* Global and static variables by their addresses, according to the symbol tables of the modules. A
 * look-up is for reports only, as those of base/place.h are. */
#ifndef BASE_VARIABLE_H
#define BASE_VARIABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/symbol.h"

struct places;

struct variable_place {
    char name[SYMBOL_NAME_BYTES]; /* as the program has it */
    size_t offset;                /* of the address from the variable's beginning */
};

/* False: no variable with a symbol is there. */
bool variable_find(struct places *places, uintptr_t address, struct variable_place *found);

#endif
