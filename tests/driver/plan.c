/* SPDX-License-Identifier: MIT */
#include "job/plan.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"

static void assert_same_text(const char *one, const char *other)
{
    cr_assert_eq(one == NULL, other == NULL);
    if (one != NULL)
        cr_assert_str_eq(one, other);
}

static void assert_same(const struct plan *one, const struct plan *other)
{
    cr_assert_eq(one->ranks, other->ranks);
    cr_assert_eq(one->parts, other->parts);
    cr_assert_eq(one->label, other->label);
    cr_assert_eq(one->timeout_s, other->timeout_s);
    for (int i = 0; i < one->parts; i++) {
        const struct plan_part *a = &one->part[i], *b = &other->part[i];

        cr_assert_eq(a->ranks, b->ranks);
        cr_assert_eq(a->argc, b->argc);
        cr_assert_eq(a->env_count, b->env_count);
        assert_same_text(a->wdir, b->wdir);
        assert_same_text(a->file, b->file);
        for (int j = 0; j < a->argc; j++)
            assert_same_text(a->argv[j], b->argv[j]);
        cr_assert_null(b->argv[b->argc]);
        for (int j = 0; j < a->env_count; j++)
            assert_same_text(a->env[j], b->env[j]);
    }
}

static void assert_survives(const struct plan *plan)
{
    struct plan decoded;
    char *text;

    cr_assert_eq(plan_encode(plan, &text), 0);
    cr_assert_eq(plan_decode(text, &decoded), 0, "%s", note_text());
    assert_same(plan, &decoded);
    plan_drop(&decoded);
    memory_give(text);
}

Test(plan, survives_arguments_of_any_bytes)
{
    char all[256], *argv[] = {"./program", all, "", "%", "%0", "%-", " ", "a b\n\tc", NULL};
    struct plan_part part = {.ranks = 3, .argc = 8, .argv = argv};
    struct plan plan = {.ranks = 3, .parts = 1, .part = &part};

    for (int byte = 1; byte < 256; byte++)
        all[byte - 1] = (char)byte;
    all[255] = '\0';
    assert_survives(&plan);
}

Test(plan, survives_random_strings)
{
    srand(20260101);
    for (int round = 0; round < 2000; round++) {
        char text[2][40], *argv[] = {text[0], text[1], NULL};
        struct plan_part part = {.ranks = 1 + rand() % 9, .argc = 2, .argv = argv};
        struct plan plan = {.ranks = part.ranks, .parts = 1, .part = &part};

        for (int i = 0; i < 2; i++) {
            int length = rand() % 39;

            for (int at = 0; at < length; at++)
                text[i][at] = (char)(1 + rand() % 255);
            text[i][length] = '\0';
        }
        assert_survives(&plan);
    }
}

Test(plan, survives_several_parts)
{
    char *first[] = {"p", "-x", NULL}, *second[] = {"p", NULL}, *env[] = {"A=1", "B=", NULL};
    struct plan_part parts[] = {
        {.ranks = 2, .argc = 2, .argv = first, .wdir = "/some where", .file = "/a b"},
        {.ranks = 60000, .argc = 1, .argv = second, .env_count = 2, .env = env, .wdir = ""},
    };
    struct plan plan = {
        .ranks = 60002, .parts = 2, .part = parts, .label = true, .timeout_s = 4000000000u,
    };

    assert_survives(&plan);
}

Test(plan, is_refused_when_any_byte_of_it_is_missing)
{
    char *argv[] = {"a", "b c", NULL};
    struct plan_part part = {.ranks = 2, .argc = 2, .argv = argv};
    struct plan plan = {.ranks = 2, .parts = 1, .part = &part}, decoded;
    char *text;

    cr_assert_eq(plan_encode(&plan, &text), 0);
    for (size_t length = strlen(text) - 1; length > 0; length--) {
        text[length] = '\0';
        cr_assert_neq(plan_decode(text, &decoded), 0, "\"%s\" was taken", text);
        cr_assert_neq(note_text()[0], '\0');
    }
    memory_give(text);
}

Test(plan, is_refused_when_it_makes_no_sense)
{
    static const char *const texts[] = {
        "", " ", "heddle-1 0 0 1 1 %0 0 0", "heddle-2 2 0 1 1 %0 %0 0 0", "heddle-2 0 0 0",
        "heddle-2 0 0 1 65537 %0 %0 0 0", "heddle-2 0 0 1 1 %0 %0 999999999 0",
        "heddle-2 0 0 1 1 %0 %0 0 0 x",
        "heddle-2 0 0 1 1 %0 %0 1 %zz 0", "heddle-2 0 0 1 1 %0 %0 1 %2 0",
        "heddle-2 0 0 1 -1 %0 %0 0 0",
        "heddle-2 0 99999999999 1 1 %0 %0 0 0", "heddle-2 0 0 2 40000 %0 %0 0 0 40000 %0 %0 0 0",
        "heddle-2 0 0 1 1 %0 %0 1 %0 0",
    };
    struct plan decoded;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        cr_assert_neq(plan_decode(texts[i], &decoded), 0, "\"%s\" was taken", texts[i]);
}

/* What plan_read looks at, set for one case; Criterion runs each in a process of its own. */
static void forget_environment(void)
{
    static const char *const names[] = {
        "HEDDLE_PLAN", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK",
        "SLURM_NTASKS", "SLURM_NPROCS", "SLURM_PROCID", "HEDDLE_RANK",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
}

static int ranks_read(void)
{
    char *argv[] = {"./program", "one two", NULL};
    struct plan plan;
    int ranks;

    cr_assert_eq(plan_read(2, argv, 0, &plan), 0, "%s", note_text());
    cr_assert_eq(plan.part[0].argc, 2);
    cr_assert_str_eq(plan.part[0].argv[1], "one two");
    ranks = plan.ranks;
    cr_assert_eq(plan.part[0].ranks, ranks);
    plan_drop(&plan);
    return ranks;
}

Test(plan, of_mpiexec_comes_first_and_is_read_once)
{
    forget_environment();
    knobs.np = 5;
    setenv("HEDDLE_PLAN", "heddle-2 0 0 1 3 %0 %0 0 0", 1);
    cr_assert_eq(ranks_read(), 3);
    cr_assert_null(getenv("HEDDLE_PLAN"));
    cr_assert_eq(ranks_read(), 5);
}

Test(plan, without_mpiexec_follows_the_knob_then_the_processors)
{
    forget_environment();
    knobs.np = 7;
    cr_assert_eq(ranks_read(), 7);
    knobs.np = 0;
    cr_assert_eq(ranks_read(), cpu_count());
}

Test(plan, takes_the_size_of_another_launcher_and_says_which_copy_this_is)
{
    char *argv[] = {"./program", NULL};
    struct plan plan;

    forget_environment();
    setenv("PMI_SIZE", "6", 1);
    setenv("PMI_RANK", "2", 1);
    cr_assert_eq(plan_read(1, argv, 0, &plan), 0);
    cr_assert_eq(plan.ranks, 6);
    cr_assert_eq(plan.launcher_rank, 2);
    cr_assert_eq(plan.launcher_size, 6);
    cr_assert_not_null(plan.launcher);
    plan_drop(&plan);
}

Test(plan, ignores_the_launcher_variables_of_a_rank_that_has_started_the_program)
{
    struct plan plan;

    forget_environment();
    setenv("HEDDLE_RANK", "2", 1);
    setenv("PMI_SIZE", "6", 1);
    setenv("PMI_RANK", "2", 1);
    cr_assert_eq(plan_read(1, (char *[]){"./program", NULL}, 0, &plan), 0);
    cr_assert_null(plan.launcher);
    plan_drop(&plan);
}

Test(plan, ignores_a_launcher_that_makes_no_sense)
{
    forget_environment();
    setenv("PMI_SIZE", "many", 1);
    setenv("PMI_RANK", "0", 1);
    cr_assert_eq(ranks_read(), cpu_count());
}

Test(plan, takes_label_and_timeout_from_the_knobs_too)
{
    char *argv[] = {"./program", NULL};
    struct plan plan;

    forget_environment();
    knobs.label = 1;
    knobs.timeout = 9;
    cr_assert_eq(plan_read(1, argv, 0, &plan), 0);
    cr_assert(plan.label);
    cr_assert_eq(plan.timeout_s, 9);
    plan_drop(&plan);
}
