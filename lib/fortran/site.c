/* SPDX-License-Identifier: MIT */
#include "fortran/site.h"

/* Heddle's: the calling thread's word. */
extern const void **heddle_fortran_site(void) __attribute__((weak));

_Thread_local const void **site_word;
static _Thread_local const void *nobody_reads;

void site_find(void)
{
    site_word = heddle_fortran_site != NULL ? heddle_fortran_site() : &nobody_reads;
}
