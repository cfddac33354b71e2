/* SPDX-License-Identifier: MIT */
#include "base/shell.h"

void shell_write_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
}
