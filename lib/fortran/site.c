/* SPDX-License-Identifier: MIT */
#include "fortran/site.h"

#include "fortran/wide.h"

/* Heddle's: the calling thread's word. */
extern const void **heddle_fortran_site(void) __attribute__((weak));

_Thread_local const void **site_word;
_Thread_local const void *site_unread;

void site_find(void)
{
    site_word = heddle_fortran_site != NULL ? heddle_fortran_site() : &site_unread;
}
