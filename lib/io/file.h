/* SPDX-License-Identifier: MIT */
/* Files as the functions of the API use them: one rank's handle to a file that it has opened
 * together with others.
 *
 * A handle has a view, an individual pointer and hints. What the ranks share is the description
 * (description.h). Every collective call is an accord (accord.h): what one member finds wrong,
 * all get the error, and members that call different things get both calls.
 *
 *   access.h, strided.h   one rank's access
 *   joint.h          the accesses of all, merged
 *   pending.c             nonblocking accesses
 *   view.h, datarep.h     what is where in the file
 *
 * Pointers count etypes. Each moves when an access begins, by all that was asked for, also if the
 * file turns out to end before (14.4.1).
 *
 * Laws, which file_check asserts with those of description.h
 *   1. A file that is open is that of one member of its description.
 *   2. Its pointer is not negative, and as many nonblocking accesses end as have begun.
 *   3. A split access is kept under the call that has begun it, until the call that ends it.
 *   4. Nothing is under way in a file that is closed. */
#ifndef IO_FILE_H
#define IO_FILE_H

#include "base/call.h"
#include "comm/comm.h"
#include "io/description.h"
#include "io/hints.h"
#include "io/joint.h"
#include "io/pointer.h"
#include "io/view.h"
#include "object/file.h"
#include "object/info.h"
#include "rank/observe/observer.h"

struct file {
    struct file_object head;
    struct rank *self;
    struct description *description;
    struct io_view *view;
    struct info *hints; /* as MPI_File_get_info returns them */
    _Atomic(struct tactics) tactics; /* that follow from them */
    struct joint *split; /* the active split collective access; NULL: none */
    MPI_Offset pointer;       /* individual, in etypes */
    uint64_t calls;           /* collective ones that have begun */
    int member;
    int pending; /* nonblocking accesses whose requests are not complete; under the guard */
};

static_assert(sizeof(struct file) <= OBJECT_OTHER_BYTES, "a file fits its slot");

/* ---- open, close ----------------------------------------------------------------------------- */

struct file_opening {
    struct call call;
    struct comm *comm;
    const char *path;
    int mode;
    struct info *hints; /* that the user gives; NULL: none */
    MPI_Errhandler errhandler;
    int err; /* of the arguments of this member, whose note has been left */
};

int file_open(const struct file_opening *opening, struct file **opened);
/* *is_closed: the handle is dead, whatever the error, and is to be given to file_destroy. */
int file_close(struct file *file, const struct call *call, bool *is_closed);
void file_destroy(struct file *file);
/* Deletes a file: no joint call, each rank makes it alone. */
int file_delete(const char *path);
/* Gives back what the rank keeps of files, when it has ended. */
void files_end_rank(struct rank *rank);

/* ---- what all do ----------------------------------------------------------------------------- */

/* The members meet for calls that need no more than an agreement; `err` is that of this member's
 * arguments. */
int file_set_size(struct file *file, const struct call *call, MPI_Offset size, int err);
int file_preallocate(struct file *file, const struct call *call, MPI_Offset size, int err);
int file_sync(struct file *file, const struct call *call);
int file_set_atomicity(struct file *file, const struct call *call, bool is_atomic);
int file_seek_shared(struct file *file, const struct call *call, MPI_Offset offset, int whence,
                     int err);
int file_set_hints(struct file *file, const struct call *call, struct info *hints, int err);

/* A new view; `err` is that of this member's arguments, and the rest counts only if there is
 * none. */
struct file_view {
    MPI_Offset displacement; /* or MPI_DISPLACEMENT_CURRENT */
    const struct type *etype, *filetype;
    const char *datarep;
    struct info *hints;
    int err;
};

int file_set_view(struct file *file, const struct call *call, const struct file_view *wanted);

/* ---- pointers -------------------------------------------------------------------------------- */

int file_seek(struct file *file, MPI_Offset offset, int whence);
/* The shared pointer, as a rank asks for it at any time. */
MPI_Offset file_position_shared(struct file *file);
/* Around a read or a move of the shared pointer, whose order is explored (rank/turns.h), or written
 * or repeated (rank/journal_place.h). Returns what file_leave_pointer is to be given. */
bool file_await_pointer(struct file *file, bool writes);
void file_leave_pointer(struct file *file, bool has_turn, bool writes, bool has_changed);
/* MPI_ERR_UNSUPPORTED_OPERATION in a file that is opened to be read or written in sequence. */
int file_check_places(const struct file *file);

/* ---- access ---------------------------------------------------------------------------------- */

struct file_access {
    struct call call;
    enum file_pointer pointer;
    bool is_write;
    MPI_Offset offset; /* FILE_EXPLICIT, in etypes */
    struct data data;
    int err; /* of the arguments of this member: matters where it is collective */
};

/* *bytes: how many bytes of the user's data were transferred. */
int file_access(struct file *file, const struct file_access *wanted, MPI_Count *bytes);
int file_access_all(struct file *file, const struct file_access *wanted, MPI_Count *bytes);

int file_begin_split(struct file *file, const struct file_access *wanted);
int file_end_split(struct file *file, const struct call *call, const void *buf, MPI_Count *bytes);

int file_start(struct file *file, const struct file_access *wanted, struct request **started);
int file_start_all(struct file *file, const struct file_access *wanted, struct request **started);

/* ---- for the functions above ----------------------------------------------------------------- */

/* MPI_ERR_OTHER while accesses are pending, or a split one is active. */
int file_check_idle(struct file *file, const char *doing);
uint64_t file_next_call(struct file *file);
/* The members have agreed on the hints: 0, MPI_ERR_NO_MEM. */
int file_change_hints(struct file *file, struct info *wanted);

/* Asserts the laws; the member is outside of its rank's guard. A closed file has no description. */
void file_check(struct file *file);

/* Returns what a call shows at its accord. The sentence of an error is the thread's note. */
struct showing file_showing(const struct call *call, uint32_t word, int err, const void *body,
                            char sentence[]);
enum { FILE_SENTENCE_BYTES = 512 };

/* Fills in an access: checks it, and moves the pointer. */
int file_prepare(struct file *file, const struct file_access *wanted, struct io_access *access);
/* Shows an observer that the access begins. */
void file_show(const struct file *file, const struct io_access *access, unsigned way);
enum access_form { ACCESS_BLOCKING, ACCESS_NONBLOCKING, ACCESS_SPLIT };
int file_prepare_all(struct file *file, const struct file_access *wanted,
                     struct joint *joint, enum access_form form, char sentence[]);

#endif
