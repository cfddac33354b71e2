/* SPDX-License-Identifier: MIT */
/* Wide characters on standard output whose lines the library gathers: they are written as bytes, in
 * the rank's locale. libc's own functions refuse such a stream, because it is made of functions.
 * There wide characters and bytes may be mixed. */
#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "job/start.h"

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak fputwc
#pragma weak putwc
#pragma weak putwchar
#pragma weak fputws
#pragma weak wprintf
#pragma weak fwprintf
#pragma weak vwprintf
#pragma weak vfwprintf
#pragma weak __wprintf_chk
#pragma weak __fwprintf_chk
#pragma weak __vwprintf_chk
#pragma weak __vfwprintf_chk
#pragma weak heddle_gathers

int __wprintf_chk(int flag, const wchar_t *format, ...);
int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format, ...);
int __vwprintf_chk(int flag, const wchar_t *format, va_list arguments);
int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list arguments);

#define BEHIND(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

static bool is_gathered(FILE *stream)
{
    return heddle_gathers != NULL && heddle_gathers(stream);
}

/* Writes the text in one piece. -1: a character has no bytes in the locale, or a write failed. */
static int put_text(const wchar_t *text, FILE *stream)
{
    size_t room = wcslen(text) * MB_LEN_MAX + 1;
    char *bytes = malloc(room);
    size_t length = bytes != NULL ? wcstombs(bytes, text, room) : (size_t)-1;
    bool is_written = length != (size_t)-1 && fwrite(bytes, 1, length, stream) == length;

    free(bytes);
    return is_written ? 1 : -1;
}

wint_t fputwc(wchar_t character, FILE *stream)
{
    const wchar_t text[] = {character, L'\0'};

    if (!is_gathered(stream))
        return BEHIND(fputwc)(character, stream);
    if (character == L'\0')
        return putc('\0', stream) == EOF ? WEOF : L'\0';
    return put_text(text, stream) < 0 ? WEOF : (wint_t)character;
}

wint_t putwc(wchar_t character, FILE *stream)
{
    return fputwc(character, stream);
}

wint_t putwchar(wchar_t character)
{
    return fputwc(character, stdout);
}

int fputws(const wchar_t *restrict text, FILE *restrict stream)
{
    return is_gathered(stream) ? put_text(text, stream) : BEHIND(fputws)(text, stream);
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments)
{
    wchar_t *text = NULL;
    size_t length;
    FILE *memory;
    int count;

    if (!is_gathered(stream))
        return BEHIND(vfwprintf)(stream, format, arguments);
    memory = open_wmemstream(&text, &length);
    if (memory == NULL)
        return -1;
    count = BEHIND(vfwprintf)(memory, format, arguments);
    if (fclose(memory) != 0 || (count >= 0 && put_text(text, stream) < 0))
        count = -1;
    free(text);
    return count;
}

int vwprintf(const wchar_t *restrict format, va_list arguments)
{
    return vfwprintf(stdout, format, arguments);
}

int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...)
{
    va_list arguments;
    int count;

    va_start(arguments, format);
    count = vfwprintf(stream, format, arguments);
    va_end(arguments);
    return count;
}

int wprintf(const wchar_t *restrict format, ...)
{
    va_list arguments;
    int count;

    va_start(arguments, format);
    count = vfwprintf(stdout, format, arguments);
    va_end(arguments);
    return count;
}

/* With _FORTIFY_SOURCE the compiler calls these in place of the functions above. */

int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list arguments)
{
    if (!is_gathered(stream))
        return BEHIND(__vfwprintf_chk)(stream, flag, format, arguments);
    return vfwprintf(stream, format, arguments);
}

int __vwprintf_chk(int flag, const wchar_t *format, va_list arguments)
{
    return __vfwprintf_chk(stdout, flag, format, arguments);
}

int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format, ...)
{
    va_list arguments;
    int count;

    va_start(arguments, format);
    count = __vfwprintf_chk(stream, flag, format, arguments);
    va_end(arguments);
    return count;
}

int __wprintf_chk(int flag, const wchar_t *format, ...)
{
    va_list arguments;
    int count;

    va_start(arguments, format);
    count = __vfwprintf_chk(stdout, flag, format, arguments);
    va_end(arguments);
    return count;
}
