/* SPDX-License-Identifier: MIT */
/* As much of criterion/redirect.h as our tests use. What a test has written is read at its end,
 * once. */
#ifndef PLAIN_CRITERION_REDIRECT_H
#define PLAIN_CRITERION_REDIRECT_H

#include <criterion/criterion.h>

enum { PLAIN_STDERR_BYTES = 1024 };

static FILE *plain_stderr; /* what was written there */
static int plain_terminal; /* where failed assertions are told of */

static inline void cr_redirect_stderr(void)
{
    plain_stderr = tmpfile();
    plain_terminal = dup(STDERR_FILENO);
    cr_assert(plain_stderr != NULL && plain_terminal >= 0);
    cr_assert(dup2(fileno(plain_stderr), STDERR_FILENO) >= 0);
}

static inline void cr_assert_stderr_eq_str(const char *expected)
{
    char text[PLAIN_STDERR_BYTES];
    size_t length;

    cr_assert(dup2(plain_terminal, STDERR_FILENO) >= 0);
    rewind(plain_stderr);
    length = fread(text, 1, sizeof text - 1, plain_stderr);
    text[length] = '\0';
    cr_assert(strcmp(text, expected) == 0, "stderr has \"%s\"", text);
}

#endif
