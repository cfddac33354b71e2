/* SPDX-License-Identifier: MIT */
/* Processors differ in files that the loader opens and in code that this folder writes. Each
 * processor has one header; all define the same names:
 *
 *   R_...                    types of relocations: the system's names, without the processor's
 *   PROCESSOR                e_machine of files for it
 *   HAS_GUESTS               guests find their thread-local variables (image/guest/guest.h): an
 *                            executable's end where the thread pointer points
 *   THUNK_BYTES              a power of two
 *   thunk_write              writes code that calls the caller's rank's copy of a function: adds to
 *                            its address the word at `distance` bytes from the thread pointer, and
 *                            changes no register that can hold an argument
 *   HERALD_CODE_BYTES, herald_write_code
 *                            code that calls a function with one argument, from anywhere
 *   return_find              finds instructions in code that return to where the stack says
 *   RETURN_BY                the body, in assembler, of heddle_return_by
 *                            (image/whole/whole_calls.c)
 */
#ifndef IMAGE_PROCESSOR_H
#define IMAGE_PROCESSOR_H

#if defined(__x86_64__)
#include "image/processor_x86_64.h"
#elif defined(__aarch64__)
#include "image/processor_aarch64.h"
#else
#error "lib/image needs a header for this processor: see image/processor.h"
#endif

#endif
