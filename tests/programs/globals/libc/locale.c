/* SPDX-License-Identifier: MIT */
/* Each rank has a locale of its own, which its environment chooses and its new threads follow.
 * options: -O0 -O2
 * environment: LC_ALL= LANG=
 * flags: -pthread */
#define _GNU_SOURCE
#include "../globals.h"

#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <wchar.h>

static const char snowman[] = "\xe2\x98\x83";

static int is_named(int category, const char *name)
{
    const char *present = setlocale(category, NULL);

    return present != NULL && strcmp(present, name) == 0;
}

static int reads_utf8(void)
{
    wchar_t character = 0;
    mbstate_t state = {0};

    return mbrtowc(&character, snowman, 3, &state) == 3 && character == 0x2603;
}

static void *look(void *argument)
{
    expect(reads_utf8() == *(int *)argument);
    return argument;
}

static void check_thread(int wide)
{
    pthread_t thread;

    pthread_create(&thread, NULL, look, &wide);
    pthread_join(thread, NULL);
}

static void check_names(int wide)
{
    char *whole;

    expect(is_named(LC_ALL, wide ? "C.UTF-8" : "C"));
    expect(strcmp(setlocale(LC_NUMERIC, wide ? "C" : "C.UTF-8"), wide ? "C" : "C.UTF-8") == 0);
    meet();
    expect(is_named(LC_NUMERIC, wide ? "C" : "C.UTF-8"));
    expect(is_named(LC_TIME, wide ? "C.UTF-8" : "C"));
    whole = strdup(setlocale(LC_ALL, NULL));
    expect(strncmp(whole, wide ? "LC_CTYPE=C.UTF-8;LC_NUMERIC=C;" :
                                 "LC_CTYPE=C;LC_NUMERIC=C.UTF-8;", 29) == 0);
    expect(setlocale(LC_ALL, "POSIX") != NULL && is_named(LC_ALL, "C") && !reads_utf8());
    meet();
    expect(setlocale(LC_ALL, whole) != NULL && is_named(LC_ALL, whole));
    expect(reads_utf8() == wide);
    free(whole);
    expect(setlocale(LC_ALL, "no_SUCH.locale") == NULL && setlocale(99, "C") == NULL);
    expect(reads_utf8() == wide);
}

int main(int argc, char **argv)
{
    int provided, rank, wide;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    rank = my_rank();
    wide = rank % 2;
    expect(is_named(LC_ALL, "C") && MB_CUR_MAX == 1);
    meet();
    if (wide)
        expect(strcmp(setlocale(LC_ALL, "C.UTF-8"), "C.UTF-8") == 0);
    meet();
    expect(reads_utf8() == wide && (MB_CUR_MAX > 1) == wide);
    expect(strcmp(nl_langinfo(CODESET), wide ? "UTF-8" : "ANSI_X3.4-1968") == 0);
    check_thread(wide);
    check_names(wide);
    setlocale(LC_ALL, "C");
    setenv("LC_CTYPE", wide ? "C" : "C.UTF-8", 1);
    meet();
    expect(setlocale(LC_ALL, "") != NULL && reads_utf8() == !wide && is_named(LC_TIME, "C"));
    for (int i = 0; i < 1000; i++)
        expect(setlocale(LC_CTYPE, i % 2 != 0 ? "C" : "C.UTF-8") != NULL);
    meet();
    expect(!reads_utf8());
    MPI_Finalize();
    return 0;
}
