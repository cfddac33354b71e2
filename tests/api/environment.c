/* SPDX-License-Identifier: MIT */
/* Versions, names, clocks, and what is known before and after. */
#include "check.h"

static void the_version_is_that_of_the_header(void)
{
    int version = -1, subversion = -1;

    check_ok(MPI_Get_version(&version, &subversion));
    check_equal(version, MPI_VERSION);
    check_equal(subversion, MPI_SUBVERSION);
}

static void the_library_has_a_name_of_the_length_it_says(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = -1;

    check_ok(MPI_Get_library_version(text, &length));
    check(length > 0 && length < MPI_MAX_LIBRARY_VERSION_STRING);
    check_equal(length, (int)strlen(text));
}

static void the_processor_has_a_name_of_the_length_it_says(void)
{
    char name[MPI_MAX_PROCESSOR_NAME];
    int length = -1;

    check_ok(MPI_Get_processor_name(name, &length));
    check(length > 0 && length < MPI_MAX_PROCESSOR_NAME);
    check_equal(length, (int)strlen(name));
}

static void time_goes_on(void)
{
    double start = MPI_Wtime(), now = start;
    long looks;

    for (looks = 0; looks < 100000000 && now <= start; looks++)
        now = MPI_Wtime();
    check(now > start);
    check(now - start < 10);
}

static void a_tick_is_short(void)
{
    check(MPI_Wtick() > 0);
    check(MPI_Wtick() <= 1e-3);
}

static void mpi_is_initialized_and_not_finalized(void)
{
    int initialized = -1, finalized = -1;

    check_ok(MPI_Initialized(&initialized));
    check_ok(MPI_Finalized(&finalized));
    check_equal(initialized, 1);
    check_equal(finalized, 0);
}

static void the_caller_is_the_main_thread(void)
{
    int flag = -1, provided = -1;

    check_ok(MPI_Is_thread_main(&flag));
    check_equal(flag, 1);
    check_ok(MPI_Query_thread(&provided));
    check(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
}

static void every_class_is_its_own_class(void)
{
    static const int classes[] = {MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_RANK, MPI_ERR_TRUNCATE,
                                  MPI_ERR_OTHER, MPI_ERR_IO, MPI_ERR_WIN};
    int i, class;

    for (i = 0; i < (int)(sizeof classes / sizeof classes[0]); i++) {
        class = -1;
        check_ok(MPI_Error_class(classes[i], &class));
        check_equal(class, classes[i]);
    }
}

static void every_class_has_a_text_of_its_own(void)
{
    static const int classes[] = {MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_RANK, MPI_ERR_TRUNCATE,
                                  MPI_ERR_OTHER, MPI_ERR_IO, MPI_ERR_WIN};
    char texts[sizeof classes / sizeof classes[0]][MPI_MAX_ERROR_STRING];
    int i, j, length;

    for (i = 0; i < (int)(sizeof classes / sizeof classes[0]); i++) {
        length = -1;
        check_ok(MPI_Error_string(classes[i], texts[i], &length));
        check(length > 0 && length < MPI_MAX_ERROR_STRING);
        check_equal(length, (int)strlen(texts[i]));
        for (j = 0; j < i; j++)
            check(strcmp(texts[i], texts[j]) != 0);
    }
}

/* The standard's binary interface numbers its classes without a gap. */
static void no_class_of_the_binary_interface_is_without_a_text(void)
{
#ifdef MPI_ABI_VERSION
    char text[MPI_MAX_ERROR_STRING], last[MPI_MAX_ERROR_STRING] = "";
    int class, got, length;

    for (class = MPI_SUCCESS; class <= MPI_ERR_ABI; class++) {
        got = -1;
        check_ok(MPI_Error_class(class, &got));
        check_equal(got, class);
        check_ok(MPI_Error_string(class, text, &length));
        check(strcmp(text, last) != 0);
        memcpy(last, text, sizeof last);
    }
    for (class = MPI_T_ERR_CANNOT_INIT; class <= MPI_T_ERR_PVAR_NO_ATOMIC; class++)
        check_ok(MPI_Error_string(class, text, &length));
#endif
}

CASES(the_version_is_that_of_the_header, the_library_has_a_name_of_the_length_it_says,
      the_processor_has_a_name_of_the_length_it_says, time_goes_on, a_tick_is_short,
      mpi_is_initialized_and_not_finalized, the_caller_is_the_main_thread,
      every_class_is_its_own_class, every_class_has_a_text_of_its_own,
      no_class_of_the_binary_interface_is_without_a_text)
