/* SPDX-License-Identifier: MIT */
/* Criterion's assertions in ranks, a part of heddle/criterion.h: failures are gathered, and the
 * thread of the test reports each assertion once, when the job has ended. */
#ifndef HEDDLE_CRITERION_RANKS_H
#define HEDDLE_CRITERION_RANKS_H

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <heddle.h>

#if defined __has_attribute && __has_attribute(heddle_shared)
#define HEDDLE_SHARED_ __attribute__((weak, heddle_shared))
#else
#define HEDDLE_SHARED_ __attribute__((weak))
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { HEDDLE_CRITERION_TOLD_MAX_ = 8 }; /* ranks, and messages that differ */

/* The message of a failed assertion in one rank. */
struct heddle_criterion_said_ {
    struct heddle_criterion_said_ *next; /* of a higher rank */
    int rank;
    char *message;
};

/* A failed assertion, and the ranks in which it has failed. What a rank says again at one place, as
 * in a loop, is another failure. */
struct heddle_criterion_failure_ {
    struct heddle_criterion_failure_ *next;
    struct criterion_assert_stats stats;
    int count;
    struct heddle_criterion_said_ *said;
};

/* The failures that ranks of the running job have found, under the lock. The test's thread reports
 * Criterion of them when the job has ended. */
extern pthread_mutex_t heddle_criterion_lock_;
extern struct heddle_criterion_failure_ *heddle_criterion_failures_;
extern unsigned heddle_criterion_passed_; /* assertions */
extern char heddle_criterion_skipped_[256]; /* why a rank skips the test; "": it does not */
HEDDLE_SHARED_ pthread_mutex_t heddle_criterion_lock_ = PTHREAD_MUTEX_INITIALIZER;
HEDDLE_SHARED_ struct heddle_criterion_failure_ *heddle_criterion_failures_ = NULL;
HEDDLE_SHARED_ unsigned heddle_criterion_passed_ = 0;
HEDDLE_SHARED_ char heddle_criterion_skipped_[256] = "";

static inline void *heddle_criterion_take_(size_t bytes)
{
    void *block = calloc(1, bytes);

    if (block == NULL)
        abort();
    return block;
}

/* Returns where a rank's message belongs among those of a failure. */
static inline struct heddle_criterion_said_ **
heddle_criterion_place_(struct heddle_criterion_failure_ *failure, int rank)
{
    struct heddle_criterion_said_ **said = &failure->said;

    while (*said != NULL && (*said)->rank < rank)
        said = &(*said)->next;
    return said;
}

static inline int heddle_criterion_has_said_(struct heddle_criterion_failure_ *failure, int rank)
{
    const struct heddle_criterion_said_ *said = *heddle_criterion_place_(failure, rank);

    return said != NULL && said->rank == rank;
}

/* Returns the failure at that place that the rank has not had yet: a new one, or that of another
 * rank. */
static inline struct heddle_criterion_failure_ *
heddle_criterion_find_(const struct criterion_assert_stats *stats, int rank)
{
    struct heddle_criterion_failure_ **failure = &heddle_criterion_failures_;

    while (*failure != NULL && ((*failure)->stats.line != stats->line ||
                                strcmp((*failure)->stats.file, stats->file) != 0 ||
                                heddle_criterion_has_said_(*failure, rank)))
        failure = &(*failure)->next;
    if (*failure == NULL) {
        *failure = (struct heddle_criterion_failure_ *)heddle_criterion_take_(sizeof **failure);
        (*failure)->stats = *stats;
    }
    return *failure;
}

static inline void heddle_criterion_note_(const struct criterion_assert_stats *stats)
{
    struct heddle_criterion_failure_ *failure;
    struct heddle_criterion_said_ *said, **place;

    said = (struct heddle_criterion_said_ *)heddle_criterion_take_(sizeof *said);
    said->rank = heddle_rank();
    said->message = strdup(stats->message != NULL ? stats->message : "");
    if (said->message == NULL)
        abort();
    pthread_mutex_lock(&heddle_criterion_lock_);
    failure = heddle_criterion_find_(stats, said->rank);
    failure->count++;
    place = heddle_criterion_place_(failure, said->rank);
    said->next = *place;
    *place = said;
    pthread_mutex_unlock(&heddle_criterion_lock_);
}

/* Writes "rank 2", "3 of 4 ranks (0, 1 and 3)" or "all 4 ranks". */
static inline void heddle_criterion_list_(const struct heddle_criterion_failure_ *failure,
                                          int ranks, FILE *out)
{
    const struct heddle_criterion_said_ *said;
    int told = 0;

    if (failure->count == 1) {
        fprintf(out, "rank %d", failure->said->rank);
        return;
    }
    if (failure->count == ranks) {
        fprintf(out, "all %d ranks", ranks);
        return;
    }
    fprintf(out, "%d of %d ranks (", failure->count, ranks);
    for (said = failure->said; said != NULL && told < HEDDLE_CRITERION_TOLD_MAX_; told++) {
        fprintf(out, "%s%d", told == 0 ? "" : told + 1 == failure->count ? " and " : ", ",
                said->rank);
        said = said->next;
    }
    fputs(said != NULL ? ", ...)" : ")", out);
}

/* Writes the message, or those that differ, one by one. */
static inline void heddle_criterion_write_(const struct heddle_criterion_failure_ *failure,
                                           FILE *out)
{
    const struct heddle_criterion_said_ *said = failure->said, *before = NULL;
    int told = 0;

    for (; said != NULL; before = said, said = said->next) {
        if (before != NULL && strcmp(before->message, said->message) == 0)
            continue;
        if (told++ == HEDDLE_CRITERION_TOLD_MAX_) {
            fputs(", ...", out);
            return;
        }
        fprintf(out, "%s%s", told > 1 ? ", " : "", said->message);
    }
}

static inline void heddle_criterion_tell_(struct criterion_assert_stats *stats,
                                          const struct heddle_criterion_failure_ *failure,
                                          int ranks, const char *on_purpose)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    if (out == NULL)
        abort();
    if (failure == NULL) {
        fputs(stats->message, out);
    } else {
        heddle_criterion_list_(failure, ranks, out);
        fputs(": ", out);
        heddle_criterion_write_(failure, out);
        if (on_purpose != NULL)
            fprintf(out, "\n%s", on_purpose);
    }
    fclose(out);
    stats->message = text;
    criterion_send_assert(stats);
    free(text);
}

static inline void heddle_criterion_free_(struct heddle_criterion_failure_ *failure)
{
    while (failure->said != NULL) {
        struct heddle_criterion_said_ *said = failure->said;

        failure->said = said->next;
        free(said->message);
        free(said);
    }
    free(failure);
}

/* For the option explore: what an earlier run of the job has found, and whether this one found
 * anything. */
static inline void heddle_criterion_forget_(void)
{
    heddle_criterion_passed_ = 0;
    heddle_criterion_skipped_[0] = '\0';
    while (heddle_criterion_failures_ != NULL) {
        struct heddle_criterion_failure_ *failure = heddle_criterion_failures_;

        heddle_criterion_failures_ = failure->next;
        heddle_criterion_free_(failure);
    }
}

static inline int heddle_criterion_has_failed_(void)
{
    return heddle_criterion_failures_ != NULL;
}

/* Reports to Criterion what the ranks have found, and returns how many assertions have failed. */
static inline int heddle_criterion_tell_all_(int ranks, const char *on_purpose)
{
    int told = 0;

    for (; heddle_criterion_passed_ > 0; heddle_criterion_passed_--)
        cri_asserts_passed_incr();
    while (heddle_criterion_failures_ != NULL) {
        struct heddle_criterion_failure_ *failure = heddle_criterion_failures_;

        heddle_criterion_tell_(&failure->stats, failure, ranks, on_purpose);
        heddle_criterion_failures_ = failure->next;
        heddle_criterion_free_(failure);
        told++;
    }
    return told;
}

/* A test that runs in the process itself (heddle/criterion_here.h); NULL: Criterion runs it. */
struct heddle_criterion_here_ {
    const struct criterion_test *test;
    int failures;
    jmp_buf end; /* of the test: 1 it was aborted, 2 it is skipped */
};
extern struct heddle_criterion_here_ *heddle_criterion_here_;
HEDDLE_SHARED_ struct heddle_criterion_here_ *heddle_criterion_here_ = NULL;

static inline void heddle_criterion_send_here_(const struct criterion_assert_stats *stats)
{
    if (stats->passed)
        return;
    heddle_criterion_here_->failures++;
    fprintf(stderr, "%s:%u: %s\n", stats->file, stats->line,
            stats->message != NULL ? stats->message : "an assertion failed");
}

/* Criterion's functions for assertions, which are for one thread. These take their place in the
 * whole program, so a file that includes only Criterion's header may assert in ranks, too. */
__attribute__((weak)) void criterion_send_assert(struct criterion_assert_stats *stats)
{
    typedef void send(struct criterion_assert_stats * stats);

    if (heddle_rank() < 0 && heddle_criterion_here_ != NULL)
        heddle_criterion_send_here_(stats);
    else if (heddle_rank() < 0)
        ((send *)dlsym(RTLD_NEXT, "criterion_send_assert"))(stats);
    else if (stats->passed)
        __atomic_fetch_add(&heddle_criterion_passed_, 1, __ATOMIC_RELAXED);
    else
        heddle_criterion_note_(stats);
}

__attribute__((weak)) void cri_asserts_passed_incr(void)
{
    typedef void increment(void);

    if (heddle_rank() < 0 && heddle_criterion_here_ != NULL)
        return;
    if (heddle_rank() < 0)
        ((increment *)dlsym(RTLD_NEXT, "cri_asserts_passed_incr"))();
    else
        __atomic_fetch_add(&heddle_criterion_passed_, 1, __ATOMIC_RELAXED);
}

__attribute__((weak)) void criterion_abort_test(void)
{
    typedef void leave(void);

    if (heddle_rank() >= 0)
        heddle_fail(NULL, 0, "an assertion failed");
    if (heddle_criterion_here_ != NULL)
        longjmp(heddle_criterion_here_->end, 1);
    ((leave *)dlsym(RTLD_NEXT, "criterion_abort_test"))();
    abort(); /* not reached */
}

/* Skips the test: the first rank that calls it gives the reason and ends the job. */
__attribute__((weak)) void criterion_skip_test(const char *format, ...)
{
    typedef void skip(const char *format, ...);
    char text[sizeof heddle_criterion_skipped_];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (heddle_rank() < 0 && heddle_criterion_here_ != NULL) {
        fprintf(stderr, "%s\n", text);
        longjmp(heddle_criterion_here_->end, 2);
    }
    if (heddle_rank() < 0) {
        ((skip *)dlsym(RTLD_NEXT, "criterion_skip_test"))("%s", text);
        abort(); /* not reached */
    }
    pthread_mutex_lock(&heddle_criterion_lock_);
    if (heddle_criterion_skipped_[0] == '\0')
        strcpy(heddle_criterion_skipped_, text[0] != '\0' ? text : "by a rank");
    pthread_mutex_unlock(&heddle_criterion_lock_);
    heddle_fail(NULL, 0, "the test is to be skipped");
}

#ifdef __cplusplus
}
#endif
#endif
