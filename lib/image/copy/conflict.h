/* SPDX-License-Identifier: MIT */
/* Holds addresses where a library that the program opens must not be loaded.
 *
 * Slots lie a multiple of the step apart. If a library were loaded a multiple of the step away from
 * another module, its copies would lie where slots have their copies of that module. The loader
 * takes the uppermost hole, whose place depends on what the process has mapped before. Therefore
 * these addresses are mapped while a library is being opened. */
#ifndef IMAGE_CONFLICT_H
#define IMAGE_CONFLICT_H

/* Call both with the modules locked. conflict_hold may be called again before conflict_let_go;
 * it then also holds places for modules that were added since. */
void conflict_hold(void);
void conflict_let_go(void);

#endif
