/* SPDX-License-Identifier: MIT */
#include "base/json.h"

#include <string.h>

void json_write_part(FILE *out, const char *text, size_t length)
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

void json_write_text(FILE *out, const char *text)
{
    json_write_part(out, text, strlen(text));
}
