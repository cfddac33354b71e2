/* SPDX-License-Identifier: MIT */
#include "order.h"

#include <cstdio>
#include <cstring>

static char text[1000];
static const char *rank_name = "?";

void write_down(const char *word)
{
    strcat(strcat(text, word), " ");
}

const char *written()
{
    return text;
}

noted::~noted()
{
    write_down("~");
    write_down(name);
}

/* The first to be made is the last to go. */
static struct teller {
    ~teller() { printf("%s: %s\n", rank_name, text); }
} told;

static noted of_library("lib");

__attribute__((constructor)) static void begin_library()
{
    write_down("begin-lib");
}

__attribute__((destructor)) static void end_library()
{
    write_down("end-lib");
}

noted &made_when_asked_for()
{
    static noted object("asked");

    return object;
}

void name_rank(const char *name)
{
    rank_name = name;
    text[0] = '\0';
}
