/* SPDX-License-Identifier: MIT */
/* Each rank has a current directory and a umask; its threads share them with it.
 * options: -O0 */
#define _GNU_SOURCE
#include "../globals.h"

#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char here[1000], name[40];

static void *look(void *argument)
{
    char found[1000];

    expect(getcwd(found, sizeof found) != NULL);
    expect(strcmp(strrchr(found, '/') + 1, name) == 0);
    expect(umask(077) == (mode_t)my_rank());
    return argument;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    expect(getcwd(here, sizeof here) != NULL);
    snprintf(name, sizeof name, "directory.%d", my_rank());
    rmdir(name);
    expect(mkdir(name, 0700) == 0);
    meet();
    expect(chdir(name) == 0);
    umask((mode_t)my_rank());
    meet();
    pthread_create(&thread, NULL, look, NULL);
    pthread_join(thread, NULL);
    expect(umask(0) == 077);
    expect(chdir(here) == 0 && rmdir(name) == 0);
    MPI_Finalize();
    return 0;
}
