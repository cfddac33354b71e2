/* SPDX-License-Identifier: MIT */
#include "base/call.h"

_Thread_local const void *call_fortran_site;

__attribute__((visibility("default"))) const void **heddle_fortran_site(void)
{
    return &call_fortran_site;
}
