/* SPDX-License-Identifier: MIT */
/* How much memory the process has. */
#ifndef TESTS_PROGRAMS_MEMORY_H
#define TESTS_PROGRAMS_MEMORY_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long resident_kb(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages;

    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        exit(EXIT_FAILURE);
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

#endif
