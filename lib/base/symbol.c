/* SPDX-License-Identifier: MIT */
#include "base/symbol.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

/* The C++ runtime's function, if the program has one. */
extern char *__cxa_demangle(const char *symbol, char *buffer, size_t *bytes, int *status)
    __attribute__((weak));

static char *demangle(const char *symbol)
{
    if (strncmp(symbol, "_Z", 2) != 0 || __cxa_demangle == NULL)
        return NULL;
    return memory_take_over(__cxa_demangle(symbol, NULL, NULL, NULL));
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Returns the length from an opening bracket to its closing one. */
static size_t bracketed(const char *text)
{
    int depth = 0;
    size_t i = 0;

    do {
        depth += strchr("(<{[", text[i]) != NULL;
        depth -= strchr(")>}]", text[i]) != NULL;
        i++;
    } while (depth > 0 && text[i] != '\0');
    return i;
}

/* Returns the length of an operator's name ("operator<<", "operator()", "operator new[]", "operator
 * unsigned long"), or 0 if there is none here. */
static size_t operator_length(const char *text, const char *start)
{
    static const char word[] = "operator";
    const char *behind = text + strlen(word);

    if (!starts_with(text, word) || isalnum((unsigned char)*behind) || *behind == '_' ||
        (text > start && (isalnum((unsigned char)text[-1]) || text[-1] == '_')))
        return 0;
    if (starts_with(behind, "()") || *behind == ' ')
        return strlen(word) + 2 + strcspn(behind + 2, "(");
    return strlen(word) + strspn(behind, "<>=!+-*/%^&|~,[]");
}

/* Returns how many characters from here on belong to the name unchanged; 0 if none do. */
static size_t part_length(const char *text, const char *start, bool keeps_template_arguments)
{
    static const char anonymous[] = "(anonymous namespace)";

    if (starts_with(text, anonymous))
        return strlen(anonymous);
    if (*text == '{' || (*text == '<' && keeps_template_arguments)) /* {lambda(int)#1} */
        return bracketed(text);
    if (keeps_template_arguments && starts_with(text, " <")) /* operator< <int> */
        return 1 + bracketed(text + 1);
    return operator_length(text, start);
}

/* Shortens "void halo::exchange<int>(int*)" to the name between the return type, which only
 * templates have, and the arguments. Removes the arguments of an enclosing function, too. */
static void shorten(char *text, bool keeps_template_arguments)
{
    char *to = text, *from = text;

    while (*from != '\0') {
        size_t part = part_length(from, text, keeps_template_arguments);

        if (part > 0) {
            memmove(to, from, part);
            to += part;
            from += part;
        } else if (*from == '<') {
            from += bracketed(from);
        } else if (*from == '(') {
            from += bracketed(from);
            if (!starts_with(from, "::"))
                break;
        } else if (*from == ' ') {
            if (from[1] != '<')
                to = text;
            from++;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* Names a Fortran procedure whose symbol is like __halo_MOD_exchange. Returns false for other
 * symbols. */
static bool name_of_module(const char *symbol, char name[])
{
    static const char between[] = "_MOD_";
    const char *middle = starts_with(symbol, "__") ? strstr(symbol, between) : NULL;

    if (middle == NULL)
        return false;
    snprintf(name, SYMBOL_NAME_BYTES, "%.*s::%s", (int)(middle - symbol - 2), symbol + 2,
             middle + strlen(between));
    return true;
}

static void copy_end(const char *text, char name[])
{
    size_t length = strlen(text);

    if (length < SYMBOL_NAME_BYTES)
        snprintf(name, SYMBOL_NAME_BYTES, "%s", text);
    else
        snprintf(name, SYMBOL_NAME_BYTES, "...%s", text + length - (SYMBOL_NAME_BYTES - 4));
}

const char *symbol_name(const char *symbol, char name[])
{
    char *full = demangle(symbol);

    if (full != NULL) {
        shorten(full, true);
        if (strlen(full) >= SYMBOL_NAME_BYTES)
            shorten(full, false);
        copy_end(full, name);
    } else if (!name_of_module(symbol, name)) {
        /* without the compiler's ".isra.0" */
        snprintf(name, SYMBOL_NAME_BYTES, "%.*s", (int)strcspn(symbol, "."), symbol);
    }
    memory_give(full);
    return name;
}

bool symbol_is_of_compiler(const char *symbol)
{
    if (strncmp(symbol, "__", 2) == 0 || strncmp(symbol, "DW.ref.", strlen("DW.ref.")) == 0)
        return true;
    if (strncmp(symbol, "_Z", 2) != 0)
        return false;
    symbol += 2;
    return strncmp(symbol + strspn(symbol, "GVZNK"), "St", 2) == 0;
}

bool symbol_is_of_standard_library(const char *symbol)
{
    static const char *const beginnings[] = {"NSt", "NKSt", "St", "N9__gnu_cxx"};
    size_t i = 0;

    if (symbol == NULL || strncmp(symbol, "_Z", 2) != 0)
        return false;
    symbol += 2;
    symbol += strspn(symbol, "Z"); /* a class that is local to a function */
    while (i < ARRAY_LENGTH(beginnings) &&
           strncmp(symbol, beginnings[i], strlen(beginnings[i])) != 0)
        i++;
    return i < ARRAY_LENGTH(beginnings);
}
