/* SPDX-License-Identifier: MIT */
/* The file of a job's journals (rank/journal.h).
 *
 * A page of 4096 bytes says which job it is, and the others are one rank's each: the rank's
 * number, and 511 entries, of which those that are zero have not been written. The pages of a rank
 * stand in the order in which it has filled them. The file is mapped, so an entry is in it as soon
 * as it is stored, and stays there when the process is killed. It grows by some pages at a time,
 * which are reserved on the disk, so that a full disk, or the limit of a file's size, ends the
 * journals and not the process.
 *
 * A file that another process may still write is replaced, never made shorter. Only its writer
 * makes it shorter, when none of its ranks runs any more.
 *
 * Integers are those of the machine. Owner: the thread that runs the job; pages are turned by any
 * rank. */
#ifndef JOB_JOURNAL_FILE_H
#define JOB_JOURNAL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "rank/journal.h"
#include "sync/lock.h"

enum { JOURNAL_PAGE_BYTES = 4096, JOURNAL_NAME_BYTES = 1024, JOURNAL_PAGE_ENTRIES = 511 };

struct journal_head {
    char magic[8];
    uint32_t ranks;
    /* Not 0: what came later is not in it, for that errno; ENOBUFS: it has as many bytes as it may
     * have. */
    _Atomic(uint32_t) why_full;
    _Atomic(uint64_t) pages;   /* this one, too */
    char name[JOURNAL_NAME_BYTES]; /* of the job */
};

struct journal_page {
    uint32_t rank;
    uint32_t unused;
    _Atomic(uint64_t) entries[JOURNAL_PAGE_ENTRIES];
};

static_assert(sizeof(struct journal_page) == JOURNAL_PAGE_BYTES, "a page has no gaps");
static_assert(sizeof(struct journal_head) <= JOURNAL_PAGE_BYTES, "the head is a page");

struct journal_file {
    int descriptor;
    struct journal_head *head; /* mapped: [bytes_max]; NULL: there is no file */
    size_t bytes;              /* that the file has */
    size_t bytes_max;          /* that it may have */
    struct lock lock;          /* of its growth */
};

/* Makes a file for the job of that name. `replaces`: one that is there is replaced, else it is an
 * error (EEXIST). Returns 0, or an errno. */
int journal_file_create(struct journal_file *file, const char *path, bool replaces,
                        const char *name, int ranks, size_t bytes_max);
/* Gives the journal another page. False: the file is full. */
bool journal_file_turn(struct journal_file *file, struct journal *journal);
/* No rank writes any more. */
void journal_file_end(struct journal_file *file);

/* Opens a file to be read. 0, or -1 with a note. */
int journal_file_open(struct journal_file *file, const char *path);
/* Finds what the rank has written, in memory that journal_file_free gives back. 0, or -1 with a
 * note. */
int journal_file_read(const struct journal_file *file, const char *path, struct journal *journal);
void journal_file_free(struct journal *journal);
void journal_file_close(struct journal_file *file);

#endif
