/* SPDX-License-Identifier: MIT */
/* Each rank reads its own arguments, with an optind, optarg and optopt of its own, and finds what
 * the C library's getopt finds in a process.
 * options: -O0 -O2
 * expect-stderr: unrecognized option '--wrong' */
#define _GNU_SOURCE
#include "../globals.h"

#include <getopt.h>
#include <string.h>

enum { WORDS = 16 };

static int flag;
static const struct option longs[] = {
    {"size", required_argument, NULL, 's'}, {"sizes", no_argument, NULL, 'S'},
    {"level", optional_argument, NULL, 'l'}, {"flag", no_argument, &flag, 7},
    {"verbose", no_argument, NULL, 'v'},    {NULL, 0, NULL, 0},
};
static char said[1000];

static void say(const char *text)
{
    strncat(said, text, sizeof said - strlen(said) - 1);
}

/* All that a caller sees, of one line of words. The ranks take turns at every option. */
static const char *read_line(const char *line, const char *options, int is_long)
{
    char copy[200], *words[WORDS] = {"program"}, text[100];
    int count = 1, c, index = -1;

    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        words[count++] = word;
    said[0] = '\0';
    optind = 0;
    do {
        meet();
        c = is_long == 2   ? getopt_long_only(count, words, options, longs, &index)
            : is_long == 1 ? getopt_long(count, words, options, longs, &index)
                           : getopt(count, words, options);
        snprintf(text, sizeof text, "%c%s%s ", c > 1 ? c : c == -1 ? '|' : '0' + c,
                 optarg != NULL ? "=" : "", optarg != NULL ? optarg : "");
        say(text);
    } while (c != -1);
    for (; optind < count; optind++) {
        say(words[optind]);
        say(" ");
    }
    return said;
}

#define expect_line(line, options, is_long, result) \
    expect(strcmp(read_line(line, options, is_long), result) == 0)

static void check_lines(void)
{
    expect_line("-a -b 5 x -c y", "ab:c", 0, "a b=5 c | x y ");
    expect_line("-ab5 x y -cz", "ab:cz", 0, "a b=5 c z | x y ");
    expect_line("-a x -b 1", "+ab:", 0, "a | x -b 1 ");
    expect_line("-a x -b 1 y", "-ab:", 0, "a 1=x b=1 1=y | ");
    expect_line("x -a -- -b y", "ab", 0, "a | x -b y ");
    expect_line("-o -o5 - x", "o::", 0, "o o=5 | - x ");
    expect_line("-a -b", ":ab:", 0, "a : | ");
    expect(optopt == 'b');
    expect_line("-q -a", ":a", 0, "? a | ");
    expect(optopt == 'q');
    expect_line("-a --size=2 x", ":av", 1, "a s=2 | x ");
    expect(optopt == 'q'); /* until another one is at fault */
    expect_line("a b --size 5 c --size=6 d -v", "v", 1, "s=5 s=6 v | a b c d ");
    expect_line("--lev --level=3 --verb --flag x", "v", 1, "l l=3 v 0 | x ");
    expect(flag == 7);
    expect_line("--siz x", ":v", 1, "? | x ");
    expect_line("--size", ":v", 1, ": | ");
    expect(optopt == 's');
    expect_line("--verbose=5 x", ":v", 1, "? | x ");
    expect_line("-verbose -size 3 -v x", "v", 2, "v s=3 v | x ");
    expect_line("x y z", "a", 0, "| x y z ");
    expect_line("x y -- -z", "z", 0, "| x y -z ");
    expect_line("--wrong x", "v", 1, "? | x ");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = my_rank();
    char number[20], *mine[] = {"program", "-n", number, "--", "rest", NULL};

    expect(optind == 1 && opterr == 1);
    check_lines();
    opterr = rank;
    optind = 1;
    snprintf(number, sizeof number, "%d", rank);
    meet();
    expect(getopt(5, mine, "n:") == 'n');
    meet();
    expect(atoi(optarg) == rank && optind == 3 && opterr == rank);
    MPI_Finalize();
    return 0;
}
