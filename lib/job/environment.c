/* SPDX-License-Identifier: MIT */
#include "job/environment.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/memory.h"

/* Variables that MPICH's and Open MPI's launchers set for each process. HEDDLE_RANK is our own: it
 * says to Heddle programs that a rank starts where the others come from. */
static const struct {
    const char *name;
    bool is_size;
} rank_variables[] = {
    {"HEDDLE_RANK", false},
    {"PMI_RANK", false},
    {"PMI_SIZE", true},
    {"MPI_LOCALRANKID", false},
    {"MPI_LOCALNRANKS", true},
    {"OMPI_COMM_WORLD_RANK", false},
    {"OMPI_COMM_WORLD_SIZE", true},
    {"OMPI_COMM_WORLD_LOCAL_RANK", false},
    {"OMPI_COMM_WORLD_LOCAL_SIZE", true},
    {"OMPI_COMM_WORLD_NODE_RANK", false},
};

enum { NUMBER_BYTES = 12, ENTRY_BYTES = 32 + NUMBER_BYTES };

/* Variables that all ranks share, without those of rank_variables[], which come first and differ by
 * rank. The first definition of a name wins. */
struct environment {
    size_t count, bytes; /* number of entries, and bytes of their texts */
    const char *entries[];
};

static bool has_name(const char *entry, const char *name, size_t length)
{
    return *entry == *name && strncmp(entry, name, length) == 0 &&
           (entry[length] == '=' || entry[length] == '\0');
}

static bool is_known_setting(const struct environment *environment, const char *entry)
{
    size_t length = (size_t)(strchrnul(entry, '=') - entry), i;

    for (i = 0; i < ARRAY_LENGTH(rank_variables); i++)
        if (has_name(rank_variables[i].name, entry, length))
            return true;
    for (i = 0; i < environment->count; i++)
        if (has_name(environment->entries[i], entry, length))
            return true;
    return false;
}

static void add_setting(struct environment *environment, const char *entry)
{
    if (is_known_setting(environment, entry))
        return;
    environment->entries[environment->count++] = entry;
    environment->bytes += strlen(entry) + 1;
}

struct environment *environment_create(char *const process[], const struct plan_part *part)
{
    size_t count = 0, i;
    struct environment *environment;

    while (process != NULL && process[count] != NULL)
        count++;
    environment = memory_take(sizeof *environment + (count + (size_t)part->env_count) *
                                                        sizeof environment->entries[0]);
    if (environment == NULL)
        return NULL;
    environment->count = environment->bytes = 0;
    for (i = (size_t)part->env_count; i-- > 0;) /* the last definition in mpiexec's list wins */
        add_setting(environment, part->env[i]);
    for (i = 0; i < count; i++)
        add_setting(environment, process[i]);
    return environment;
}

void environment_destroy(struct environment *environment)
{
    memory_give(environment);
}

char **environment_make(const struct environment *environment, int rank, int size)
{
    size_t count = ARRAY_LENGTH(rank_variables) + environment->count, i;
    char **made = memory_take((count + 1) * sizeof *made + environment->bytes +
                              ARRAY_LENGTH(rank_variables) * ENTRY_BYTES);
    char **next = made, *text = (char *)(made + count + 1);
    char numbers[2][NUMBER_BYTES];

    if (made == NULL)
        return NULL;
    snprintf(numbers[false], sizeof numbers[false], "=%d", rank);
    snprintf(numbers[true], sizeof numbers[true], "=%d", size);
    for (i = 0; i < ARRAY_LENGTH(rank_variables); i++) {
        *next++ = text;
        text = stpcpy(stpcpy(text, rank_variables[i].name), numbers[rank_variables[i].is_size]) + 1;
    }
    for (i = 0; i < environment->count; i++) {
        *next++ = text;
        text = stpcpy(text, environment->entries[i]) + 1;
    }
    *next = NULL;
    return made;
}

char **arguments_copy(int argc, char **argv)
{
    size_t bytes = ((size_t)argc + 1) * sizeof *argv;
    char **copy, *text;
    int i;

    for (i = 0; i < argc; i++)
        bytes += strlen(argv[i]) + 1;
    copy = memory_take(bytes);
    if (copy == NULL)
        return NULL;
    text = (char *)(copy + argc + 1);
    for (i = 0; i < argc; i++) {
        copy[i] = text;
        text = stpcpy(text, argv[i]) + 1;
    }
    copy[argc] = NULL;
    return copy;
}
