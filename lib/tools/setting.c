/* SPDX-License-Identifier: MIT */
#include "tools/setting.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/container.h"
#include "base/finding.h"
#include "base/knob.h"
#include "base/memory.h"
#include "job/explore.h"
#include "tools/fail.h"
#include "tools/options.h"

static void set_variable(const char *option, const char *variable, const char *value)
{
    if (setenv(variable, value, 1) != 0)
        fail(STATUS_USAGE, "%s %s: %s", option, value, strerror(errno));
}

static const struct knob *find_knob(const char *variable)
{
    char name[KNOB_NAME_BYTES];
    const struct knob *knob;
    int k;

    for (k = 0; (knob = knob_at(k)) != NULL; k++) {
        knob_name_variable(knob, name);
        if (strcmp(name, variable) == 0)
            break;
    }
    return knob;
}

/* Sets the knob's variable for the program; it applies to all parts. The program would go on with
 * the default in place of a number that is out of the range. */
static void set_knob(const char *option, const struct option_kind *kind, const char *word)
{
    const struct knob *knob = find_knob(kind->words->variable);
    const char *number = option_number(kind, word);
    long value;

    if (number == NULL)
        fail(STATUS_USAGE, "%s %s: the value must be %s", option, word, kind->words->all);
    errno = 0;
    value = strtol(number, NULL, 10);
    if (errno != 0 || value < knob->lowest || value > knob->highest)
        fail(STATUS_USAGE, "%s %s: not a whole number from %ld to %ld", option, word,
             knob->lowest < 0 ? 0 : knob->lowest, knob->highest);
    set_variable(option, kind->words->variable, number);
}

/* Sets a variable that names a file. A relative path counts from where mpiexec was started,
 * wherever the ranks work. */
static void set_file(const char *option, const char *variable, const char *file, const char *rest)
{
    char here[PATH_MAX] = "", whole[3 * PATH_MAX];

    if (*file != '/' && getcwd(here, sizeof here) == NULL)
        fail(STATUS_USAGE, "%s %s: %s", option, file, strerror(errno));
    if (snprintf(whole, sizeof whole, "%s%s%s%s", here, *file != '/' ? "/" : "", file, rest) >=
        (int)sizeof whole)
        fail(STATUS_USAGE, "%s %s: %s", option, file, strerror(ENAMETOOLONG));
    set_variable(option, variable, whole);
}

/* Makes patterns of a folder's name. Behind it may stand Open MPI's words: nojobid leaves the
 * number of the job out; nocopy, that nothing goes to the terminal as well, is so without it. */
static void set_output(const char *option, const char *text)
{
    char *copy = needed(memory_copy_text(text)), *words = copy, *word;
    char *folder = needed(memory_take(2 * strlen(text) + 1)), *next = folder, *from;
    bool has_job = true;

    strsep(&words, ":");
    while ((word = strsep(&words, ",")) != NULL) {
        if (strcmp(word, "nojobid") == 0)
            has_job = false;
        else if (strcmp(word, "nocopy") != 0)
            fail(STATUS_USAGE, "%s %s: behind the colon can be nojobid and nocopy", option, text);
    }
    for (from = copy; *from != '\0'; from++) {
        if (*from == '%')
            *next++ = '%';
        *next++ = *from;
    }
    *next = '\0';
    set_file(option, "HEDDLE_OUTFILE_PATTERN", folder,
             has_job ? "/%G/rank.%R/stdout" : "/rank.%R/stdout");
    set_file(option, "HEDDLE_ERRFILE_PATTERN", folder,
             has_job ? "/%G/rank.%R/stderr" : "/rank.%R/stderr");
    memory_give(folder);
    memory_give(copy);
}

/* Files in the words of HEDDLE_CHECK and HEDDLE_SUMMARY are relative to where mpiexec was started,
 * too. */
static void set_words(const char *option, const char *variable, const char *text)
{
    char *copy = needed(memory_copy_text(text)), *rest = copy, *word, *all = NULL;
    char here[PATH_MAX] = "";
    size_t length, room;
    FILE *out = needed(memory_open_stream(&all, &room));

    if (getcwd(here, sizeof here) == NULL)
        fail(STATUS_USAGE, "%s %s: %s", option, text, strerror(errno));
    while ((word = strsep(&rest, ",")) != NULL) {
        length = strncmp(word, "json:", 5) == 0 ? 5 : strncmp(word, "sarif:", 6) == 0 ? 6 : 0;
        fprintf(out, "%s%.*s", word > copy ? "," : "", (int)length, word);
        if (length > 0 && word[length] != '/' && word[length] != '\0')
            fprintf(out, "%s/", here);
        fputs(word + length, out);
    }
    fclose(out);
    set_variable(option, variable, needed(all));
    memory_give(memory_take_over(all));
    memory_give(copy);
}

void setting_apply(const struct option_kind *kind, const char *option, const char *value)
{
    switch (kind->meaning) {
    case OPTION_KNOB:
        set_knob(option, kind, value);
        break;
    case OPTION_KNOB_FILE:
        set_file(option, kind->words->variable, value, "");
        break;
    case OPTION_CHECK:
        if (value != NULL && strcmp(value, "help") == 0) {
            finding_print(stdout);
            exit(0);
        }
        set_words(option, kind->words->variable, value != NULL ? value : "all");
        break;
    case OPTION_SUMMARY:
        set_words(option, kind->words->variable, value != NULL ? value : "1");
        break;
    case OPTION_KNOB_TEXT:
        set_variable(option, kind->words->variable, value);
        break;
    case OPTION_DISPLAY:
        if (strstr(value, "map") == NULL && strstr(value, "bind") == NULL)
            break;
        set_variable(option, kind->words->variable, "1");
        break;
    case OPTION_SET:
        set_variable(option, kind->words->variable, "1");
        break;
    case OPTION_OUTPUT:
        set_output(option, value);
        break;
    default:
        break;
    }
}

static void keep_file(const char *variable, const char *file)
{
    if (file != NULL && *file != '\0' && *file != '/')
        set_file(variable, variable, file, "");
}

void setting_let_openmp_sleep(void)
{
    if (getenv("HEDDLE_EXPLORE") != NULL && getenv("OMP_WAIT_POLICY") == NULL)
        setenv("GOMP_SPINCOUNT", "0", false);
}

void setting_keep_files(void)
{
    static const char *const words[] = {"HEDDLE_CHECK", "HEDDLE_SUMMARY"};
    char name[KNOB_NAME_BYTES];
    const struct knob *knob;
    size_t i;
    int k;

    for (k = 0; (knob = knob_at(k)) != NULL; k++) {
        knob_name_variable(knob, name);
        if (knob->is_file)
            keep_file(name, getenv(name));
    }
    keep_file("HEDDLE_REPLAY", explore_find_replay_file());
    for (i = 0; i < ARRAY_LENGTH(words); i++)
        if (getenv(words[i]) != NULL)
            set_words(words[i], words[i], getenv(words[i]));
}
