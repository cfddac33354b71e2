/* SPDX-License-Identifier: MIT */
/* An open file as all ranks that opened it together share it: one file descriptor, one shared
 * pointer, one lock for atomic mode, and the accords of its members (accord.h).
 *
 * Reads and writes name their place in the file (pread, pwrite), so members do not get in each
 * other's way. A file that has no places, such as a pipe, is read and written by one rank at a
 * time.
 *
 * Laws, which description_check asserts
 *   1. Each member that has not closed the file has a reference.
 *   2. The shared pointer is not negative.
 *   3. An accord is listed until all members have come, and has what those that came have shown.
 *
 * Edges
 *   description.references  a drop publishes its holder's last use to the thread that closes. */
#ifndef IO_DESCRIPTION_H
#define IO_DESCRIPTION_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/list.h"
#include "comm/group.h"
#include "mpi_types.h"
#include "rank/journal_place.h"
#include "rank/lock.h"
#include "sync/lock.h"

struct iovec;

enum { DESCRIPTION_WINDOWS = 16 };

struct description {
    struct list link; /* among the open files of the world */
    struct world *world;
    uint32_t number; /* by which observers and tools know the open file: 1, 2, ... in the process */
    char *path;
    _Atomic(uint32_t) path_number; /* of its path in a timeline; 0: none yet */
    int file; /* the descriptor; -1: closed */
    int mode; /* MPI_MODE_... */
    bool has_places;
    bool is_readable; /* by this library; also if it is open to be written only */
    dev_t device;
    ino_t inode;
    /* Descriptions of the world that are of this file, too: their members do not take the locks of
     * windows, so no gaps are written. */
    _Atomic(int) twins;
    struct group *group; /* that opened it */
    _Atomic(int) references;
    _Atomic(bool) is_atomic;
    _Atomic(bool) is_dirty; /* something was written since the last sync */
    MPI_Offset start;         /* of the pointers: 0, or the end of a file that is appended to */
    _Atomic(int64_t) pointer; /* shared, in etypes */
    struct journal_order order; /* of its moves, for journals, */
    bool has_order;             /* if they have it */
    struct rank_lock access;  /* in atomic mode: shared to read, exclusive to write */
    struct lock turn;         /* of a file without places */
    struct lock batch;        /* of writes of runs: the system's own lock changes hands slowly */
    /* A member may write gaps of its view with what it has read there: then a member that writes in
     * a window has its lock. Set with a view, when no member accesses the file. */
    bool has_sieves;
    struct lock windows[DESCRIPTION_WINDOWS];
    struct lock accords_lock;
    struct list accords; /* under way */
};

/* Opens a file for a group, with a reference for each member: 0, or an error class with its
 * note. `permissions` are those of a file that is created. */
struct open_request {
    const char *path;
    int mode;
    int permissions;
    struct group *group; /* held by the caller meanwhile */
};

int description_open(struct world *world, const struct open_request *request,
                     struct description **opened);

/* The last one closes the file, if it is open, and frees. */
void description_drop(struct description *description);
/* Closes the file for all: 0, or an error class. */
int description_close(struct description *description);

/* Makes what all open files of a world have in common, with the world, and closes the files that it
 * has left open, also when an abort has left its memory as it was. */
extern const struct floor descriptions_floor;
/* Closes what a job has left open, and gives back its memory. */
void descriptions_close(struct world *world);

/* Read or write at a place, or for a file without places where it stands, as often as the system
 * takes to do all; *done is what was read or written, also after an error. A read ends early at the
 * end of the file. */
int description_read(struct description *description, MPI_Offset offset, void *to, MPI_Count bytes,
                     MPI_Count *done);
int description_write(struct description *description, MPI_Offset offset, const void *from,
                      MPI_Count bytes, MPI_Count *done);

/* Read to parts of memory, or write from them, one behind the other, that many bytes in all, from a
 * place on. The parts may be changed. */
int description_read_parts(struct description *description, MPI_Offset offset,
                           struct iovec *parts, int count, MPI_Count bytes, MPI_Count *done);
int description_write_parts(struct description *description, MPI_Offset offset,
                            struct iovec *parts, int count, MPI_Count bytes);

/* Changes bytes in one window, of BUFFER_BYTES: reads [low, high) into the buffer, zeros where the
 * file has ended, calls `change`, and writes it back; no other rank of the world writes there
 * meanwhile. *is_refused: nothing was done, since the file has been opened twice. */
int description_change(struct description *description, MPI_Offset low, MPI_Offset high,
                       char *buffer, void (*change)(void *subject), void *subject,
                       bool *is_refused);

int description_size(struct description *description, MPI_Offset *size);
int description_resize(struct description *description, MPI_Offset size);
/* Makes the file at least so large, with storage for all of it. */
int description_preallocate(struct description *description, MPI_Offset size);
/* Brings what was written to the device. */
int description_sync(struct description *description);

/* Asserts the laws; the caller has a reference. */
void description_check(struct description *description);

static inline bool description_may_read(const struct description *description)
{
    return !(description->mode & MPI_MODE_WRONLY);
}

static inline bool description_may_write(const struct description *description)
{
    return !(description->mode & MPI_MODE_RDONLY);
}

#endif
