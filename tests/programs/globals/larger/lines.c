/* SPDX-License-Identifier: MIT */
/* Writes a text in the language of lines.h from a number, its only argument, and runs it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lines.h"

enum { LINES = 600 };

static const char *name = "?";
static int lines_read, failures, outputs;
static struct symbol *sorted[SYMBOLS];
static char text[LINES * 80];
static struct { const char *word; int count; } kinds[] = {{"print", 0}, {"loop", 0}, {"set", 0}};

static void say(long value)
{
    if (++outputs % 7 == 0)
        printf("%s: output %d is %ld\n", name, outputs, value);
}

static void write_factor(char *line, int depth)
{
    static const char *const functions[] = {"total", "mix", "lookups"};
    char *place = line + strlen(line);

    switch (rand() % 4) {
    case 0: sprintf(place, "%d", rand() % 100); break;
    case 1: sprintf(place, "v%d", rand() % 40); break;
    case 2: sprintf(place, "%s(v%d)", functions[rand() % 3], rand() % 40); break;
    default:
        if (depth == 0) {
            sprintf(place, "%d", rand() % 10);
            break;
        }
        strcat(line, "(");
        write_factor(line, depth - 1);
        sprintf(line + strlen(line), " %c ", "+-*/"[rand() % 4]);
        write_factor(line, depth - 1);
        strcat(line, rand() % 50 == 0 ? "" : ")"); /* now and then a mistake */
    }
}

static void write_text(void)
{
    for (int i = 0; i < LINES; i++) {
        char *line = text + strlen(text);
        int kind = rand() % 4;

        if (kind == 0)
            strcpy(line, "print ");
        else if (kind == 1)
            sprintf(line, "loop %d v%d = ", 2 + rand() % 20, rand() % 40);
        else
            sprintf(line, "v%d = ", rand() % 40);
        write_factor(line, 2);
        strcat(line, "\n");
    }
}

static void count_kind(const char *line)
{
    for (size_t i = 0; i < 3; i++)
        if (i == 2 || strncmp(line, kinds[i].word, strlen(kinds[i].word)) == 0) {
            kinds[i].count++;
            return;
        }
}

static void run_line(const char *line)
{
    lines_read++;
    count_kind(line);
    if (setjmp(line_failed) != 0) {
        if (++failures % 5 == 1)
            printf("%s: line %d: %s\n", name, lines_read, failure);
        return;
    }
    machine_compile(line);
    machine_run();
}

static void say_end(void)
{
    printf("%s: %d lines, %d failures, %d outputs, sum %ld, %d words\n", name, lines_read, failures,
           outputs, output_sum, words_read);
    for (size_t i = 0; i < 3; i++)
        printf("%s: %s %d\n", name, kinds[i].word, kinds[i].count);
}

static int parse_options(int argc, char **argv)
{
    int option, seed = 0;

    while ((option = getopt(argc, argv, "s:n:")) != -1) {
        if (option == 's')
            seed = atoi(optarg);
        else if (option == 'n')
            name = optarg;
    }
    return seed;
}

int main(int argc, char **argv)
{
    int count;

    MPI_Init(&argc, &argv);
    srand((unsigned)parse_options(argc, argv));
    machine_output = say;
    atexit(say_end);
    write_text();
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        run_line(line);
    count = symbols_sort(sorted);
    for (int i = 0; i < count; i++)
        printf("%s: %s = %ld\n", name, sorted[i]->name, sorted[i]->value);
    for (const char *const *each = symbol_builtin_names; *each != NULL; each++)
        printf("%s: %s is built in\n", name, *each);
    MPI_Finalize();
    return 0;
}
