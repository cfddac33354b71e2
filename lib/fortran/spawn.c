/* SPDX-License-Identifier: MIT */
/* Starting programs: arrays of strings become vectors of C's strings. */
#include <heddle_has.h>
#include <stdlib.h>
#include <string.h>

#include "fortran/glue.h"

#ifdef HAS_MPI_Comm_spawn
/* Strings of one length in an array, `step` strings apart, up to one that is blank. */
struct texts {
    const char *first;
    size_t length, step;
};

static const char *text_at(const struct texts *texts, size_t i)
{
    return texts->first + i * texts->step * texts->length;
}

static bool is_blank(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length == 0;
}

static size_t count_of(const struct texts *texts)
{
    size_t count = 0;

    while (!is_blank(text_at(texts, count), texts->length))
        count++;
    return count;
}

/* A vector that ends with NULL, in one piece of memory. NULL without memory. */
static char **vector_of(const struct texts *texts)
{
    size_t count = count_of(texts), i;
    char **vector = malloc((count + 1) * sizeof *vector + count * (texts->length + 1));
    char *text = (char *)(vector + count + 1);

    if (vector == NULL)
        return NULL;
    for (i = 0; i < count; i++, text += texts->length + 1) {
        vector[i] = text;
        text_in(text, text_at(texts, i), texts->length, TRIM_BOTH);
    }
    vector[count] = NULL;
    return vector;
}

WEAK void FORTRAN(comm_spawn_)(const char *command, const char *argv, const int *maxprocs,
                               const int *info, const int *root, const int *comm, int *intercomm,
                               int array_of_errcodes[], int *ierror, size_t command_len,
                               size_t argv_len)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    struct texts texts = {argv, argv_len, 1};
    char **vector = MPI_ARGV_NULL;
    char command_[text_bytes(command, command_len)];
    MPI_Comm made = MPI_COMM_NULL;
    int rank = -1, code;

    PMPI_Comm_rank(comm_in(*comm), &rank);
    if (rank == *root && !is_constant(argv))
        vector = vector_of(&texts);
    text_in(command_, command, command_len, TRIM_BOTH);
    code = MPI(Comm_spawn)(command_, vector, *maxprocs, info_in(*info), *root, comm_in(*comm),
                           &made, errcodes_in(array_of_errcodes));
    if (code == MPI_SUCCESS)
        *intercomm = comm_out(made);
    free(vector);
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(comm_spawn_f08_, comm_spawn_)

/* The commands and their arguments, converted; only the root's count. */
struct programs {
    int count;
    char **commands;
    char ***vectors; /* MPI_ARGVS_NULL without arguments */
};

static void programs_give(struct programs *programs)
{
    for (int i = 0; i < programs->count; i++) {
        if (programs->commands != NULL)
            free(programs->commands[i]);
        if (programs->vectors != MPI_ARGVS_NULL)
            free(programs->vectors[i]);
    }
    free(programs->commands);
    free(programs->vectors);
}

/* The arguments of a command are a row of array_of_argv, whose columns have `count` strings. */
static bool programs_take(struct programs *programs, int count, const struct texts *commands,
                          const char *arguments, size_t length)
{
    bool has_arguments = !is_constant(arguments);

    programs->count = count;
    programs->commands = calloc((size_t)count + 1, sizeof(char *));
    programs->vectors = has_arguments ? calloc((size_t)count + 1, sizeof(char **)) : NULL;
    if (programs->commands == NULL || (has_arguments && programs->vectors == NULL))
        return false;
    for (int i = 0; i < count; i++) {
        struct texts row = {arguments + (size_t)i * length, length, (size_t)count};

        programs->commands[i] = malloc(commands->length + 1);
        if (programs->commands[i] == NULL)
            return false;
        text_in(programs->commands[i], text_at(commands, (size_t)i), commands->length, TRIM_BOTH);
        if (has_arguments && (programs->vectors[i] = vector_of(&row)) == NULL)
            return false;
    }
    return true;
}

WEAK void FORTRAN(comm_spawn_multiple_)(const int *count, const char *commands,
                                        const char *arguments, const int maxprocs[],
                                        const int infos[], const int *root, const int *comm,
                                        int *intercomm, int array_of_errcodes[], int *ierror,
                                        size_t commands_len, size_t arguments_len)
{
    const void *const outer = site_enter(__builtin_return_address(0));
    struct programs programs = {0};
    struct texts names = {commands, commands_len, 1};
    MPI_Info own[LIST_MAX], *list = own;
    MPI_Comm made = MPI_COMM_NULL;
    int rank = -1, code = MPI_SUCCESS;

    PMPI_Comm_rank(comm_in(*comm), &rank);
    if (rank == *root) {
        list = infos_in(own, *count, infos);
        if (!programs_take(&programs, *count, &names, arguments, arguments_len))
            code = MPI_ERR_NO_MEM;
    }
    if (code == MPI_SUCCESS)
        code = MPI(Comm_spawn_multiple)(*count, programs.commands, programs.vectors, maxprocs,
                                        list, *root, comm_in(*comm), &made,
                                        errcodes_in(array_of_errcodes));
    if (code == MPI_SUCCESS)
        *intercomm = comm_out(made);
    list_give(list, own);
    programs_give(&programs);
    site_leave(outer);
    error_out(ierror, code);
}
ALIAS(comm_spawn_multiple_f08_, comm_spawn_multiple_)
#endif
