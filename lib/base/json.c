/* SPDX-License-Identifier: MIT */
#include "base/json.h"

void json_write_string(FILE *out, const char *text, size_t length)
{
    size_t i;

    fputc('"', out);
    for (i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];

        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ' || c == '<')
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}
