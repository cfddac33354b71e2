/* SPDX-License-Identifier: MIT */
/* The lines that ranks have begun to write to a stream. */
#ifndef JOB_GATHERED_H
#define JOB_GATHERED_H

#include <stddef.h>

#include "job/output.h"

/* The values of own_fd of a rank whose lines go to the job's output, and of a rank that has closed
 * the stream. Other values are the descriptor of a file that the rank has opened. */
enum { NOT_DIVERTED = 0, CLOSED = -1, NOT_OPENED = 0 };

/* A line that a rank has begun. */
struct line {
    char *text;
    size_t length;
    size_t room;
    int own_fd; /* or one of the two above; 0 is standard input */
    int file;   /* of the job's pattern, NOT_OPENED without */
    int rank;   /* that has written here last, and the number of its world */
    int job;
};

/* A stream, standard output or error. The lock of the FILE that writes here guards its lines. */
struct gathered {
    int fd;
    struct output_style style;
    int directory; /* in which the job has begun, if there is a pattern */
    int error; /* of the first write that has failed; 0: none has */
    int count;
    struct line *lines; /* by slot of the rank */
    struct line common; /* of threads of no rank */
};

#endif
