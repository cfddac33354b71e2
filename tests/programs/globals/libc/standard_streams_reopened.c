/* SPDX-License-Identifier: MIT */
/* Each rank sends its standard output to a file of its own, as programs do that keep a log for each
 * process; then it closes it, and reads its standard input from a file.
 * ranks: 1 2 5 17 */
#include "../globals.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static char name[64];
static char text[256];

static void expect_in_file(const char *expected)
{
    FILE *file = fopen(name, "r");

    expect(file != NULL);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    expect(strcmp(text, expected) == 0);
    expect(fclose(file) == 0);
}

static void write_to_own_file(void)
{
    char expected[64];

    printf("begun by rank %d, ", my_rank());
    expect(freopen(name, "w", stdout) == stdout);
    meet();
    printf("rank %d\n", my_rank());
    fputs("unfinished", stdout);
    fflush(stdout);
    meet();
    snprintf(expected, sizeof expected, "rank %d\nunfinished", my_rank());
    expect_in_file(expected);
    expect(freopen(name, "a", stdout) == stdout);
    puts("!");
    fflush(stdout);
    meet();
    snprintf(expected, sizeof expected, "rank %d\nunfinished!\n", my_rank());
    expect_in_file(expected);
}

static void read_from_own_file(void)
{
    int number = -1;

    expect(freopen(name, "r", stdin) != NULL);
    meet();
    expect(scanf("rank %d", &number) == 1);
    expect(number == my_rank());
    expect(getchar() == '\n');
    expect(getc(stdin) == 'u');
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    snprintf(name, sizeof name, "reopened.%d", my_rank());
    write_to_own_file();
    read_from_own_file();
    errno = 0;
    expect(freopen("no_such_folder/file", "w", stdout) == NULL);
    expect(errno == ENOENT);
    expect(freopen(name, "w", stdout) != NULL);
    meet();
    expect(fclose(stdout) == 0);
    unlink(name);
    meet();
    fprintf(stderr, "rank %d can still say something\n", my_rank());
    expect(fclose(stderr) == 0);
    MPI_Finalize();
    return 0;
}
