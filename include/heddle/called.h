/* SPDX-License-Identifier: MIT */
/* The calls of MPI that a rank makes, for heddle/record.h and heddle/faults.h: a function in front
 * of each function of MPI (heddle/calls.h), which calls PMPI. Include these headers in the files of
 * a test only: reports of Heddle then name the caller of these functions, but at -O0 they name this
 * header. One thread of a rank may call MPI at a time. */
#ifndef HEDDLE_CALLED_H
#define HEDDLE_CALLED_H

#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HEDDLE_RECORDS_MAX_ = 4096, HEDDLE_PREPARED_MAX_ = 256, HEDDLE_FAULTS_MAX_ = 16 };

/* The kind says whether a function waits for others, whether it is collective, and whether chance
 * decides how often it is called. */
enum heddle_kind_ {
    HEDDLE_OTHER_,
    HEDDLE_WAITS_,
    HEDDLE_WAITS_FOR_ALL_,
    HEDDLE_MEETS_,
    HEDDLE_POLLS_
};
enum heddle_direction_ { HEDDLE_NOWHERE_, HEDDLE_SENT_, HEDDLE_RECEIVED_ };

struct heddle_call_ {
    const char *name;
    enum heddle_kind_ kind;
    enum heddle_direction_ direction;
    const void *site; /* where it was called */
    MPI_Comm comm;
    int peer, tag;
    MPI_Count count;
    MPI_Datatype type;
};

struct heddle_record_ {
    const char *call;
    const char *prepared; /* by which function, of a call that starts a request; else NULL */
    const void *site;
    int is_message; /* that is sent */
    int is_received;
    int is_collective;
    int peer, tag;
    long long bytes;
    MPI_Comm comm; /* MPI_COMM_NULL: it has none */
    char comm_name[MPI_MAX_OBJECT_NAME];
};

/* All that a rank has recorded. It lives until the result of its job is freed. */
struct heddle_recorded {
    int count, waits;
    struct heddle_record_ all[HEDDLE_RECORDS_MAX_];
};

struct heddle_prepared_ {
    MPI_Request request;
    struct heddle_record_ record;
};

struct heddle_fault_ {
    const char *file; /* where it was asked for */
    int line;
    const char *function; /* NULL: any */
    long at, seen;        /* the number of the call that it happens at; how many there were */
    int error_class;      /* MPI_SUCCESS: the call does not fail */
    int ends;             /* the rank, with that status */
    int status;
    int peer; /* of messages that are late; HEDDLE_NOT_LATE_: none */
    int is_told;
    double seconds;
};

enum { HEDDLE_NOT_LATE_ = -1000 };

/* Each rank has its own; without the attribute a variable of a system header is shared. */
#if defined __has_attribute && __has_attribute(heddle_private)
#define HEDDLE_PRIVATE_ __attribute__((weak, heddle_private))
#else
#define HEDDLE_PRIVATE_ __attribute__((weak))
#endif
struct heddle_calls_ {
    int is_recording, records_all, prepared_count, fault_count, looks_for_missed;
    struct heddle_recorded *recorded;
    struct heddle_prepared_ *prepared;
    struct heddle_record_ latest; /* that has been prepared */
    struct heddle_fault_ faults[HEDDLE_FAULTS_MAX_];
};
extern struct heddle_calls_ heddle_calls_;
HEDDLE_PRIVATE_ struct heddle_calls_ heddle_calls_;

/* ---- recording ------------------------------------------------------------------------------ */

static inline struct heddle_record_ heddle_record_of_(const struct heddle_call_ *call)
{
    struct heddle_record_ record;
    int bytes = 0, length = 0;

    memset(&record, 0, sizeof record);
    record.call = call->name;
    record.site = call->site;
    record.comm = call->comm;
    record.peer = call->peer;
    record.tag = call->tag;
    record.is_message = call->direction == HEDDLE_SENT_ && call->peer != MPI_PROC_NULL;
    record.is_received = call->direction == HEDDLE_RECEIVED_;
    record.is_collective = call->kind == HEDDLE_MEETS_ || call->kind == HEDDLE_WAITS_FOR_ALL_;
    if (record.is_message && PMPI_Type_size(call->type, &bytes) == MPI_SUCCESS)
        record.bytes = (long long)bytes * call->count;
    if (call->comm == MPI_COMM_NULL)
        return record;
    PMPI_Comm_get_name(call->comm, record.comm_name, &length);
    if (length == 0)
        snprintf(record.comm_name, sizeof record.comm_name, "an unnamed communicator");
    return record;
}

static inline void heddle_record_add_(const struct heddle_record_ *record)
{
    struct heddle_recorded *recorded = heddle_calls_.recorded;

    if (recorded->count == HEDDLE_RECORDS_MAX_)
        heddle_fail(__FILE__, __LINE__, "more than %d calls are to be recorded",
                    HEDDLE_RECORDS_MAX_);
    recorded->all[recorded->count++] = *record;
}

static inline void heddle_record_call_(const struct heddle_call_ *call)
{
    int is_meeting = call->kind == HEDDLE_MEETS_ || call->kind == HEDDLE_WAITS_FOR_ALL_;
    struct heddle_record_ record;

    heddle_calls_.recorded->waits +=
        call->kind == HEDDLE_WAITS_ || call->kind == HEDDLE_WAITS_FOR_ALL_;
    if (!heddle_calls_.records_all && call->direction != HEDDLE_SENT_ && !is_meeting)
        return;
    if (call->kind == HEDDLE_POLLS_)
        return;
    record = heddle_record_of_(call);
    if (heddle_calls_.records_all || record.is_message || record.is_collective)
        heddle_record_add_(&record);
}

/* ---- prepared requests ----------------------------------------------------------------------- */

/* A call that prepares a request sends nothing; its request does when it is started. */
static inline void heddle_prepare_(const struct heddle_call_ *call)
{
    struct heddle_record_ record = heddle_record_of_(call);

    heddle_calls_.latest = record;
    record.is_message = record.is_collective = 0;
    if (heddle_calls_.is_recording && heddle_calls_.records_all)
        heddle_record_add_(&record);
}

static inline int heddle_prepared_(int err, const MPI_Request *request)
{
    int i = 0;

    if (err != MPI_SUCCESS)
        return err;
    if (heddle_calls_.prepared == NULL)
        heddle_calls_.prepared = (struct heddle_prepared_ *)calloc(
            HEDDLE_PREPARED_MAX_, sizeof *heddle_calls_.prepared);
    while (i < heddle_calls_.prepared_count && heddle_calls_.prepared[i].request != *request)
        i++;
    if (i == HEDDLE_PREPARED_MAX_ || heddle_calls_.prepared == NULL)
        heddle_fail(__FILE__, __LINE__, "more than %d prepared requests are to be recorded",
                    HEDDLE_PREPARED_MAX_);
    heddle_calls_.prepared[i].request = *request;
    heddle_calls_.prepared[i].record = heddle_calls_.latest;
    heddle_calls_.prepared_count += i == heddle_calls_.prepared_count;
    return err;
}

static inline void heddle_start_(const struct heddle_call_ *call, int count,
                                 const MPI_Request *requests)
{
    struct heddle_record_ record;
    int i, k;

    if (!heddle_calls_.is_recording)
        return;
    for (i = 0; i < count; i++)
        for (k = 0; k < heddle_calls_.prepared_count; k++)
            if (heddle_calls_.prepared[k].request == requests[i]) {
                record = heddle_calls_.prepared[k].record;
                record.prepared = record.call;
                record.call = call->name;
                record.site = call->site;
                if (heddle_calls_.records_all || record.is_message || record.is_collective)
                    heddle_record_add_(&record);
            }
}

static inline void heddle_start_MPI_Start(const struct heddle_call_ *call,
                                          const MPI_Request *request)
{
    heddle_start_(call, 1, request);
}

static inline void heddle_start_MPI_Startall(const struct heddle_call_ *call, int count,
                                             const MPI_Request *requests)
{
    heddle_start_(call, count, requests);
}

/* ---- faults ---------------------------------------------------------------------------------- */

static inline void heddle_sleep_(double seconds)
{
    struct timespec time;

    time.tv_sec = (time_t)seconds;
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    nanosleep(&time, NULL);
}

enum { HEDDLE_FAULT_TEXT_ = 320 };

/* Fills in "call 3 of MPI_Recv, in exchange (halo.c:41)". */
static inline const char *heddle_fault_call_(const struct heddle_call_ *call,
                                             const struct heddle_fault_ *fault, char *text)
{
    char place[128];

    snprintf(text, HEDDLE_FAULT_TEXT_, "call %ld of %s, in %s", fault->at,
             fault->function != NULL ? fault->function : "MPI",
             heddle_place(call->site, place, sizeof place));
    return text;
}

/* For the result of the job: the text, then the call. */
static inline void heddle_tell_call_(const struct heddle_call_ *call,
                                     const struct heddle_fault_ *fault, const char *words)
{
    char text[HEDDLE_FAULT_TEXT_ + 64], which[HEDDLE_FAULT_TEXT_];

    snprintf(text, sizeof text, "%s %s", words, heddle_fault_call_(call, fault, which));
    heddle_tell_fault_(text);
}

/* The library's: raises an error as the function of that name would, called there. */
int heddle_raise_fault_(const char *name, const void *site, MPI_Comm comm, int err,
                        const char *text);

static inline int heddle_raise_(const struct heddle_call_ *call, const struct heddle_fault_ *fault)
{
    char text[HEDDLE_FAULT_TEXT_ + 32], which[HEDDLE_FAULT_TEXT_];

    snprintf(text, sizeof text, "%s, fails", heddle_fault_call_(call, fault, which));
    heddle_tell_fault_(text);
    strcat(text, " on purpose");
    fprintf(stderr, "rank %d: %s\n", heddle_rank(), text);
    return heddle_raise_fault_(call->name, call->site, call->comm, fault->error_class, text);
}

/* The message, if it is one to that peer, is late. */
static inline void heddle_delay_(const struct heddle_call_ *call, struct heddle_fault_ *fault)
{
    char text[HEDDLE_FAULT_TEXT_], to[32] = "";

    if (call->direction != HEDDLE_SENT_ ||
        (fault->peer != MPI_ANY_SOURCE && fault->peer != call->peer))
        return;
    if (fault->peer != MPI_ANY_SOURCE)
        snprintf(to, sizeof to, " to rank %d", fault->peer);
    snprintf(text, sizeof text, "its messages%s are %g s late", to, fault->seconds);
    if (!fault->is_told)
        heddle_tell_fault_(text);
    fault->is_told = 1;
    heddle_sleep_(fault->seconds);
}

static inline int heddle_suffer_(const struct heddle_call_ *call, struct heddle_fault_ *fault)
{
    char words[64];

    if (fault->peer != HEDDLE_NOT_LATE_) {
        heddle_delay_(call, fault);
        return MPI_SUCCESS;
    }
    if (fault->function != NULL && strcmp(fault->function, call->name) != 0)
        return MPI_SUCCESS;
    if (++fault->seen != fault->at)
        return MPI_SUCCESS;
    if (fault->ends) {
        heddle_tell_call_(call, fault, "it ends at");
        fprintf(stderr, "rank %d ends on purpose at call %ld of %s\n", heddle_rank(), fault->at,
                call->name);
        exit(fault->status);
    }
    if (fault->error_class != MPI_SUCCESS)
        return heddle_raise_(call, fault);
    snprintf(words, sizeof words, "it sleeps %g s at", fault->seconds);
    heddle_tell_call_(call, fault, words);
    heddle_sleep_(fault->seconds);
    return MPI_SUCCESS;
}

/* A function that MPI_Finalize calls: a call that was to fail and never came fails now. */
static inline int heddle_look_for_missed_(MPI_Comm comm, int key, void *value, void *extra)
{
    int i;

    (void)comm, (void)key, (void)value, (void)extra;
    for (i = 0; i < heddle_calls_.fault_count; i++) {
        const struct heddle_fault_ *fault = &heddle_calls_.faults[i];

        if (fault->peer == HEDDLE_NOT_LATE_ && fault->seen < fault->at)
            heddle_fail(fault->file, fault->line,
                        "call %ld of %s was to %s on purpose, and only %ld came until MPI_Finalize;"
                        " heddle_no_faults takes back what need not happen",
                        fault->at, fault->function != NULL ? fault->function : "MPI",
                        fault->ends ? "end the rank"
                                    : fault->error_class != MPI_SUCCESS ? "fail" : "sleep",
                        fault->seen);
    }
    return MPI_SUCCESS;
}

/* An attribute of MPI_COMM_SELF: MPI_Finalize deletes these first. */
static inline void heddle_look_at_finalize_(void)
{
    int key, is_initialized;

    PMPI_Initialized(&is_initialized);
    if (!is_initialized)
        return;
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, heddle_look_for_missed_, &key, NULL);
    PMPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    PMPI_Comm_free_keyval(&key);
    heddle_calls_.looks_for_missed = 1;
}

/* Returns the error that the call ends with in place of doing anything. */
static inline int heddle_faults_at_(const struct heddle_call_ *call)
{
    int i, err = MPI_SUCCESS;

    if (heddle_calls_.fault_count > 0 && !heddle_calls_.looks_for_missed)
        heddle_look_at_finalize_();
    for (i = 0; i < heddle_calls_.fault_count && err == MPI_SUCCESS; i++)
        err = heddle_suffer_(call, &heddle_calls_.faults[i]);
    return err;
}

static __attribute__((noinline, unused)) int heddle_called_(const struct heddle_call_ *call)
{
    int err = heddle_faults_at_(call);

    if (err == MPI_SUCCESS && heddle_calls_.is_recording)
        heddle_record_call_(call);
    return err;
}

static inline int heddle_call_is_used_(void)
{
    return heddle_calls_.is_recording | heddle_calls_.fault_count;
}

/* ---- the functions --------------------------------------------------------------------------- */

/* The call of PMPI is the last thing that they do, if possible, so that it returns to their
 * caller. */
#define HEDDLE_FRONT_(name, parameters) __attribute__((weak, optimize("O2"))) int name parameters

/* Where the program's call is, which a procedure of Fortran has made (lib/runtime/jobs). */
#ifndef HEDDLE_SITE_
#define HEDDLE_SITE_ __builtin_return_address(0)
#endif

#define HEDDLE_MADE_CALL_(name, kind, direction, comm, peer, tag, count, type)                 \
    const struct heddle_call_ heddle_call = {                                                  \
        #name, HEDDLE_##kind##_, direction, HEDDLE_SITE_, comm, peer, tag, count, type};

#define HEDDLE_ANY_CALL_(name, parameters, arguments, ...)                                     \
    HEDDLE_FRONT_(name, parameters)                                                            \
    {                                                                                          \
        if (heddle_call_is_used_()) {                                                          \
            HEDDLE_MADE_CALL_(name, __VA_ARGS__)                                               \
            int heddle_err = heddle_called_(&heddle_call);                                     \
                                                                                               \
            if (heddle_err != MPI_SUCCESS)                                                     \
                return heddle_err;                                                             \
        }                                                                                      \
        return P##name arguments;                                                              \
    }
#define HEDDLE_CALL_(name, kind, parameters, arguments, comm)                                  \
    HEDDLE_ANY_CALL_(name, parameters, arguments, kind, HEDDLE_NOWHERE_, comm, 0, 0, 0,        \
                     MPI_DATATYPE_NULL)
#define HEDDLE_SEND_(name, kind, parameters, arguments, comm, peer, tag, count, type)          \
    HEDDLE_ANY_CALL_(name, parameters, arguments, kind, HEDDLE_SENT_, comm, peer, tag, count,  \
                     type)
#define HEDDLE_RECEIVE_(name, kind, parameters, arguments, comm, peer, tag)                    \
    HEDDLE_ANY_CALL_(name, parameters, arguments, kind, HEDDLE_RECEIVED_, comm, peer, tag, 0,  \
                     MPI_DATATYPE_NULL)

/* A persistent request is recorded when it is prepared: then its arguments are known. */
#define HEDDLE_ANY_PREPARED_(name, parameters, arguments, ...)                                 \
    HEDDLE_FRONT_(name, parameters)                                                            \
    {                                                                                          \
        HEDDLE_MADE_CALL_(name, __VA_ARGS__)                                                   \
        int heddle_err = heddle_faults_at_(&heddle_call);                                      \
                                                                                               \
        if (heddle_err != MPI_SUCCESS)                                                         \
            return heddle_err;                                                                 \
        heddle_prepare_(&heddle_call);                                                         \
        return heddle_prepared_(P##name arguments, request);                                   \
    }
#define HEDDLE_PREPARED_CALL_(name, kind, parameters, arguments, comm)                         \
    HEDDLE_ANY_PREPARED_(name, parameters, arguments, kind, HEDDLE_NOWHERE_, comm, 0, 0, 0,    \
                         MPI_DATATYPE_NULL)
#define HEDDLE_PREPARED_SEND_(name, kind, parameters, arguments, comm, peer, tag, count, type) \
    HEDDLE_ANY_PREPARED_(name, parameters, arguments, kind, HEDDLE_SENT_, comm, peer, tag,     \
                         count, type)
#define HEDDLE_PREPARED_RECEIVE_(name, kind, parameters, arguments, comm, peer, tag)           \
    HEDDLE_ANY_PREPARED_(name, parameters, arguments, kind, HEDDLE_RECEIVED_, comm, peer, tag, \
                         0, MPI_DATATYPE_NULL)

#define HEDDLE_EACH_(...) __VA_ARGS__
#define HEDDLE_START_(name, kind, parameters, arguments, comm)                                 \
    HEDDLE_FRONT_(name, parameters)                                                            \
    {                                                                                          \
        if (heddle_call_is_used_()) {                                                          \
            HEDDLE_MADE_CALL_(name, kind, HEDDLE_NOWHERE_, comm, 0, 0, 0, MPI_DATATYPE_NULL)   \
            int heddle_err = heddle_faults_at_(&heddle_call);                                  \
                                                                                               \
            if (heddle_err != MPI_SUCCESS)                                                     \
                return heddle_err;                                                             \
            heddle_start_##name(&heddle_call, HEDDLE_EACH_ arguments);                        \
        }                                                                                      \
        return P##name arguments;                                                              \
    }

#include <heddle/calls.h>

#ifdef __cplusplus
}
#endif
#endif
