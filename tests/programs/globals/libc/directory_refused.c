/* SPDX-License-Identifier: MIT */
/* Where the system refuses ranks a directory and a umask of their own, the first call that changes
 * them says so, once; a lone rank has nothing to be told.
 * ranks: 1 3
 * options: -O0 */
#include "../globals.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int unshare(int what);

/* Stands in front of libc's, for the library, too. */
int unshare(int what)
{
    (void)what;
    errno = EPERM;
    return -1;
}

static int lines_of(const char *name)
{
    char line[1000];
    int count = 0;
    FILE *file = fopen(name, "r");

    expect(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        count += strstr(line, ", which acts on all ranks: ") != NULL &&
                 strstr(line, "(unshare: Operation not permitted)") != NULL;
    fclose(file);
    return count;
}

int main(int argc, char **argv)
{
    int size, standard = -1, file;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (my_rank() == 0) {
        standard = dup(STDERR_FILENO);
        file = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        expect(file >= 0 && dup2(file, STDERR_FILENO) == STDERR_FILENO);
    }
    meet();
    umask(077);
    errno = 5;
    expect(chdir(".") == 0 && errno == 5);
    expect(chdir("no such directory") == -1 && errno == ENOENT);
    expect(umask(077) == 077);
    meet();
    if (my_rank() == 0) {
        fflush(stderr);
        dup2(standard, STDERR_FILENO);
        expect(lines_of("said") == (size > 1));
    }
    MPI_Finalize();
    return 0;
}
