/* SPDX-License-Identifier: MIT */
/* Options of mpiexec that set tunables of the job (base/knob.def), which reads them from its
 * environment. */
#ifndef DRIVER_SETTING_H
#define DRIVER_SETTING_H

struct option_kind;

/* Sets the variable of an option that is about a tunable; another option sets none. A wrong value
 * ends mpiexec. */
void setting_apply(const struct option_kind *kind, const char *option, const char *value);

/* Relative names of files in such variables, and in HEDDLE_REPLAY, count from here, also when the
 * ranks work elsewhere: makes them absolute. */
void setting_keep_files(void);

/* In an explored program one thread of a job runs at a time: those of OpenMP that wait for work are
 * to use no processor. */
void setting_let_openmp_sleep(void);

#endif
