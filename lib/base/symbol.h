/* SPDX-License-Identifier: MIT */
/* A function's name in the source, made from its symbol: "halo::exchange<int>" for
 * _ZN4halo8exchangeIiEEvPT_ of C++, "halo::exchange" for __halo_MOD_exchange of Fortran, "work" for
 * work.isra.0. */
#ifndef BASE_SYMBOL_H
#define BASE_SYMBOL_H

#include <stdbool.h>

enum { SYMBOL_NAME_BYTES = 72 };

/* Writes the name of a symbol. C++ names lose return type and arguments. A name that is still too
 * long loses its template arguments, and then its beginning. Returns name, which has
 * SYMBOL_NAME_BYTES. */
const char *symbol_name(const char *symbol, char name[]);

/* True for variables that compilers, sanitizers and gcov make, and for those of namespace std. */
bool symbol_is_of_compiler(const char *symbol);

/* True for functions of std:: and __gnu_cxx::; NULL is none of them. */
bool symbol_is_of_standard_library(const char *symbol);

#endif
