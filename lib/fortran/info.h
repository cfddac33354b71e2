/* SPDX-License-Identifier: MIT */
/* Tells the C library about the Fortran of this program. */
#ifndef FORTRAN_INFO_H
#define FORTRAN_INFO_H

/* Hands it over, unless that was done. Errors do not matter: sizes are known without it. */
void fortran_tell(void);

#endif
