/* SPDX-License-Identifier: MIT */
/* Functions that are made while the program runs. Operations and error handlers give C's function
 * no state of its own, so that each procedure of Fortran needs a function that knows it: a thunk
 * calls one of ours, with the procedure as a fifth argument behind those that C passes. */
#ifndef FORTRAN_THUNK_H
#define FORTRAN_THUNK_H

typedef void thunk_function(void);

/* Equal arguments have one thunk, which stays. NULL without memory, if the system lets no program
 * make code, or on a processor that this file has no code for. */
thunk_function *thunk(thunk_function *called, thunk_function *procedure);

#endif
