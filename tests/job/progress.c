/* SPDX-License-Identifier: MIT */
/* The line that tells how far a job is: its words, from given facts. */
#include "job/progress.h"

#include <criterion/criterion.h>

static void expect(const struct progress_facts *facts, const char *expected)
{
    char line[PROGRESS_BYTES];

    progress_describe(facts, line);
    cr_expect_str_eq(line, expected, "%s\nin place of\n%s", line, expected);
}

Test(progress, counts_ranks_that_run_wait_and_have_ended)
{
    expect(&(struct progress_facts){.ranks = 8, .running = 3, .waiting = 5},
           "heddle: 8 ranks: 3 run, 5 wait");
    expect(&(struct progress_facts){.ranks = 8, .running = 1, .waiting = 1},
           "heddle: 8 ranks: 1 runs, 1 waits, 6 have ended");
    expect(&(struct progress_facts){.ranks = 1, .running = 0, .waiting = 0},
           "heddle: 1 rank: 0 run, 0 wait, 1 has ended");
}

static void expect_rates(double messages, double bytes, const char *expected)
{
    char line[PROGRESS_BYTES];

    snprintf(line, sizeof line, "heddle: 2 ranks: 2 run, 0 wait; %s", expected);
    expect(&(struct progress_facts){.ranks = 2, .running = 2, .has_rates = true,
                                    .messages = messages, .bytes = bytes}, line);
}

Test(progress, rates_have_units_that_fit_them)
{
    expect_rates(0, 0, "0 messages/s, 0 B/s");
    expect_rates(850, 999, "850 messages/s, 999 B/s");
    expect_rates(999.7, 1000, "1.00 thousand messages/s, 1.00 KB/s");
    expect_rates(12345, 45.6e6, "12.3 thousand messages/s, 45.6 MB/s");
    expect_rates(1.234e6, 345e9, "1.23 million messages/s, 345 GB/s");
    expect_rates(5e9, 5e13, "5000 million messages/s, 50000 GB/s");
}

Test(progress, latest_member_is_named_with_its_communicator)
{
    struct progress_facts facts = {.ranks = 2, .running = 1, .waiting = 1,
                                   .late = {.rank = {"rank 1"}, .behind = 3,
                                            .comm = {"halo"}}};

    expect(&facts, "heddle: 2 ranks: 1 runs, 1 waits; latest in collectives: rank 1, 3 behind on "
                   "halo");
    facts.late.others = 1;
    facts.late.seconds = 12;
    expect(&facts, "heddle: 2 ranks: 1 runs, 1 waits; latest in collectives: rank 1 and 1 other, "
                   "3 behind on halo for 12 s");
    facts.late.others = 2;
    expect(&facts, "heddle: 2 ranks: 1 runs, 1 waits; latest in collectives: rank 1 and 2 others, "
                   "3 behind on halo for 12 s");
}

Test(progress, longest_names_fit)
{
    struct progress_facts facts = {.ranks = 65536, .running = 32768, .waiting = 1,
                                   .has_rates = true, .messages = 1e15, .bytes = 1e18,
                                   .late = {.others = 65535, .behind = UINT64_MAX,
                                            .seconds = UINT64_MAX}};
    char line[PROGRESS_BYTES];

    memset(facts.late.rank.text, 'r', sizeof facts.late.rank.text - 1);
    memset(facts.late.comm.text, 'c', sizeof facts.late.comm.text - 1);
    progress_describe(&facts, line);
    cr_expect_str_eq(line + strlen(line) - strlen("5 s"), "5 s");
}
