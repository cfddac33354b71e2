/* SPDX-License-Identifier: MIT */
/* All that the ranks have recorded, put together: what the writers write. Times are nanoseconds
 * from the start of the job.
 *
 * Spans of a track are in order of their beginnings, and nest. A message is an arrow if both of its
 * ends were recorded. The n-th operation of a communicator's members is one meeting. */
#ifndef TIMELINE_MODEL_H
#define TIMELINE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/place.h"
#include "rank/observe/tape.h"
#include "timeline/kept.h"

enum { MODEL_NONE = -1, SPAN_EPOCH = 100 };

/* A thread of a rank. */
struct track {
    const struct tape *tape;
    int world, rank, thread;
    int count;  /* records that it had when the model was made */
    int first;  /* its spans among all, */
    int spans;  /* and how many these are */
    int epochs; /* its epochs */
    int epoch_rows;
    int parent_world, parent_rank; /* of the rank that has spawned its own; TAPE_NOBODY */
    uint64_t begin; /* when the rank was made */
};

struct time_span {
    uint64_t begin, end;
    const char *name; /* NULL: it is a wait */
    const char *type; /* NULL: none */
    int64_t bytes;
    int64_t offset; /* in the file; TAPE_NO_OFFSET: unknown */
    int track;
    int peer, tag; /* TAPE_NOBODY, TAPE_NO_TAG: none */
    int comm;      /* of the model's, or a window's; this and all below may be MODEL_NONE */
    int file;      /* of the model's */
    int place;
    int parent;
    int meeting;
    int waits_for; /* a track */
    int name_number, type_number; /* of the model's names */
    uint32_t site;
    int record;    /* its number on its tape */
    uint8_t kind;  /* TAPE_CALL, TAPE_REGION, TAPE_WAIT or SPAN_EPOCH */
    uint8_t depth; /* of an epoch: its row among the track's */
    bool is_open;  /* it had not ended */
};

enum arrow_kind {
    ARROW_MESSAGE,
    ARROW_PUT,        /* of a window, from the origin to the target */
    ARROW_GET,        /* from the target to the origin */
    ARROW_ACCUMULATE, /* from the origin to the target */
    ARROW_SPAWN,      /* from the call to the first of a rank that it has made */
};

struct arrow {
    uint64_t sent, matched; /* the same time, of a window's */
    int64_t bytes;
    int from, to;           /* tracks */
    int from_span, to_span; /* calls; MODEL_NONE */
    int tag, comm;
    enum arrow_kind kind;
};

/* From a moment on a rank has this many of something. */
enum counter_kind {
    COUNTER_IN_FLIGHT,  /* bytes of its messages that have been sent, but that no receive has got */
    COUNTER_UNEXPECTED, /* messages that have come before their receive */
    COUNTERS,
};

struct counter {
    uint64_t time;
    int64_t value;
    int track; /* the rank's first */
    enum counter_kind kind;
};

struct model_place {
    uint32_t site;
    char text[PLACE_TEXT_BYTES];
};

/* One end of a message, or a member that enters an operation. */
struct model_end {
    int comm;
    int world, rank;           /* the sender's; of a meeting the member's */
    int to_world, to_rank, tag;
    int order;                 /* among those like it */
    int track, span;
    uint64_t time;
    int64_t bytes;
};

struct model {
    const char *title;
    uint64_t end;  /* nothing is later */
    int64_t lost;  /* records for which there was no room */
    int worlds;
    struct track *tracks;
    int track_count;
    struct time_span *spans;
    int span_count;
    struct time_span *epochs; /* of windows, in the order of their tracks; they may overlap */
    int epoch_count;
    struct arrow *arrows;
    int arrow_count;
    struct counter *counters; /* in the order of tracks, kinds and times */
    int counter_count;
    const char **files;
    int file_count;
    struct kept_comm **comms;
    int comm_count;
    struct model_place *places;
    int place_count;
    const char **names; /* of calls, regions and types */
    int name_count;
    int meeting_count;

    /* While it is made. */
    uint64_t begin;
    double scale; /* nanoseconds in a tick */
    int *span_of; /* by record of the track that is read */
    struct model_end *sent, *matched, *entered, *early; /* early: messages, when they came */
    int sent_count, matched_count, entered_count, early_count;
    struct arrow *accesses; /* of windows */
    int access_count;
    int *causes; /* by record: of a wait, the message that has ended it (cause_of) */
};

/* False: no memory. In either case it is to be dropped. */
bool model_make(struct model *model, const char *title);
void model_drop(struct model *model);

/* The track of the rank's main thread, or the first that has recorded; MODEL_NONE. */
int model_track_of(const struct model *model, int world, int rank);

/* "rank 3", "rank 3, thread 1", "rank 3 of job 1" */
enum { TRACK_TEXT_BYTES = 64 };
const char *model_name_track(const struct model *model, int track, char text[]);

/* The title, or "job 1, spawned by rank 3". */
enum { WORLD_TEXT_BYTES = 96 };
const char *model_name_world(const struct model *model, int world, char text[]);

/* "bytes in flight", ... */
const char *model_counter(enum counter_kind kind);

/* "communicator", or "window": whose name model_name_comm returns */
const char *model_object(const struct model *model, int comm);

/* "halo", "communicator 7" */
enum { COMM_TEXT_BYTES = 280 };
const char *model_name_comm(const struct model *model, int comm, char text[]);

/* The text of a place, or "". */
const char *model_place(const struct model *model, int place);

/* The last part of model_make: pairs messages, finds the members of operations, and for whom waits
 * were. False: no memory. */
bool model_meet(struct model *model);

/* Finds epochs, spawns, and counters, which follow from the spans and the arrows. False:
 * no memory. */
bool model_derive(struct model *model);

/* Orders ends by communicator, sender, receiver and tag. */
int model_compare_keys(const struct model_end *one, const struct model_end *other);

/* Find the places of calls, and number names. False: no memory. */
bool model_list_places(struct model *model);
bool model_list_names(struct model *model);

#endif
