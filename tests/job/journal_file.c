/* SPDX-License-Identifier: MIT */
#include "job/journal_file.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/note.h"

enum { RANKS = 2, FEW = 4 * JOURNAL_PAGE_BYTES };

static char path[64];

static void name_it(void)
{
    snprintf(path, sizeof path, "journal.%d", (int)getpid());
}

static void remove_it(void)
{
    unlink(path);
}

TestSuite(journal_file, .init = name_it, .fini = remove_it);

static void create(struct journal_file *file, size_t bytes_max)
{
    cr_assert_eq(journal_file_create(file, path, true, "suite/test", RANKS, bytes_max), 0);
}

/* Writes that many entries, as rank/journal.c does; returns how many there was room for. */
static int write_entries(struct journal_file *file, struct journal *journal, int from, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        if (journal->next == journal->end && !journal_file_turn(file, journal))
            break;
        store_relaxed(journal->next++, journal_entry(JOURNAL_ANY, 0, from + i));
    }
    return i;
}

static void expect_events(struct journal_file *file, int rank, int from, int count)
{
    struct journal journal = {.rank = rank};

    cr_assert_eq(journal_file_read(file, path, &journal), 0);
    cr_assert_eq(journal.events_count, count);
    for (int i = 0; i < count; i++)
        cr_assert_eq(journal.events[i], journal_entry(JOURNAL_ANY, 0, from + i));
    journal_file_free(&journal);
}

Test(journal_file, keeps_what_each_rank_has_written_in_its_order)
{
    struct journal journals[RANKS] = {{.rank = 0}, {.rank = 1}};
    struct journal_file file;

    create(&file, 1 << 20);
    for (int i = 0; i < 3; i++)
        for (int rank = 0; rank < RANKS; rank++)
            cr_assert_eq(write_entries(&file, &journals[rank], i * 400, 400), 400);
    journal_file_end(&file);
    journal_file_close(&file);
    cr_assert_eq(journal_file_open(&file, path), 0);
    cr_assert_str_eq(file.head->name, "suite/test");
    for (int rank = 0; rank < RANKS; rank++)
        expect_events(&file, rank, 0, 1200);
    journal_file_close(&file);
}

Test(journal_file, can_be_read_while_its_writer_has_not_ended_it)
{
    struct journal journal = {.rank = 1};
    struct journal_file writing, file;

    create(&writing, 1 << 20);
    write_entries(&writing, &journal, 7, 3);
    cr_assert_eq(journal_file_open(&file, path), 0);
    expect_events(&file, 0, 0, 0);
    expect_events(&file, 1, 7, 3);
    journal_file_close(&file);
    journal_file_close(&writing);
}

Test(journal_file, finds_the_source_of_each_receive_by_its_number)
{
    struct journal journal = {.rank = 0};
    struct journal_file file;

    create(&file, FEW);
    cr_assert(journal_file_turn(&file, &journal));
    journal_note_receive(&journal, 5, 3);
    journal_note_receive(&journal, 2, JOURNAL_CANCELLED);
    cr_assert_eq(journal_file_read(&file, path, &journal), 0);
    cr_assert_eq(journal.sources_count, 6);
    cr_assert_eq(journal.sources[5], 5);
    cr_assert_eq(journal.sources[2], 1);
    cr_assert_eq(journal.sources[4], 0);
    cr_assert_eq(journal.events_count, 0);
    journal_file_free(&journal);
    journal_file_close(&file);
}

Test(journal_file, keeps_receives_in_a_row_from_one_source_in_one_entry)
{
    struct journal journal = {.rank = 0};
    struct journal_file file;

    create(&file, FEW);
    cr_assert(journal_file_turn(&file, &journal));
    for (int i = 0; i < 5000; i++)
        journal_note_receive(&journal, JOURNAL_NEXT, i < 4999 ? 65535 : 0);
    cr_assert_eq(journal.end - journal.next, JOURNAL_PAGE_ENTRIES - 4);
    cr_assert_eq(journal_file_read(&file, path, &journal), 0);
    cr_assert_eq(journal.sources_count, 5000);
    for (int i = 0; i < 4999; i++)
        cr_assert_eq(journal.sources[i], 65537);
    cr_assert_eq(journal.sources[4999], 2);
    journal_file_free(&journal);
    journal_file_close(&file);
}

Test(journal_file, is_full_when_its_pages_are_and_says_so)
{
    struct journal journal = {.rank = 0};
    struct journal_file file;
    struct stat info;

    create(&file, FEW);
    cr_assert_eq(write_entries(&file, &journal, 0, 5000), 3 * JOURNAL_PAGE_ENTRIES);
    cr_assert_eq(load_relaxed(&file.head->why_full), ENOBUFS);
    expect_events(&file, 0, 0, 3 * JOURNAL_PAGE_ENTRIES);
    journal_file_end(&file);
    journal_file_close(&file);
    cr_assert_eq(stat(path, &info), 0);
    cr_assert_eq(info.st_size, FEW);
}

/* A choice that is left out may have led to what others do. */
Test(journal_file, that_is_full_ends_the_journals_of_all_ranks)
{
    struct journal journals[RANKS] = {{.rank = 0}, {.rank = 1}};
    struct journal_file file;

    create(&file, FEW);
    cr_assert(journal_file_turn(&file, &journals[1]));
    journal_note_receive(&journals[1], 0, 3);
    journal_note_receive(&journals[1], 1, 3);
    write_entries(&file, &journals[0], 0, 5000);
    journal_note_receive(&journals[1], 2, 3); /* would be counted in the entry that is there */
    journal_note_receive(&journals[1], 3, 4);
    cr_assert_null(journal_append(&journals[1], journal_entry(JOURNAL_ANY, 0, 1)));
    cr_assert_eq(journal_file_read(&file, path, &journals[1]), 0);
    cr_assert_eq(journals[1].sources_count, 2);
    cr_assert_eq(journals[1].events_count, 0);
    journal_file_free(&journals[1]);
    journal_file_close(&file);
}

Test(journal_file, ends_where_a_receive_has_no_number)
{
    struct journal journal = {.rank = 0};
    struct journal_file file;

    create(&file, FEW);
    cr_assert(journal_file_turn(&file, &journal));
    journal_note_receive(&journal, JOURNAL_NUMBERS, 3);
    cr_assert_eq(load_relaxed(&file.head->why_full), EOVERFLOW);
    cr_assert_null(journal_append(&journal, journal_entry(JOURNAL_ANY, 0, 1)));
    journal_file_close(&file);
}

/* The kernel would send SIGXFSZ. */
Test(journal_file, stays_below_the_limit_of_a_file)
{
    const size_t first = 1 << 18; /* by which a file grows */
    const struct rlimit before = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    struct journal journal = {.rank = 0};
    struct journal_file file;

    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &(struct rlimit){first + 1, before.rlim_max}), 0);
    create(&file, 4 * first);
    cr_assert_eq(write_entries(&file, &journal, 0, 1 << 16),
                 (int)(first / JOURNAL_PAGE_BYTES - 1) * JOURNAL_PAGE_ENTRIES);
    cr_assert_eq(load_relaxed(&file.head->why_full), EFBIG);
    journal_file_close(&file);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &(struct rlimit){first - 1, before.rlim_max}), 0);
    cr_assert_eq(journal_file_create(&file, path, true, "", RANKS, 4 * first), EFBIG);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
}

Test(journal_file, replaces_a_file_only_if_it_is_to)
{
    struct journal_file first, second;

    create(&first, FEW);
    cr_assert_eq(journal_file_create(&second, path, false, "", RANKS, FEW), EEXIST);
    create(&second, FEW); /* the first keeps its memory */
    store_relaxed(&first.head->why_full, 1);
    cr_assert_eq(load_relaxed(&second.head->why_full), 0);
    journal_file_close(&first);
    journal_file_close(&second);
    cr_assert_eq(journal_file_create(&second, ".", true, "", RANKS, FEW), EISDIR);
}

/* Writes those bytes at that place of a sound file of one page beside the head. */
static void expect_damage(long at, const void *bytes, size_t count, bool is_found_at_once)
{
    struct journal journal = {.rank = 0};
    struct journal_file file;
    FILE *out;

    create(&file, FEW);
    write_entries(&file, &journal, 0, 1);
    journal_file_end(&file);
    journal_file_close(&file);
    out = fopen(path, "r+");
    fseek(out, at, SEEK_SET);
    fwrite(bytes, 1, count, out);
    fclose(out);
    if (is_found_at_once) {
        cr_assert_eq(journal_file_open(&file, path), -1);
    } else {
        cr_assert_eq(journal_file_open(&file, path), 0);
        cr_assert_eq(journal_file_read(&file, path, &journal), -1);
        journal_file_close(&file);
        journal_file_free(&journal);
    }
    cr_assert(strstr(note_text(), "damaged") != NULL);
}

Test(journal_file, is_refused_when_it_is_damaged)
{
    const uint32_t rank = RANKS;
    const uint64_t pages = 100, no_kind = (uint64_t)JOURNAL_KINDS << 60,
                   no_place = journal_entry(JOURNAL_ANY, 0, -2);

    expect_damage(0, "H", 1, true);
    expect_damage(offsetof(struct journal_head, pages), &pages, sizeof pages, true);
    expect_damage(JOURNAL_PAGE_BYTES, &rank, sizeof rank, true);
    expect_damage(JOURNAL_PAGE_BYTES + 8, &no_kind, sizeof no_kind, false);
    expect_damage(JOURNAL_PAGE_BYTES + 8, &no_place, sizeof no_place, false);
    cr_assert_eq(truncate(path, 100), 0);
    cr_assert_eq(journal_file_open(&(struct journal_file){0}, path), -1);
}
