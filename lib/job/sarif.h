/* SPDX-License-Identifier: MIT */
/* Findings for other programs. The caller has their lock. */
#ifndef JOB_SARIF_H
#define JOB_SARIF_H

#include <stdio.h>

struct findings;

/* JSON Lines: each finding is an object in a line of its own: name, section, rank, count, message,
 * and where they are known file and line, and those of the other call, other_file and
 * other_line. */
void lines_write(FILE *out, const struct findings *findings);

/* SARIF 2.1.0: the table's kinds are its rules. */
void sarif_write(FILE *out, const struct findings *findings);

#endif
