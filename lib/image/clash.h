/* SPDX-License-Identifier: MIT */
/* clash: where a library must not come that the program opens.
 *
 * Slots lie a multiple of the step apart. A library that came a multiple of the step away from
 * another module would have its copies where other slots have theirs of that module. The loader
 * takes the uppermost hole, which lies as deep as what the process has mapped before: so while a
 * library is being opened, these addresses are no holes. */
#ifndef IMAGE_CLASH_H
#define IMAGE_CLASH_H

/* The locked modules' business. May be called again before they are let go, and holds what is new:
 * those of modules that came in between, and those further down. */
void clash_hold(void);
void clash_let_go(void);

#endif
