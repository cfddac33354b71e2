/* SPDX-License-Identifier: MIT */
/* model                      lists the programs
 * model [-w SITE:ORDERS]... [-m EXECUTIONS] [-a] [-s] PROGRAM
 *
 * Explores a program. -w drops orders at a place in the code; -s prints all places that have some;
 * -a tries all orders of steps, also those that commute.
 * 0: no execution is wrong; 1: one is, and is printed; 3: there are more than the limit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "entry.h"
#include "explore.h"

static const struct model_program *find(const char *name)
{
    for (int i = 0; i < model_program_count; i++)
        if (strcmp(model_programs[i].name, name) == 0)
            return &model_programs[i];
    fprintf(stderr, "model: there is no program \"%s\"\n", name);
    exit(2);
}

static void weaken(const char *text)
{
    char *end;
    void *site = (void *)strtoul(text, &end, 16); /* NOLINT(performance-no-int-to-ptr) */

    entry_weaken(site, atoi(end + 1));
}

int main(int argc, char **argv)
{
    unsigned long long executions_max = 1000000000;
    bool are_sites_wanted = false, is_reduced = true;
    const struct model_program *program;
    struct outcome outcome;
    int option;

    while ((option = getopt(argc, argv, "w:m:as")) != -1)
        if (option == 'w')
            weaken(optarg);
        else if (option == 'm')
            executions_max = strtoull(optarg, NULL, 10);
        else if (option == 'a')
            is_reduced = false;
        else if (option == 's')
            are_sites_wanted = true;
        else
            return 2;
    for (int i = 0; optind == argc && i < model_program_count; i++)
        puts(model_programs[i].name);
    if (optind == argc)
        return 0;
    program = find(argv[optind]);
    outcome = explore(program, executions_max, is_reduced);
    printf("%llu executions, %llu of them cut short%s\n", (unsigned long long)outcome.executions,
           (unsigned long long)outcome.cut, outcome.is_complete ? "" : "; there are more");
    if (are_sites_wanted)
        entry_print_sites();
    if (!outcome.has_failed && outcome.is_complete && outcome.outcomes != program->outcomes) {
        printf("the outcomes are %#llx, and not %#llx\n", (unsigned long long)outcome.outcomes,
               (unsigned long long)program->outcomes);
        return 1;
    }
    return outcome.has_failed ? 1 : outcome.is_complete ? 0 : 3;
}
