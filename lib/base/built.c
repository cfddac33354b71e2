/* SPDX-License-Identifier: MIT */
#include "base/built.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

#if HEDDLE_JEMALLOC
#define JEMALLOC ", jemalloc"
#else
#define JEMALLOC ""
#endif

#if HEDDLE_LIBDW
#define LIBDW ", libdw"
#else
#define LIBDW ""
#endif

#if HEDDLE_HWLOC
#define HWLOC ", hwloc"
#else
#define HWLOC ""
#endif

/* Given by lib/local.mk. */
#ifndef HEDDLE_COMMIT
#define HEDDLE_COMMIT "commit unknown"
#define HEDDLE_CONFIGURED "configuration unknown"
#endif

const char built_text[] =
    HEDDLE_COMMIT "; library by " COMPILER JEMALLOC LIBDW HWLOC "; " HEDDLE_CONFIGURED;
