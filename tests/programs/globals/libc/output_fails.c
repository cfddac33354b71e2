/* SPDX-License-Identifier: MIT */
/* A write to standard output that fails is told to the rank that writes, and at the end to the
 * user. A signal, or a pipe that does not block, loses nothing. Where standard output is a file,
 * ranks learn the position in it and may change it.
 * options: -O0
 * ranks: 2 5
 * expect-status: 1
 * expect-stderr: ^heddle: standard output could not be written, and is incomplete: No space
 * sanitizer: no */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "../globals.h"

enum { LINES = 2000, LINE_BYTES = 40 };

static int rank, size, kept;

static void replace_output(int fd)
{
    meet();
    if (rank == 0)
        expect(dup2(fd, STDOUT_FILENO) == STDOUT_FILENO);
    meet();
}

static void check_position(void)
{
    int file = rank == 0 ? open("position", O_RDWR | O_CREAT | O_TRUNC, 0666) : -1;
    char text[11] = "";

    replace_output(file);
    if (rank == 0) {
        expect(ftell(stdout) == 0);
        printf("line\nbegun");
        expect(ftell(stdout) == 10);
        expect(fseek(stdout, 5, SEEK_SET) == 0 && ftell(stdout) == 5);
        printf("other\n");
        fflush(stdout);
        expect(ftell(stdout) == 11);
        expect(pread(file, text, 10, 0) == 10 && strcmp(text, "line\nother") == 0);
        close(file);
    }
}

static void do_nothing(int number)
{
    (void)number;
}

static void *read_slowly(void *end)
{
    static long bytes;
    char chunk[512];
    ssize_t taken;

    while ((taken = read(*(int *)end, chunk, sizeof chunk)) > 0 || (taken < 0 && errno == EINTR)) {
        bytes += taken > 0 ? taken : 0;
        usleep(20);
    }
    return &bytes;
}

/* Without SA_RESTART a full pipe gives EINTR, if it blocks. */
static void check_pipe(int flags)
{
    struct sigaction action = {.sa_handler = do_nothing};
    struct itimerval often = {{0, 500}, {0, 500}}, never = {0};
    int ends[2] = {-1, -1};
    pthread_t reader;
    long *bytes, before = 0;
    static long all;

    if (rank == 0) {
        expect(pipe(ends) == 0 && fcntl(ends[1], F_SETFL, flags) == 0);
        pthread_create(&reader, NULL, read_slowly, &ends[0]);
        before = all;
    }
    replace_output(ends[1]);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    for (int i = 0; i < LINES; i++)
        expect(printf("%*d\n", LINE_BYTES - 1, i) == LINE_BYTES);
    setitimer(ITIMER_REAL, &never, NULL);
    replace_output(kept);
    if (rank == 0) {
        close(ends[1]);
        pthread_join(reader, (void **)&bytes);
        all = *bytes;
        expect(all - before == (long)size * LINES * LINE_BYTES);
        close(ends[0]);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    rank = my_rank();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    kept = dup(STDOUT_FILENO);
    check_position();
    check_pipe(0);
    check_pipe(O_NONBLOCK);
    replace_output(rank == 0 ? open("/dev/full", O_WRONLY) : -1);
    errno = 0;
    expect(printf("lost\n") < 0 && errno == ENOSPC && ferror(stdout));
    meet();
    if (rank == 0) {
        clearerr(stdout);
        expect(printf("begun") == 5 && fflush(stdout) == EOF && errno == ENOSPC && ferror(stdout));
    }
    MPI_Finalize();
    return 0;
}
