/* SPDX-License-Identifier: MIT */
/* Limits of the kernel that a job of many ranks may reach. */
#ifndef BASE_LIMIT_H
#define BASE_LIMIT_H

enum { LIMIT_TEXT_BYTES = 240 };

/* Writes which limit the process has reached and how to raise it, as the end of a sentence that
 * begins with a colon. Writes "" if none is known. For callers that were just refused a thread or
 * memory; it reads files. */
void limit_describe(char text[LIMIT_TEXT_BYTES]);

/* Counts the maps of the process's memory. */
long limit_count_maps(void);

/* Says early whether the kernel permits the maps of a job. `before` were counted before `made` of
 * `wanted` ranks got their copies. Returns 0, or -1 with a note that says how many ranks fit. A
 * job that passes may lack maps later: its threads and heaps need some, too. */
int limit_check_maps(long before, int made, int wanted);

/* The number in a file of the kernel; LONG_MAX: it has none, or says "max". */
long limit_read(const char *path);

/* The threads that the control groups of the process permit, and those that they have. */
struct limit_group {
    long most; /* LONG_MAX: any number */
    long used;
};

struct limit_group limit_of_groups(void);

#endif
