/* SPDX-License-Identifier: MIT */
#include "base/finding.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/memory.h"

enum { STATUS_MAX = 255 };

static const struct finding_kind table[] = {
#define FINDING(identifier, name, knob, level, section, sentence) {name, section, sentence},
#include "base/finding.def"
};

struct finding_choice finding_choice = {.status = FINDING_STATUS};

const struct finding_kind *finding_kind(enum finding finding)
{
    return &table[finding];
}

static bool begins(const char *word, const char *with)
{
    return strncmp(word, with, strlen(with)) == 0;
}

/* "no-mpi-leak" turns that kind off. */
static bool turn_off(const char *word)
{
    int i;

    for (i = 0; begins(word, "no-") && i < FINDING_KINDS; i++)
        if (strcmp(word + strlen("no-"), table[i].name) == 0) {
            finding_choice.is_off[i] = true;
            return true;
        }
    return false;
}

static bool set_status(const char *text)
{
    char *end;
    long status = strtol(text, &end, 10);

    if (*text == '\0' || *end != '\0' || status < 0 || status > STATUS_MAX)
        return false;
    finding_choice.status = (int)status;
    return true;
}

static bool set_file(char **file, const char *name)
{
    memory_give(*file);
    *file = *name != '\0' && getauxval(AT_SECURE) == 0 ? memory_copy_text(name) : NULL;
    return *name != '\0';
}

static bool take_word(const char *word)
{
    if (begins(word, "status:"))
        return set_status(word + strlen("status:"));
    if (begins(word, "json:"))
        return set_file(&finding_choice.json, word + strlen("json:"));
    if (begins(word, "sarif:"))
        return set_file(&finding_choice.sarif, word + strlen("sarif:"));
    return strcmp(word, "all") == 0 || strcmp(word, "1") == 0 || turn_off(word);
}

void finding_choose(const char *text)
{
    char *copy = memory_copy_text(text), *rest = copy, *word;

    finding_choice.is_on = *text != '\0' && strcmp(text, "0") != 0;
    while (finding_choice.is_on && rest != NULL && (word = strsep(&rest, ",")) != NULL)
        if (*word != '\0' && !take_word(word))
            fprintf(stderr, "heddle: HEDDLE_CHECK: \"%s\" is none of its words; mpiexec "
                            "-check=help lists them\n", word);
    memory_give(copy);
}

void finding_print(FILE *out)
{
    int i;

    fputs("mpiexec -check[=WORD,...], or HEDDLE_CHECK=1 or HEDDLE_CHECK=WORD,...\n"
          "\n"
          "Finds all of these mistakes in one run and reports where each is. The words:\n"
          "\n"
          "  all           all kinds, as without a word\n"
          "  no-NAME       all but the kind of that name\n"
          "  json:FILE     write the findings to FILE, too, a line of JSON each\n"
          "  sarif:FILE    write them to FILE in SARIF 2.1.0, for editors and forges\n"
          "  status:N      end with status N if there are findings and the program has ended with "
          "0;\n"
          "                without this word 3\n"
          "\n"
          "The kinds, with the section of MPI 5.0:\n"
          "\n", out);
    for (i = 0; i < FINDING_KINDS; i++) {
        fprintf(out, "  %s", table[i].name);
        if (table[i].section[0] != '\0')
            fprintf(out, " (%s)", table[i].section);
        fprintf(out, "\n      %s\n", table[i].sentence);
    }
}
