/* SPDX-License-Identifier: MIT */
/* A part of the program. The tool may be in the program, in a library that it names, or in one that
 * was loaded before. */
#include "saw.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

extern void tool_begin(int is_hollow) __attribute__((weak));
extern int tool_take(char names[], int bytes) __attribute__((weak));

static int right, wrong;
static int (*take)(char names[], int bytes);

static void *function(void *linked, const char *name)
{
    return linked != NULL ? linked : dlsym(RTLD_DEFAULT, name);
}

void begin(int is_hollow)
{
    void (*start)(int) = (void (*)(int))function((void *)tool_begin, "tool_begin");

    take = (int (*)(char[], int))function((void *)tool_take, "tool_take");
    if (start == NULL || take == NULL) {
        puts("there is no tool");
        wrong++;
    } else {
        start(is_hollow);
    }
}

void saw(const char *name)
{
    char names[200] = "";
    int wanted = strcmp(name, "none") != 0;
    int calls = take == NULL ? -1 : take(names, sizeof names);

    if (calls == wanted && (!wanted || strcmp(names, name) == 0)) {
        right++;
        return;
    }
    wrong++;
    printf("%s: the tool has seen %d calls: %s\n", name, calls, names);
}

int end(void)
{
    printf("%d right, %d wrong\n", right, wrong);
    return wrong;
}
