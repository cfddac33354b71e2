/* SPDX-License-Identifier: MIT */
/* Functions of GCC's OpenMP library that run a loop in a parallel region of its own. Those of the
 * second list get no chunk, because the schedule is chosen at run time. */
#ifndef OPENMP_LOOPS_H
#define OPENMP_LOOPS_H

#define OPENMP_PARALLEL_LOOPS(of)                                                                  \
    of(GOMP_parallel_loop_static) of(GOMP_parallel_loop_dynamic) of(GOMP_parallel_loop_guided)     \
    of(GOMP_parallel_loop_nonmonotonic_dynamic) of(GOMP_parallel_loop_nonmonotonic_guided)

#define OPENMP_PARALLEL_RUNTIME_LOOPS(of)                                                          \
    of(GOMP_parallel_loop_runtime) of(GOMP_parallel_loop_nonmonotonic_runtime)                     \
    of(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

#endif
