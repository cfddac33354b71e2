/* SPDX-License-Identifier: MIT */
/* Programs of profiling.py ask the tool, which write_tool.py has written, by these functions. */
#ifndef PROFILING_SAW_H
#define PROFILING_SAW_H

/* From now on the tool's functions call the library's, or, if it is hollow, they return an error at
 * once, so that their arguments do not matter. Tells on standard output that there is no tool. */
void begin(int is_hollow);

/* Unless the tool has seen one call since it was asked before, of this function, or no call if the
 * name is "none": says so on standard output. */
void saw(const char *name);

/* Writes how many functions were seen as they should be; returns how many were not. */
int end(void);

#endif
