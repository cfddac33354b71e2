/* SPDX-License-Identifier: MIT */
/* Files of reports have numbers that any reader takes, and what fails is reported. */
#include "base/report_file.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <langinfo.h>
#include <stdlib.h>
#include <unistd.h>

static void redirect(void)
{
    cr_redirect_stderr();
}

Test(report_file, has_what_was_written, .init = redirect)
{
    char path[] = "/tmp/report_file.XXXXXX", text[16] = "";
    int descriptor = mkstemp(path);
    struct report_file file;

    cr_assert_geq(descriptor, 0);
    cr_assert(report_file_open(&file, "the numbers", path));
    fprintf(file.out, "%.1f", 0.5);
    report_file_close(&file);
    cr_assert_eq(read(descriptor, text, sizeof text - 1), 3);
    cr_assert_str_eq(text, "0.5");
    close(descriptor);
    unlink(path);
    fflush(stderr);
    cr_assert_stderr_eq_str("");
}

Test(report_file, has_the_numbers_of_the_locale_c_and_leaves_the_thread_its_own)
{
    locale_t of_thread = newlocale(LC_ALL_MASK, "C.utf8", (locale_t)0);
    struct report_file file;

    uselocale(of_thread);
    cr_assert(report_file_open(&file, "nothing", "/dev/null"));
    cr_assert_str_eq(nl_langinfo_l(CODESET, uselocale((locale_t)0)), "ANSI_X3.4-1968");
    report_file_close(&file);
    cr_assert_eq(uselocale((locale_t)0), of_thread);
    uselocale(LC_GLOBAL_LOCALE);
    freelocale(of_thread);
}

Test(plain_numbers, nest_and_leave_the_thread_its_own_locale)
{
    locale_t of_thread = newlocale(LC_ALL_MASK, "C.utf8", (locale_t)0), outer;
    struct plain_numbers numbers, inner;

    uselocale(of_thread);
    plain_numbers_begin(&numbers);
    outer = uselocale((locale_t)0);
    plain_numbers_begin(&inner);
    cr_assert_str_eq(nl_langinfo_l(CODESET, uselocale((locale_t)0)), "ANSI_X3.4-1968");
    plain_numbers_end(&inner);
    cr_assert_eq(uselocale((locale_t)0), outer);
    plain_numbers_end(&numbers);
    cr_assert_eq(uselocale((locale_t)0), of_thread);
    uselocale(LC_GLOBAL_LOCALE);
    freelocale(of_thread);
}

Test(report_file, that_cannot_be_opened_is_told, .init = redirect)
{
    struct report_file file;

    cr_assert_not(report_file_open(&file, "the summary", "/nowhere/at.json"));
    report_file_close(&file);
    fflush(stderr);
    cr_assert_stderr_eq_str("heddle: the summary cannot be written to /nowhere/at.json: "
                            "No such file or directory\n");
}

Test(report_file, that_cannot_be_written_is_told, .init = redirect)
{
    struct report_file file;

    cr_assert(report_file_open(&file, "the summary", "/dev/full"));
    fputs("text", file.out);
    report_file_close(&file);
    fflush(stderr);
    cr_assert_stderr_eq_str("heddle: the summary cannot be written to /dev/full: "
                            "No space left on device\n");
}
