/* SPDX-License-Identifier: MIT */
/* OpenMP's own functions behind those of this folder: those of the library that the program needs,
 * which are looked up once. Where it needs none, a library that it opens, such as a module of
 * Python, may have brought one along, of any name: the function is that of the caller's.
 *
 * Edges
 *   openmp.caller  what a caller was led to is there when its place is seen. */
#ifndef OPENMP_FUNCTIONS_H
#define OPENMP_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/libc.h"
#include "openmp/loops.h"

#define OPENMP_LOOPS(of, kind)                                                                     \
    of(GOMP_loop_##kind##_start) of(GOMP_loop_##kind##_next) of(GOMP_loop_ull_##kind##_start)      \
        of(GOMP_loop_ull_##kind##_next)

#define OPENMP_DOACROSS(of, infix)                                                                 \
    of(GOMP_loop_##infix##doacross_static_start) of(GOMP_loop_##infix##doacross_dynamic_start)     \
        of(GOMP_loop_##infix##doacross_guided_start) of(GOMP_loop_##infix##doacross_runtime_start)

#define OPENMP_LOCKS(of, kind)                                                                     \
    of(omp_set_##kind) of(omp_unset_##kind) of(omp_test_##kind) of(omp_set_##kind##_)              \
        of(omp_unset_##kind##_) of(omp_test_##kind##_)

/* All that this folder calls. */
#define OPENMP_FUNCTIONS(of)                                                                       \
    of(omp_get_thread_num) of(omp_get_num_threads) of(omp_get_cancellation) of(omp_get_schedule)   \
    of(GOMP_parallel) of(GOMP_parallel_reductions) of(GOMP_parallel_sections)                      \
    OPENMP_PARALLEL_LOOPS(of) OPENMP_PARALLEL_RUNTIME_LOOPS(of)                                    \
    of(GOMP_barrier) of(GOMP_barrier_cancel)                                                       \
    of(GOMP_loop_end) of(GOMP_loop_end_cancel) of(GOMP_loop_end_nowait)                            \
    OPENMP_LOOPS(of, dynamic) OPENMP_LOOPS(of, guided) OPENMP_LOOPS(of, runtime)                   \
    OPENMP_LOOPS(of, nonmonotonic_dynamic) OPENMP_LOOPS(of, nonmonotonic_guided)                   \
    OPENMP_LOOPS(of, nonmonotonic_runtime) OPENMP_LOOPS(of, maybe_nonmonotonic_runtime)            \
    OPENMP_LOOPS(of, ordered_static) OPENMP_LOOPS(of, ordered_dynamic)                             \
    OPENMP_LOOPS(of, ordered_guided) OPENMP_LOOPS(of, ordered_runtime)                             \
    OPENMP_DOACROSS(of, ) OPENMP_DOACROSS(of, ull_) of(GOMP_ordered_start)                         \
    of(GOMP_doacross_post) of(GOMP_doacross_ull_post) of(GOMP_doacross_wait)                       \
    of(GOMP_doacross_ull_wait)                                                                     \
    of(GOMP_sections_start) of(GOMP_sections_next) of(GOMP_sections_end)                           \
    of(GOMP_sections_end_cancel) of(GOMP_sections_end_nowait)                                      \
    of(GOMP_single_start) of(GOMP_single_copy_start) of(GOMP_single_copy_end)                      \
    of(GOMP_critical_start) of(GOMP_critical_end) of(GOMP_critical_name_start)                     \
    of(GOMP_critical_name_end) of(GOMP_atomic_start)                                               \
    OPENMP_LOCKS(of, lock) OPENMP_LOCKS(of, nest_lock)                                             \
    of(GOMP_task) of(GOMP_taskloop) of(GOMP_taskloop_ull) of(GOMP_taskwait)                        \
    of(GOMP_taskwait_depend) of(GOMP_taskgroup_start) of(GOMP_taskgroup_end)                       \
    of(GOMP_workshare_task_reduction_unregister)

#define OPENMP_NUMBER(function) OPENMP_##function,
enum openmp_function { OPENMP_FUNCTIONS(OPENMP_NUMBER) OPENMP_COUNT };
#undef OPENMP_NUMBER

extern __attribute__((visibility("hidden"))) _Atomic(libc_any *) openmp_functions[OPENMP_COUNT];
/* Each rank has a copy of OpenMP's library, as of all code of a program of another compiler. */
extern __attribute__((visibility("hidden"))) _Atomic(bool) openmp_is_copied;

libc_any *openmp_look_up(enum openmp_function function, uintptr_t site);
libc_any *openmp_copy(libc_any *function);

/* Where a call of a function of this folder returns to. */
#define SITE ((uintptr_t)__builtin_return_address(0))

static inline libc_any *openmp_behind(enum openmp_function function, uintptr_t site)
{
    libc_any *found = load_relaxed(&openmp_functions[function]);

    if (unlikely(found == NULL))
        found = openmp_look_up(function, site);
    return likely(!load_relaxed(&openmp_is_copied)) ? found : openmp_copy(found);
}

/* OpenMP's own, of the type of the function of that name. */
#define BEHIND(function) ((__typeof__(function) *)openmp_behind(OPENMP_##function, SITE))

/* Declares a function that stands in front of OpenMP's. */
#define IN_FRONT __attribute__((visibility("default")))

#endif
