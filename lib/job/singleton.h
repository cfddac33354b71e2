/* SPDX-License-Identifier: MIT */
/* The job of a process that no job was started in (rank/worlds/singleton.h). */
#ifndef JOB_SINGLETON_H
#define JOB_SINGLETON_H

/* The process may become a singleton: no start of ours runs its main. Called by the loader, when it
 * has loaded the library. */
void singleton_prepare(void);

#endif
