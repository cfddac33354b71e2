/* SPDX-License-Identifier: MIT */
/* Libraries of which a process has one, whatever its ranks have copies of (image/whole/whole.h),
 * by their files' names. The tool heddle-globals asks, too. */
#ifndef IMAGE_SINGLE_H
#define IMAGE_SINGLE_H

#include <stdbool.h>
#include <string.h>

#include "base/container.h"

static inline const char *single_file_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

static inline bool single_is_among(const char *const *names, size_t count, const char *path)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (strncmp(single_file_of(path), names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* The C library's parts, the unwinder, and sanitizers. */
static inline bool single_is_of_process(const char *path)
{
    static const char *const names[] = {
        "linux-vdso.so", "ld-linux", "libc.so.", "libm.so.", "libpthread.so.", "libdl.so.",
        "librt.so.", "libutil.so.", "libresolv.so.", "libnss_", "libgcc_s.so.", "libmvec.so.",
        "libasan.so.", "liblsan.so.", "libtsan.so.", "libubsan.so.", "libhwasan.so.",
    };

    return single_is_among(names, ARRAY_LENGTH(names), path);
}

/* Compilers' libraries, whose state a program of the wrapper has itself where ranks need their own
 * (runtime/cxx, runtime/fortran, runtime/program), and Heddle's for Fortran. */
static inline bool single_is_of_wrapped(const char *path)
{
    static const char *const names[] = {
        "libstdc++.so.", "libgfortran.so.", "libgomp.so.", "libquadmath.so.", "libatomic.so.",
        "libitm.so.", "libobjc.so.", "libheddle_fortran.so",
    };

    return single_is_among(names, ARRAY_LENGTH(names), path);
}

/* Frameworks of tests, which count for all ranks where they run main once (heddle.h). */
static inline bool single_is_of_tests(const char *path)
{
    static const char *const names[] = {
        "libcriterion.so", "libgtest", "libgmock", "libCatch2", "libboost_unit_test_framework",
        "libboost_prg_exec_monitor", "libcmocka.so", "libcheck.so", "libcunit.so", "libcppunit",
        "libCppUTest",
    };

    return single_is_among(names, ARRAY_LENGTH(names), path);
}

/* Heddle's library needs C++'s, and has no state in it. Programs have. */
static inline bool single_is_of_programs(const char *path)
{
    return strncmp(single_file_of(path), "libstdc++.so.", strlen("libstdc++.so.")) == 0;
}

#endif
