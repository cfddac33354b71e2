/* SPDX-License-Identifier: MIT */
/* jobs_opened.c, compiled with -fsanitize=thread.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * flags: -fsanitize=thread
 * plugin: globals_reopened_part.c
 * plugin: globals_opened_many_large.c
 * sanitizer: no */
#include "jobs_opened.c"
