/* SPDX-License-Identifier: MIT */
/* A chooser that answers by a script, and the words for what was asked. */
#ifndef TESTS_RANK_SCRIPT_H
#define TESTS_RANK_SCRIPT_H

#include <heddle/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/place.h"
#include "rank/choice.h"

enum { ASKED_MAX = 16, CANDIDATES_MAX = 8, WORDS_BYTES = 400 };

struct question {
    struct choice_point point;
    struct choice_candidate candidates[CANDIDATES_MAX];
    int answer;
};

/* Answers the questions of one kind by a script, and others by their default. */
struct script {
    struct chooser chooser;
    enum choice kind;
    int answers[ASKED_MAX];
    int asked; /* of that kind */
    struct question questions[ASKED_MAX];
};

static inline int script_pick(struct chooser *chooser, const struct choice_point *point)
{
    struct script *script = container_of(chooser, struct script, chooser);
    struct question *question = &script->questions[script->asked];

    if (point->kind != script->kind)
        return point->preset;
    cr_assert(script->asked < ASKED_MAX && point->count <= CANDIDATES_MAX);
    question->point = *point;
    if (point->candidates != NULL) {
        memcpy(question->candidates, point->candidates,
               (size_t)point->count * sizeof *point->candidates);
        question->point.candidates = question->candidates;
    }
    question->answer = script->answers[script->asked++];
    return question->answer;
}

static inline void script_begin(struct script *script, enum choice kind, int answer)
{
    memset(script, 0, sizeof *script);
    script->chooser.pick = script_pick;
    script->chooser.repeats = true;
    script->chooser.holds_messages = true;
    script->kind = kind;
    for (int i = 0; i < ASKED_MAX; i++)
        script->answers[i] = answer;
    choice_set(rank_self(), &script->chooser);
}

/* The words of a question, without the line of the call. */
static inline const char *script_words(struct script *script, int question, char words[])
{
    struct places *places = places_open();
    FILE *out = fmemopen(words, WORDS_BYTES, "w");
    char *line;

    cr_assert(out != NULL && question < script->asked);
    choice_describe(out, places, &script->questions[question].point,
                    script->questions[question].answer);
    fclose(out);
    places_close(places);
    line = strstr(words, ".c:");
    if (line != NULL) {
        char *end = line + 3 + strspn(line + 3, "0123456789");

        memmove(line + 2, end, strlen(end) + 1);
    }
    return words;
}

/* Asserts how many questions were asked, and how the last one reads, unless that is NULL. */
static inline void script_end(struct script *script, int asked, const char *expected)
{
    char words[WORDS_BYTES];

    choice_set(rank_self(), NULL);
    cr_assert_eq(script->asked, asked, "asked %d times", script->asked);
    if (expected != NULL)
        cr_assert_str_eq(script_words(script, asked - 1, words), expected);
}

#endif
