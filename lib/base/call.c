/* SPDX-License-Identifier: MIT */
#include "base/call.h"

#include <ctype.h>
#include <string.h>

_Atomic(bool) calls_are_followed;

_Thread_local const void *call_fortran_site;

__attribute__((visibility("default"))) const void **heddle_fortran_site(void)
{
    return &call_fortran_site;
}

/* The name may end with an underscore of the compiler's, the interface, and the form. */
static size_t stem_length(const char *name)
{
    static const char *const endings[] = {"_", "_f08ts", "_f08", "_c"};
    size_t length = strlen(name), i;

    for (i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t bytes = strlen(endings[i]);

        if (length > bytes && strncmp(name + length - bytes, endings[i], bytes) == 0)
            length -= bytes;
    }
    return length;
}

const char *call_name(const char *name, bool is_of_fortran, char text[])
{
    size_t length = stem_length(name), i;

    if (!is_of_fortran || length >= CALL_NAME_BYTES)
        return name;
    for (i = 0; i < length; i++)
        text[i] = (char)toupper((unsigned char)name[i]);
    text[length] = '\0';
    return text;
}
