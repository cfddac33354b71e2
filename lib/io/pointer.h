/* SPDX-License-Identifier: MIT */
/* Where an access to a file begins. */
#ifndef IO_POINTER_H
#define IO_POINTER_H

enum file_pointer {
    FILE_EXPLICIT,   /* at an offset that the call names */
    FILE_INDIVIDUAL, /* at the rank's own pointer */
    FILE_SHARED,     /* at the pointer of all */
    FILE_ORDERED,    /* there, one rank behind the other */
};

#endif
