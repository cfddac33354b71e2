/* SPDX-License-Identifier: MIT */
/* A line that a rank writes to standard output in pieces stays whole, whatever others write at the
 * same time; buffering that a rank asks for makes no difference; a begun line goes out when it is
 * flushed, and at the end.
 * options: -O0
 * ranks: 1 5
 * expect-stdout: ^rank 0: piece 199 of a line$
 * expect-stdout: ^only begun by rank 0$
 * expect-stdout: never ended$ */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../globals.h"

enum { LINES = 200 };

static char line[4096];
static int rank, size;

/* What all ranks have written to the file that stands in for standard output. */
static void check_lines(const char *name)
{
    FILE *file = fopen(name, "r");
    int next[16] = {0}, lines = 0, who, what, length;

    expect(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        expect(sscanf(line, "rank %d: piece %d of a line%n", &who, &what, &length) == 2);
        expect(line[length] == '\n' && who < size && what == next[who]);
        next[who]++;
        lines++;
    }
    expect(lines == size * LINES);
    fclose(file);
}

static void write_lines(void)
{
    for (int i = 0; i < LINES; i++) {
        printf("rank %d: ", rank);
        fputs("piece", stdout);
        putchar(' ');
        printf("%d of", i);
        fwrite(" a line\n", 1, 8, stdout);
    }
}

int main(int argc, char **argv)
{
    static char buffer[BUFSIZ];
    int kept = -1, file;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect(fileno(stdout) == STDOUT_FILENO);
    setvbuf(stdout, NULL, rank % 2 == 0 ? _IOLBF : _IOFBF, 0);
    meet();
    write_lines();
    meet();
    if (rank == 0) {
        fflush(stdout);
        kept = dup(STDOUT_FILENO);
        file = open("output.lines", O_CREAT | O_TRUNC | O_RDWR, 0600);
        expect(file >= 0 && dup2(file, STDOUT_FILENO) == STDOUT_FILENO);
        close(file);
    }
    meet();
    setbuf(stdout, size == 1 ? buffer : NULL);
    write_lines();
    fflush(stdout);
    meet();
    if (rank == 0) {
        check_lines("output.lines");
        expect(ftruncate(STDOUT_FILENO, 0) == 0);
        printf("begun");
        fflush(NULL);
        file = open("output.lines", O_RDONLY);
        expect(pread(file, line, sizeof line, 0) >= 5);
        close(file);
        expect(dup2(kept, STDOUT_FILENO) == STDOUT_FILENO);
        printf("only begun by rank %d\n", rank);
    }
    meet();
    if (rank == size - 1)
        printf("never ended");
    MPI_Finalize();
    return 0;
}
