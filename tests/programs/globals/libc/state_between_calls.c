/* SPDX-License-Identifier: MIT */
/* What the C library's functions keep between calls is each rank's: sequences of random numbers,
 * strtok's place, the calendar's buffers, tables. The sequences are those of a process.
 * options: -O0 -O2 */
#define _GNU_SOURCE
#include "../globals.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <search.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void check_random(int rank)
{
    char state[64];
    struct random_data data = {0};
    int32_t number;

    expect(rand() == 1804289383);
    meet();
    expect(random() == 846930886);
    srand(rank + 10);
    meet();
    initstate_r(rank + 10, (char[128]){0}, 128, &data);
    for (int i = 0; i < 100; i++) {
        random_r(&data, &number);
        expect(rand() == number);
    }
    char *earlier = initstate(5, state, sizeof state);
    long first = random();
    expect(setstate(earlier) == state);
    random_r(&data, &number);
    meet();
    expect(random() == number);
    initstate(5, state, sizeof state);
    expect(random() == first);
}

static void check_random48(int rank)
{
    struct drand48_data data;
    double number;
    long whole;

    srand48(rank);
    meet();
    srand48_r(rank, &data);
    for (int i = 0; i < 100; i++) {
        drand48_r(&data, &number);
        expect(drand48() == number);
        lrand48_r(&data, &whole);
        expect(lrand48() == whole);
    }
}

static void check_words(int rank)
{
    char text[40], expected[20];

    snprintf(text, sizeof text, "a%d,b%d,c%d", rank, rank, rank);
    for (int i = 0; i < 3; i++) {
        const char *word = strtok(i == 0 ? text : NULL, ",");

        meet();
        snprintf(expected, sizeof expected, "%c%d", 'a' + i, rank);
        expect(word != NULL && strcmp(word, expected) == 0);
    }
    expect(strtok(NULL, ",") == NULL);
}

static void check_dates(int rank)
{
    time_t time = 86400 * (time_t)(365 * rank + 1);
    struct tm *date = gmtime(&time), *local;
    char *text;

    meet();
    expect(date->tm_year == 70 + rank);
    text = asctime(date);
    local = localtime(&time);
    meet();
    expect(atoi(text + 20) == 1970 + rank && local == date);
    expect(strcmp(ctime(&time), asctime(localtime(&time))) == 0);
}

static void check_tables(int rank)
{
    char key[] = "key", name[20];
    ENTRY entry = {.key = key, .data = &rank}, *found;
    struct passwd *user;

    expect(hcreate(10) != 0);
    meet();
    if (rank != 0)
        expect(hsearch(entry, ENTER) != NULL);
    meet();
    found = hsearch((ENTRY){.key = key}, FIND);
    expect(rank != 0 ? found != NULL && *(int *)found->data == rank : found == NULL);
    hdestroy();

    user = getpwuid(rank == 0 ? 0 : 1);
    meet();
    expect(user != NULL && user->pw_uid == (uid_t)(rank != 0));
    snprintf(name, sizeof name, "%s", user->pw_name);
    expect(getpwnam(name) == user && user->pw_uid == (uid_t)(rank != 0));
    expect(getpwnam("there is no such user") == NULL);
    expect(getgrgid(0) != NULL && getgrgid(0) == getgrnam(getgrgid(0)->gr_name));
    errno = 0;
    expect(ttyname(-1) == NULL && errno == EBADF);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = my_rank();

    check_random(rank);
    check_random48(rank);
    check_words(rank);
    check_dates(rank % 2);
    check_tables(rank);
    MPI_Finalize();
    return 0;
}
