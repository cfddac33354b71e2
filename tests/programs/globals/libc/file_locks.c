/* SPDX-License-Identifier: MIT */
/* Record locks, by fcntl and by lockf, exclude ranks from each other.
 * options: -O0
 * ranks: 1 2 5
 * sanitizer: no
 * variant: large; flags: -D_FILE_OFFSET_BITS=64; ranks: 2 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "../globals.h"

enum { ROUNDS = 200 };

static int file, rank, size;

static int set_lock(int command, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 10};

    return fcntl(file, command, &lock);
}

static void check_ownership(void)
{
    if (rank == 0)
        expect(set_lock(F_SETLK, F_WRLCK) == 0);
    meet();
    if (rank != 0) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};

        errno = 0;
        expect(set_lock(F_SETLK, F_WRLCK) == -1 && (errno == EAGAIN || errno == EACCES));
        expect(fcntl(file, F_GETLK, &lock) == 0 && lock.l_type == F_WRLCK);
        expect(lockf(file, F_TLOCK, 1) == -1 && lockf(file, F_TEST, 1) == -1);
    }
    meet();
    expect(rank != 0 || (lockf(file, F_TEST, 1) == 0 && set_lock(F_SETLK, F_UNLCK) == 0));
    meet();
}

/* A counter in the file, which all add to. */
static void add(int round)
{
    int count = 0;

    if (round % 2 == 0)
        expect(set_lock(F_SETLKW, F_WRLCK) == 0);
    else
        expect(lockf(file, F_LOCK, 10) == 0);
    expect(pread(file, &count, sizeof count, 0) >= 0);
    count++;
    expect(pwrite(file, &count, sizeof count, 0) == sizeof count);
    expect(round % 2 == 0 ? set_lock(F_SETLK, F_UNLCK) == 0 : lockf(file, F_ULOCK, 10) == 0);
}

int main(int argc, char **argv)
{
    int count = 0;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        close(open("locked", O_RDWR | O_CREAT | O_TRUNC, 0666));
    meet();
    file = open("locked", O_RDWR);
    expect(file >= 0);
    check_ownership();
    for (int round = 0; round < ROUNDS; round++)
        add(round);
    meet();
    expect(pread(file, &count, sizeof count, 0) == sizeof count && count == size * ROUNDS);
    MPI_Finalize();
    return 0;
}
