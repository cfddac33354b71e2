/* SPDX-License-Identifier: MIT */
#include "image/module/check.h"

#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "base/container.h"
#include "base/note.h"
#include "by_hand.h"

static int own = 1;
static int other = 2;

static void assert_note_names(const char *what)
{
    cr_assert(strstr(note_text(), what) != NULL, "%s", note_text());
}

Test(check, a_private_variable_of_a_foreign_library_is_refused_by_name)
{
    struct heddle_record records[] = {
        VARIABLE(own, RECORD_PRIVATE),
        VARIABLE(own, RECORD_USED_PRIVATE),
    };

    records[1].address = (char *)&environ;
    records[1].name = "environ";
    register_by_hand(records, ARRAY_LENGTH(records));
    cr_assert_eq(image_open(2), -1);
    assert_note_names("'environ'");
    assert_note_names("by_hand.c:7");
    assert_note_names("libc");
    assert_note_names("heddle_shared");
}

Test(check, a_program_of_one_slot_is_not_refused)
{
    struct heddle_record records[] = {VARIABLE(own, RECORD_USED_PRIVATE)};

    records[0].address = (char *)&environ;
    register_by_hand(records, ARRAY_LENGTH(records));
    cr_assert_eq(image_open(1), 0);
    cr_assert_eq(image_open(2), -1);
}

Test(check, a_variable_that_no_plugin_saw_defined_is_refused)
{
    static const struct heddle_record records[] = {
        VARIABLE(own, RECORD_PRIVATE),
        VARIABLE(other, RECORD_USED_PRIVATE),
    };

    register_by_hand(records, ARRAY_LENGTH(records));
    cr_assert_eq(image_open(2), -1);
    assert_note_names("'other'");
    assert_note_names("the program");
}

Test(check, a_variable_that_is_private_here_and_shared_there_is_refused)
{
    static const struct heddle_record records[] = {
        VARIABLE(own, RECORD_PRIVATE),
        VARIABLE(own, RECORD_USED_SHARED),
    };

    register_by_hand(records, ARRAY_LENGTH(records));
    cr_assert_eq(image_open(2), -1);
    assert_note_names("'own'");
}

Test(check, undefined_weak_variables_are_fine)
{
    struct heddle_record records[] = {
        VARIABLE(own, RECORD_PRIVATE),
        VARIABLE(own, RECORD_USED_PRIVATE | RECORD_WEAK),
    };

    records[1].address = NULL;
    register_by_hand(records, ARRAY_LENGTH(records));
    cr_assert_eq(image_open(2), 0, "%s", note_text());
}

Test(check, records_of_another_version_are_refused)
{
    static struct heddle_module tables = {.version = RECORD_VERSION + 1};

    heddle_register(&tables);
    cr_assert_eq(image_open(2), -1);
    assert_note_names("version");
}
