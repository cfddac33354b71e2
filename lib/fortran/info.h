/* SPDX-License-Identifier: MIT */
/* Describes the Fortran of this program to the C library. */
#ifndef FORTRAN_INFO_H
#define FORTRAN_INFO_H

/* Hands it over, unless that was done. Errors do not matter: sizes are known without it. */
void fortran_tell(void);

#endif
