/* SPDX-License-Identifier: MIT */
/* Calls that fail on purpose: heddle/faults.h for Fortran, whose procedures call the functions that
 * the header puts in front of MPI's. */
#include <stddef.h>

/* The place of the program's call, which the procedure of Fortran has left in the thread's word. */
const void **heddle_fortran_site(void) __attribute__((weak));
#define HEDDLE_SITE_                                                                  \
    (heddle_fortran_site != NULL && *heddle_fortran_site() != NULL ? *heddle_fortran_site() \
                                                                   : __builtin_return_address(0))
#include <heddle/faults.h>

#include "jobs.h"

enum { FUNCTION_BYTES = 64 };

/* A fault refers to these; its number is their place. */
struct kept {
    char function[FUNCTION_BYTES];
    struct jobs_place place;
};
static struct kept kept[HEDDLE_FAULTS_MAX_];

static struct kept *keep_site(const void *site)
{
    int next = heddle_calls_.fault_count;
    struct kept *its = &kept[next < HEDDLE_FAULTS_MAX_ ? next : 0];

    jobs_find_place(&its->place, site);
    return its;
}

void jobs_fail_call(const char *function, const int *n, const int *error_class, size_t length)
    FORTRAN(heddle_fail_call);
void jobs_fail_call(const char *function, const int *n, const int *error_class, size_t length)
{
    struct kept *its = keep_site(__builtin_return_address(0));

    heddle_fail_call_(its->place.file, its->place.line,
                      jobs_string(its->function, sizeof its->function, function, length), *n,
                      *error_class);
}

void jobs_end_at_call(const char *function, const int *n, const int *status, size_t length)
    FORTRAN(heddle_end_at_call);
void jobs_end_at_call(const char *function, const int *n, const int *status, size_t length)
{
    struct kept *its = keep_site(__builtin_return_address(0));

    heddle_end_at_call_(its->place.file, its->place.line,
                        jobs_string(its->function, sizeof its->function, function, length), *n,
                        *status);
}

void jobs_sleep_at_call(const char *function, const int *n, const double *seconds, size_t length)
    FORTRAN(heddle_sleep_at_call);
void jobs_sleep_at_call(const char *function, const int *n, const double *seconds, size_t length)
{
    struct kept *its = keep_site(__builtin_return_address(0));

    heddle_sleep_at_call_(its->place.file, its->place.line,
                          jobs_string(its->function, sizeof its->function, function, length), *n,
                          *seconds);
}

void jobs_delay_messages(const int *peer, const double *seconds) FORTRAN(heddle_delay_messages);
void jobs_delay_messages(const int *peer, const double *seconds)
{
    struct kept *its = keep_site(__builtin_return_address(0));

    heddle_delay_messages_(its->place.file, its->place.line, *peer, *seconds);
}

int heddle_jobs_no_faults(void);
int heddle_jobs_no_faults(void)
{
    return heddle_no_faults();
}
