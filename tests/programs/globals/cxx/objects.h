/* SPDX-License-Identifier: MIT */
/* What both units of objects.cc know. */
#ifndef PROGRAMS_GLOBALS_CXX_OBJECTS_H
#define PROGRAMS_GLOBALS_CXX_OBJECTS_H

#include <string>

#include "../globals.h"

/* The names of the objects so far, in the order of their constructors. */
std::string &order();
void note_end(const char *name);
bool other_sees_itself();
int other_everywhere();

inline int constructed;
inline int everywhere = 11;

struct named {
    explicit named(const char *name) : name(name), self(this), number(++constructed)
    {
        order() += name;
        order() += ' ';
    }
    named(const named &) = delete;
    ~named() { note_end(name); }

    const char *name;
    named *self;
    int number;
};

/* Constructed before all others, destroyed after them. */
struct teller {
    std::string text;
    int rank = -1;

    ~teller() { printf("rank %d destroyed: %s\n", rank, text.c_str()), fflush(stdout); }
};

#endif
