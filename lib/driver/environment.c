/* SPDX-License-Identifier: MIT */
#include "driver/environment.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/memory.h"

/* What MPICH's and Open MPI's launchers tell each process. The first one is ours: it says that the
 * others come from here, to Heddle programs that a rank starts. */
static const struct {
    const char *name;
    bool is_size;
} told[] = {
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

enum { ENTRY_BYTES = 48 };

/* Who sets a variable first has it. */
struct list {
    const char **entries;
    size_t count;
};

static bool has(const struct list *list, const char *entry)
{
    size_t length = (size_t)(strchrnul(entry, '=') - entry), i;

    for (i = 0; i < list->count; i++)
        if (strncmp(list->entries[i], entry, length) == 0 && list->entries[i][length] == '=')
            return true;
    return false;
}

static void add(struct list *list, const char *entry)
{
    if (!has(list, entry))
        list->entries[list->count++] = entry;
}

static char **copy(const struct list *list)
{
    size_t bytes = (list->count + 1) * sizeof(char *), i;
    char **made, *text;

    for (i = 0; i < list->count; i++)
        bytes += strlen(list->entries[i]) + 1;
    made = memory_take(bytes);
    if (made == NULL)
        return NULL;
    text = (char *)(made + list->count + 1);
    for (i = 0; i < list->count; i++) {
        made[i] = text;
        text = stpcpy(text, list->entries[i]) + 1;
    }
    made[list->count] = NULL;
    return made;
}

char **environment_make(char *const process[], const struct plan_part *part, int rank, int size)
{
    char numbers[ARRAY_LENGTH(told)][ENTRY_BYTES];
    struct list list = {0};
    size_t count = 0, i;
    char **made;

    while (process != NULL && process[count] != NULL)
        count++;
    list.entries = memory_take((count + (size_t)part->env_count + ARRAY_LENGTH(told)) *
                               sizeof *list.entries);
    if (list.entries == NULL)
        return NULL;
    for (i = 0; i < ARRAY_LENGTH(told); i++) {
        snprintf(numbers[i], ENTRY_BYTES, "%s=%d", told[i].name, told[i].is_size ? size : rank);
        add(&list, numbers[i]);
    }
    for (i = (size_t)part->env_count; i-- > 0;) /* the last of a name counts */
        add(&list, part->env[i]);
    for (i = 0; i < count; i++)
        add(&list, process[i]);
    made = copy(&list);
    memory_give(list.entries);
    return made;
}
