/* SPDX-License-Identifier: MIT */
/* The words by which users say what is to be explored, or repeated. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/note.h"
#include "job/explore.h"

/* ---- answers from outside ------------------------------------------------------------------- */

/* Is that "name:answers", as an exploration prints it? */
static bool has_answers(const char *text)
{
    const char *colon = strrchr(text, ':');

    if (colon == NULL)
        return false;
    colon += 1 + (colon[1] == 'w');
    colon += *colon == 'f';
    return colon[strspn(colon, "0123456789.")] == '\0';
}

static bool is_there(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

const char *explore_find_replay_file(void)
{
    const char *text = secure_getenv("HEDDLE_REPLAY");

    return text != NULL && *text != '\0' && (!has_answers(text) || is_there(text)) ? text : NULL;
}

const char *explore_find_replay(const char *name)
{
    const char *text = secure_getenv("HEDDLE_REPLAY");
    size_t length = strlen(name);

    return text != NULL && strncmp(text, name, length) == 0 && text[length] == ':' &&
                   !is_there(text)
               ? text + length + 1
               : NULL;
}

int explore_read_answers(struct schedule *schedule, const char *text)
{
    int *answers = memory_take((strlen(text) + 1) * sizeof *answers), count = 0;

    if (answers == NULL)
        return note(-1, "no memory to repeat a schedule");
    schedule->sends_wait = *text == 'w';
    text += schedule->sends_wait;
    schedule->is_followed = *text != 'f';
    if (*text == 'f')
        schedule->fault.at = (int)strtol(text + 1, (char **)(uintptr_t)&text, 10);
    while (*text != '\0') {
        char *end;

        text += *text == '.';
        answers[count++] = (int)strtol(text, &end, 10);
        if (end == text) {
            memory_give(answers);
            return note(-1, "HEDDLE_REPLAY is not a list of numbers at \"%s\"", text);
        }
        text = end;
    }
    schedule->answers = answers;
    schedule->answers_count = count;
    return 0;
}

/* ---- orders --------------------------------------------------------------------------------- */

/* Reads a number from `lowest` on, at the end of the text or in front of a colon. NULL: there is
 * none. */
static const char *read_number(const char *text, long lowest, long *number)
{
    char *end;

    *number = strtol(text, &end, 10);
    return end != text && (*end == '\0' || *end == ':') && *number >= lowest ? end : NULL;
}

bool explore_read(const char *text, struct explore_order *order)
{
    long number;

    *order = (struct explore_order){0};
    order->is_of_faults = strcmp(text, "faults") == 0;
    if (strcmp(text, "all") == 0 || order->is_of_faults)
        return true;
    if (strncmp(text, "random", strlen("random")) != 0) {
        text = read_number(text, 1, &order->most);
        return text != NULL && *text == '\0';
    }
    order->is_by_chance = true;
    order->most = EXPLORE_BY_CHANCE;
    text += strlen("random");
    if (*text == ':') {
        text = read_number(text + 1, 0, &number);
        order->seed = (uint64_t)number;
    }
    if (text != NULL && *text == ':')
        text = read_number(text + 1, 1, &order->most);
    return text != NULL && *text == '\0';
}
