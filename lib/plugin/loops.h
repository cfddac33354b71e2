/* SPDX-License-Identifier: MIT */
/* Loops whose accesses are reported at once, for accesses.cc; loops.cc explains them. */
#ifndef PLUGIN_LOOPS_H
#define PLUGIN_LOOPS_H

/* Looks for the loops of the function, which has loops and dominators until the end. */
void loops_begin(function *fun);
void loops_end(void);

/* Finds the range of what the statement's loop accesses by an operand of that many bytes. Returns
 * the edge into the loop, on which both values can be computed. NULL: it is no such access. */
edge loops_find_range(gimple *statement, tree operand, HOST_WIDE_INT size, tree *low, tree *bytes);

#endif
