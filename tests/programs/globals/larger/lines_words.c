/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

enum word_kind word_kind;
char word_text[NAME_BYTES];
long word_value;
int words_read;
jmp_buf line_failed;
char failure[80];

static char buffer[200], *cursor = buffer;

void fail(const char *format, ...)
{
    static int failures;
    va_list values;
    int length = snprintf(failure, sizeof failure, "failure %d: ", ++failures);

    va_start(values, format);
    vsnprintf(failure + length, sizeof failure - (size_t)length, format, values);
    va_end(values);
    longjmp(line_failed, failures);
}

void words_begin(const char *line)
{
    snprintf(buffer, sizeof buffer, "%s", line);
    cursor = buffer;
    words_next();
}

static void take_while(int (*is_part)(int))
{
    size_t length = 0;

    while (is_part((unsigned char)*cursor)) {
        if (length == sizeof word_text - 1)
            fail("a word too long: %s...", word_text);
        word_text[length++] = *cursor++;
        word_text[length] = '\0';
    }
}

void words_next(void)
{
    while (*cursor == ' ')
        cursor++;
    words_read++;
    word_text[0] = '\0';
    if (*cursor == '\0') {
        word_kind = WORD_END;
    } else if (isdigit((unsigned char)*cursor)) {
        take_while(isdigit);
        word_kind = WORD_NUMBER;
        word_value = atol(word_text);
    } else if (isalpha((unsigned char)*cursor)) {
        take_while(isalnum);
        word_kind = WORD_NAME;
    } else {
        word_kind = WORD_SIGN;
        word_text[0] = *cursor++;
        word_text[1] = '\0';
    }
}
