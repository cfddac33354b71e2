/* SPDX-License-Identifier: MIT */
#include "job/outfile.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/note.h"

static const struct outfile_rank some = {.rank = 7, .size = 1001, .job = 2};

static const char *name_of(const char *pattern)
{
    static char name[64];

    cr_assert_eq(outfile_name(pattern, &some, name, sizeof name), 0, "%s", note_text());
    return name;
}

Test(outfile, pattern_stands_for_rank_and_job)
{
    cr_assert_str_eq(name_of("out"), "out");
    cr_assert_str_eq(name_of("%r"), "7");
    cr_assert_str_eq(name_of("a%r.%g/%R-%G%p"), "a7.2/0007-30");
    cr_assert_str_eq(name_of("100%%r"), "100%r");
}

Test(outfile, pattern_has_no_other_letters)
{
    static const char *const wrong[] = {"%", "a%", "%d", "%r%x", "%%%"};
    char name[64];

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cr_assert_eq(outfile_name(wrong[i], &some, name, sizeof name), -1, "%s", wrong[i]);
        cr_assert_not_null(strstr(note_text(), "%r (the rank)"));
    }
}

Test(outfile, name_that_is_too_long_is_refused)
{
    char name[8];

    cr_assert_eq(outfile_name("1234567", &some, name, sizeof name), 0);
    cr_assert_eq(outfile_name("12345678", &some, name, sizeof name), -1);
    cr_assert_eq(outfile_name("12345%R", &some, name, sizeof name), -1);
    cr_assert_eq(outfile_name("1234567%R", &some, name, sizeof name), -1);
}

Test(outfile, pattern_tells_what_differs)
{
    cr_assert(outfile_differs_by_rank("a%r"));
    cr_assert(outfile_differs_by_rank("%%%g%R"));
    cr_assert_not(outfile_differs_by_rank("%%r%g%"));
    cr_assert(outfile_differs_by_job("%g"));
    cr_assert(outfile_differs_by_job("%r%G"));
    cr_assert_not(outfile_differs_by_job("%r%%g"));
}

Test(outfile, file_is_emptied_only_if_it_is_new)
{
    char folder[4096], text[16];
    int directory, fd;

    snprintf(folder, sizeof folder, "%s/outfile-XXXXXX",
             getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
    cr_assert_not_null(mkdtemp(folder));
    directory = open(folder, O_RDONLY | O_DIRECTORY);
    for (int round = 0; round < 3; round++) {
        fd = outfile_open(directory, "one/two/%r", &some, round == 0);
        cr_assert_gt(fd, STDERR_FILENO, "%s", note_text());
        cr_assert_eq(write(fd, "abc", 3), 3);
        close(fd);
    }
    fd = openat(directory, "one/two/7", O_RDONLY);
    cr_assert_eq(read(fd, text, sizeof text), 9);
    close(fd);
    fd = outfile_open(directory, "one/two/%r", &some, true);
    close(fd);
    fd = openat(directory, "one/two/7", O_RDONLY);
    cr_assert_eq(read(fd, text, sizeof text), 0);
    cr_assert_eq(outfile_open(directory, "one/two", &some, true), -1);
    cr_assert_not_null(strstr(note_text(), "one/two: "));
    close(fd);
    cr_assert_eq(unlinkat(directory, "one/two/7", 0), 0);
    cr_assert_eq(unlinkat(directory, "one/two", AT_REMOVEDIR), 0);
    cr_assert_eq(unlinkat(directory, "one", AT_REMOVEDIR), 0);
    close(directory);
    cr_assert_eq(rmdir(folder), 0);
}
