/* SPDX-License-Identifier: MIT */
/* The option explore = "faults": each call that can fail does so in one run. A function that tells
 * each error passes; one that loses it, hangs, crashes or leaks after it is told, with the call.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1
 * sanitizer: no */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "explored.h"

static void return_errors(void)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

/* Two calls of each rank can fail. */
static int tells_each_error(void *argument)
{
    MPI_Comm copy;
    int err;

    return_errors();
    if (MPI_Comm_dup(MPI_COMM_SELF, &copy) != MPI_SUCCESS)
        return 1;
    err = MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    return argument != NULL || err != MPI_SUCCESS;
}

/* An error ends the job: three calls of rank 0, two of rank 1. */
static int leaves_errors_to_mpi(void *argument)
{
    int value = 1;

    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 0)
        MPI_Barrier(MPI_COMM_SELF);
    return argument != NULL;
}

/* A status that is no signal's: 255. */
static int returns_a_negative_number(void *argument)
{
    return_errors();
    return MPI_Barrier(MPI_COMM_SELF) != MPI_SUCCESS ? -1 : argument != NULL;
}

/* Statuses that deadlocks and signals have, too. */
static int returns_65(void *argument)
{
    return_errors();
    return MPI_Barrier(MPI_COMM_SELF) != MPI_SUCCESS ? 65 : argument != NULL;
}

static int returns_139(void *argument)
{
    return_errors();
    return MPI_Barrier(MPI_COMM_SELF) != MPI_SUCCESS ? 139 : argument != NULL;
}

static int aborts_with_124(void *argument)
{
    return_errors();
    if (MPI_Barrier(MPI_COMM_SELF) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 124);
    return argument != NULL;
}

/* Two calls can fail: if one of the others did, a program could not do what it has to. */
static int ends_what_it_has_begun(void *argument)
{
    MPI_Request request;
    void *memory;
    int value, version, subversion;

    return_errors();
    if (MPI_Alloc_mem(1, MPI_INFO_NULL, &memory) != MPI_SUCCESS)
        return 1;
    MPI_Free_mem(memory);
    if (MPI_Irecv(&value, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, &request) != MPI_SUCCESS)
        return 1;
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Get_version(&version, &subversion);
    MPI_Pcontrol(0);
    return argument != NULL;
}

static int loses_the_second(void *argument)
{
    return_errors();
    if (MPI_Barrier(MPI_COMM_SELF) != MPI_SUCCESS)
        return 1;
    MPI_Barrier(MPI_COMM_SELF);
    return argument != NULL;
}

/* The other rank waits for one that has given up. */
static int goes_without_a_word(void *argument)
{
    int value = 1;

    return_errors();
    if (heddle_rank() == 0 && MPI_Send(&value, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD) != MPI_SUCCESS)
        return 1;
    if (heddle_rank() == 1 &&
        MPI_Recv(&value, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        return 1;
    return argument != NULL;
}

static int crashes_after_it(void *argument)
{
    return_errors();
    if (MPI_Barrier(MPI_COMM_SELF) != MPI_SUCCESS)
        raise(SIGSEGV);
    return argument != NULL;
}

static int leaves_its_copy(void *argument)
{
    MPI_Comm copy;

    return_errors();
    if (MPI_Comm_dup(MPI_COMM_SELF, &copy) != MPI_SUCCESS)
        return 1;
    if (MPI_Barrier(copy) != MPI_SUCCESS)
        return 1;
    MPI_Comm_free(&copy);
    return argument != NULL;
}

/* Errors of the window return, those of communicators are fatal. */
static int loses_what_a_window_returns(void *argument)
{
    MPI_Win window;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &window);
    MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    return argument != NULL;
}

/* Errors of files return unless it is said otherwise. */
static int loses_what_a_file_returns(void *argument)
{
    const int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File file;
    char name[40];

    if (heddle_rank() != 0)
        return argument != NULL;
    snprintf(name, sizeof name, "explored_faults.%d", (int)getpid());
    if (MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 1;
    MPI_File_write(file, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    return argument != NULL;
}

static int fails_anyway(void *argument)
{
    MPI_Barrier(MPI_COMM_SELF);
    return argument == NULL;
}

static void passes(heddle_function *function, long faults)
{
    const struct heddle_options options = {.explore = "faults", .forbids_leaks = 1};
    struct heddle_result result;

    must(heddle_run(&options, 2, function, NULL, &result) == 0);
    printf("%ld runs\n", result.schedules);
    must(result.schedules == faults + 1 && result.has_all_schedules);
    must(result.text == NULL && result.faults == NULL);
    heddle_result_free(&result);
}

/* The call that makes the function fail is told with these words, and HEDDLE_REPLAY with the number
 * repeats it. */
static void is_told(const char *name, heddle_function *function, int status, const char *words,
                    const char *call, const char *replay)
{
    const struct heddle_options options = {
        .name = name, .explore = "faults", .survives_faults = 1};
    struct heddle_result result;
    int i;

    for (i = 0; i < 2; i++) {
        must(heddle_run(&options, 2, function, NULL, &result) == status);
        printf("%s, run %ld: %s\n", name, result.schedules, result.text);
        must(strstr(result.text, words) != NULL && strstr(result.text, call) != NULL);
        must(strstr(result.text, replay) != NULL && !result.has_all_schedules);
        heddle_result_free(&result);
        setenv("HEDDLE_REPLAY", replay, 1);
    }
    unsetenv("HEDDLE_REPLAY");
}

/* HEDDLE_REPLAY names a call that another version of the job has made. */
static void says_that_no_call_failed(void)
{
    const struct heddle_options options = {.name = "tells"};
    struct heddle_result result;

    setenv("HEDDLE_REPLAY", "tells:f9", 1);
    must(heddle_run(&options, 2, tells_each_error, NULL, &result) == 1);
    must(strstr(result.text, "lets call 9 fail, but the job makes only 4 calls") != NULL);
    heddle_result_free(&result);
    unsetenv("HEDDLE_REPLAY");
}

int main(void)
{
    struct heddle_options options = {.name = "anyway", .explore = "faults"};
    struct heddle_result result;

    passes(tells_each_error, 4);
    passes(leaves_errors_to_mpi, 5);
    passes(returns_a_negative_number, 2);
    passes(returns_65, 2);
    passes(returns_139, 2);
    passes(aborts_with_124, 2);
    passes(ends_what_it_has_begun, 4);
    is_told("loses", loses_the_second, 1, "a call fails, and the job loses the error",
            "rank 0: MPI_Barrier in loses_the_second (explored_faults.c:", "loses:f2");
    is_told("goes", goes_without_a_word, 65, "deadlock",
            "rank 0: MPI_Send in goes_without_a_word (explored_faults.c:", "goes:f1");
    is_told("crashes", crashes_after_it, 139, "Segmentation fault",
            "rank 0: MPI_Barrier in crashes_after_it (explored_faults.c:", "crashes:f1");
    is_told("leaves", leaves_its_copy, 1, "does not free all that it has made",
            "rank 0: MPI_Barrier in leaves_its_copy (explored_faults.c:", "leaves:f2");
    is_told("window", loses_what_a_window_returns, 1, "loses the error",
            "rank 0: MPI_Win_fence in loses_what_a_window_returns (explored_faults.c:",
            "window:f2");
    is_told("file", loses_what_a_file_returns, 1, "loses the error",
            "rank 0: MPI_File_write in loses_what_a_file_returns (explored_faults.c:", "file:f2");
    says_that_no_call_failed();
    must(heddle_run(&options, 2, fails_anyway, NULL, &result) == 1);
    must(result.schedules == 1 && strstr(result.text, "all choices are the usual ones") != NULL);
    heddle_result_free(&result);
    return 0;
}
