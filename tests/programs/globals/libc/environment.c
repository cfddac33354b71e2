/* SPDX-License-Identifier: MIT */
/* Each rank has an environment of its own: it begins with the process's and with the variables that
 * launchers set, and none sees what others change. Commands that a rank starts get the rank's.
 * options: -O0 -O2
 * environment: GIVEN=by.the.process HEDDLE_LABEL=0 */
#define _GNU_SOURCE
#include "../globals.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char *early;

__attribute__((constructor)) static void look_early(void)
{
    early = getenv("GIVEN");
}

static int is_number(const char *name, int number)
{
    const char *text = getenv(name);

    return text != NULL && *text != '\0' && atoi(text) == number;
}

static void check_start(int rank, int size, char **envp)
{
    expect(early != NULL && strcmp(early, "by.the.process") == 0);
    expect(is_number("PMI_RANK", rank) && is_number("PMI_SIZE", size));
    expect(is_number("MPI_LOCALRANKID", rank) && is_number("MPI_LOCALNRANKS", size));
    expect(is_number("OMPI_COMM_WORLD_RANK", rank) && is_number("OMPI_COMM_WORLD_SIZE", size));
    expect(is_number("OMPI_COMM_WORLD_LOCAL_RANK", rank));
    expect(envp == environ);
    expect(getenv("HEDDLE_PLAN") == NULL);
}

static void check_changes(int rank)
{
    static char put[40];
    char text[40];
    char *given = getenv("GIVEN");

    snprintf(text, sizeof text, "%d", rank);
    expect(setenv("MINE", text, 0) == 0 && setenv("GIVEN", text, 1) == 0);
    expect(setenv("MINE", "not again", 0) == 0);
    snprintf(put, sizeof put, "PUT=%d", rank);
    expect(putenv(put) == 0);
    meet();
    expect(is_number("MINE", rank) && is_number("GIVEN", rank) && is_number("PUT", rank));
    expect(strcmp(given, "by.the.process") == 0);
    put[4] = 'x'; /* the program's own text is in the environment */
    expect(getenv("PUT")[0] == 'x');
    meet();
    if (rank % 2 == 0)
        expect(unsetenv("GIVEN") == 0 && putenv((char *)"MINE") == 0);
    meet();
    expect((getenv("GIVEN") == NULL) == (rank % 2 == 0));
    expect((getenv("MINE") == NULL) == (rank % 2 == 0));
    for (int i = 0; i < 200; i++) {
        snprintf(text, sizeof text, "MANY%d", i);
        expect(setenv(text, i % 2 == 0 ? "even" : "odd", 1) == 0);
    }
    expect(strcmp(getenv("MANY7"), "odd") == 0 && strcmp(getenv("MANY198"), "even") == 0);
}

static void check_errors(void)
{
    errno = 0;
    expect(setenv("", "1", 1) == -1 && errno == EINVAL);
    expect(setenv("A=B", "1", 1) == -1 && unsetenv("A=B") == -1);
    expect(getenv("") == NULL && getenv("MINE=") == NULL && getenv("THERE_IS_NONE") == NULL);
}

static void check_commands(int rank)
{
    char line[40] = "", expected[40];
    FILE *stream;
    int status;
    pid_t child;

    snprintf(line, sizeof line, "%d", rank);
    setenv("MINE", line, 1);
    meet();
    expect(system("exit $MINE") == W_EXITCODE(rank, 0));
    stream = popen("echo $MINE of $PMI_SIZE", "r");
    expect(stream != NULL && fgets(line, sizeof line, stream) != NULL);
    snprintf(expected, sizeof expected, "%d of %s\n", rank, getenv("PMI_SIZE"));
    expect(strcmp(line, expected) == 0);
    expect(pclose(stream) == 0);
    stream = popen("read x && exit $((x + MINE))", "w");
    fprintf(stream, "10\n");
    expect(pclose(stream) == W_EXITCODE(10 + rank, 0));
    expect(popen("true", "x") == NULL && errno == EINVAL);
    child = fork();
    if (child == 0) {
        execlp("sh", "sh", "-c", "exit $MINE", NULL);
        _exit(99);
    }
    expect(waitpid(child, &status, 0) == child && status == W_EXITCODE(rank, 0));
    child = fork();
    if (child == 0) {
        execv("/bin/sh", (char *[]){"sh", "-c", "exit $((MINE + 1))", NULL});
        _exit(99);
    }
    expect(waitpid(child, &status, 0) == child && status == W_EXITCODE(rank + 1, 0));
}

static void check_zone(int rank)
{
    time_t start = 0;
    struct tm local;

    setenv("TZ", rank % 2 == 0 ? "EVEN-2" : "ODD+3", 1);
    tzset();
    meet();
    expect(timezone == (rank % 2 == 0 ? -7200 : 10800));
    expect(strcmp(tzname[0], rank % 2 == 0 ? "EVEN" : "ODD") == 0);
    expect(localtime(&start)->tm_hour == (rank % 2 == 0 ? 2 : 21));
    expect(localtime_r(&start, &local)->tm_hour == localtime(&start)->tm_hour);
    expect(mktime(&local) == 0);
}

static void *look(void *argument)
{
    expect(is_number("MINE", my_rank()));
    return argument;
}

int main(int argc, char **argv, char **envp)
{
    int provided, size;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rank = my_rank();

    check_start(rank, size, envp);
    check_changes(rank);
    check_errors();
    check_commands(rank);
    check_zone(rank);
    pthread_create(&thread, NULL, look, NULL);
    pthread_join(thread, NULL);
    meet();
    if (rank == 0)
        expect(clearenv() == 0);
    meet();
    expect((getenv("MINE") == NULL) == (rank == 0));
    expect((environ == NULL) == (rank == 0));
    expect(setenv("MINE", "again", 1) == 0 && strcmp(getenv("MINE"), "again") == 0);
    MPI_Finalize();
    return 0;
}
