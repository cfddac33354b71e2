/* SPDX-License-Identifier: MIT */
/* The views of a job that its user has asked for (docs/OBSERVING.md): matrix, timeline, summary. */
#ifndef JOB_VIEWS_H
#define JOB_VIEWS_H

struct world;

/* Has the ranks, which have not started, record for them. 0, or -1 with a note. */
int views_begin(struct world *world);

/* Write the files, and the summary on standard error. The timeline and the summary may be written
 * while the ranks still run, and are only written once. */
void views_write_timeline(const char *title);
void views_write(const struct world *world, const char *title);
void views_tell(void);

#endif
