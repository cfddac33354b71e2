/* SPDX-License-Identifier: MIT */
/* wait and its kin return the calling rank's children, and no other rank's.
 * options: -O0
 * ranks: 1 2 5
 * sanitizer: no */
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../globals.h"

enum { ROUNDS = 10 };

static int rank;

static pid_t child_with(int status)
{
    pid_t child = fork();

    if (child == 0)
        _exit(status);
    return child;
}

/* Each way of waiting for any child, by turns. */
static pid_t wait_in_some_way(int round, int *status)
{
    struct rusage usage;
    siginfo_t info = {0};

    switch (round % 5) {
    case 0:
        return wait(status);
    case 1:
        return waitpid(-1, status, 0);
    case 2:
        return wait3(status, 0, &usage);
    case 3:
        return wait4(0, status, 0, NULL);
    default:
        expect(waitid(P_ALL, 0, &info, WEXITED) == 0);
        *status = W_EXITCODE(info.si_status, 0);
        return info.si_pid;
    }
}

int main(int argc, char **argv)
{
    int status;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    for (int round = 0; round < ROUNDS; round++) {
        pid_t child = child_with(rank + round);

        meet();
        expect(wait_in_some_way(round, &status) == child);
        expect(WIFEXITED(status) && WEXITSTATUS(status) == rank + round);
    }
    if (rank == 0)
        child_with(7);
    meet();
    errno = 0;
    expect(rank == 0 || (wait(&status) == -1 && errno == ECHILD));
    meet();
    expect(rank != 0 || (wait(&status) > 0 && WEXITSTATUS(status) == 7));
    MPI_Finalize();
    return 0;
}
