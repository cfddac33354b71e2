/* SPDX-License-Identifier: MIT */
#include "base/note.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local struct {
    int error_class;
    char text[480];
} latest;

int note(int error_class, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(latest.text, sizeof latest.text, format, arguments);
    va_end(arguments);
    latest.error_class = error_class;
    return error_class;
}

int note_again(int error_class)
{
    latest.error_class = error_class;
    return error_class;
}

const char *note_text(void)
{
    return latest.text;
}

int note_class(void)
{
    return latest.error_class;
}

void note_clear(void)
{
    latest.error_class = 0;
    latest.text[0] = '\0';
}
