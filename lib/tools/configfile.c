/* SPDX-License-Identifier: MIT */
#include "tools/configfile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "tools/fail.h"

enum { FILE_BYTES_MAX = 1 << 20 };

static const char blanks[] = " \t\r";

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "r");
    char *text = needed(memory_take(FILE_BYTES_MAX));
    size_t bytes;

    if (file == NULL)
        fail(STATUS_USAGE, "%s: %s", name, strerror(errno));
    bytes = fread(text, 1, FILE_BYTES_MAX, file);
    if (bytes == FILE_BYTES_MAX)
        fail(STATUS_USAGE, "%s: the file is longer than %d bytes", name, FILE_BYTES_MAX - 1);
    text[bytes] = '\0';
    fclose(file);
    return text;
}

/* Takes the next word of a line, which begins at *rest, and removes its quotes. Returns NULL at the
 * line's end; *fault: there is a quote without a second one. */
static char *take_word(char **rest, bool *fault)
{
    char *word = *rest + strspn(*rest, blanks), *from = word, *to = word, quote = '\0';

    if (*word == '\0')
        return NULL;
    for (; *from != '\0' && (quote != '\0' || strchr(blanks, *from) == NULL); from++) {
        if (quote == '\0' && (*from == '\'' || *from == '"'))
            quote = *from;
        else if (quote != '\0' && *from == quote)
            quote = '\0';
        else
            *to++ = *from;
    }
    *fault = quote != '\0';
    *rest = *from != '\0' ? from + 1 : from;
    *to = '\0';
    return word;
}

char **configfile_read(const char *name, int *count)
{
    char *text = read_file(name), *line, *word;
    char **words = needed(memory_take_zeroed((2 * strlen(text) + 2) * sizeof words[0]));
    char colon[] = ":";
    int number;

    for (number = 1; (line = strsep(&text, "\n")) != NULL; number++) {
        bool is_first = true, fault = false;

        if (line[strspn(line, blanks)] == '#')
            continue;
        while ((word = take_word(&line, &fault)) != NULL) {
            if (fault)
                fail(STATUS_USAGE, "%s:%d: a quote is not closed", name, number);
            if (is_first && *count > 0)
                words[(*count)++] = needed(memory_copy_text(colon));
            words[(*count)++] = word;
            is_first = false;
        }
    }
    return words;
}
