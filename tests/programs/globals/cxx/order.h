/* SPDX-License-Identifier: MIT */
/* What the program and its library write about their beginning and end. No object: it must be
 * there before the first and after the last. */
#ifndef PROGRAMS_GLOBALS_CXX_ORDER_H
#define PROGRAMS_GLOBALS_CXX_ORDER_H

void write_down(const char *word);
const char *written();

struct noted {
    explicit noted(const char *name) : name(name) { write_down(name); }
    ~noted();
    const char *name;
};

noted &made_when_asked_for();

#endif
