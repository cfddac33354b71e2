/* SPDX-License-Identifier: MIT */
/* What a function's symbol is called in the source: "halo::exchange<int>" for
 * _ZN4halo8exchangeIiEEvPT_ of C++, "halo::exchange" for __halo_MOD_exchange of Fortran, "work" for
 * work.isra.0. */
#ifndef BASE_SYMBOL_H
#define BASE_SYMBOL_H

enum { SYMBOL_NAME_BYTES = 72 };

/* C++'s names without return type and arguments; a longer name loses its template arguments, and
 * then its front.
 * Returns name, which has SYMBOL_NAME_BYTES. */
const char *symbol_name(const char *symbol, char name[]);

#endif
