/* SPDX-License-Identifier: MIT */
/* MPI_Comm_spawn and MPI_Comm_spawn_multiple. */
#include "spawn/spawn.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/process.h"
#include "base/memory.h"
#include "base/note.h"
#include "spawn/command.h"
#include "spawn/soft.h"

/* The arguments of the root, for both functions. */
struct commands {
    int count;
    char **commands;
    char ***argvs; /* NULL: none of them has arguments */
    const int *maxprocs;
    const MPI_Info *infos;
    bool is_multiple;
};

/* In sentences: "maxprocs", or "array_of_maxprocs[2]". */
static const char *name_of_command(const struct commands *commands, const char *name, int i,
                                   char text[64])
{
    if (!commands->is_multiple)
        return name;
    snprintf(text, 64, "array_of_%s[%d]", name, i);
    return text;
}

/* ---- info keys ------------------------------------------------------------------------------- */

/* The value in memory of the library; NULL: there is none. */
static char *value_of(struct info *info, const char *key)
{
    int bytes = info != NULL ? info_read(info, key, NULL, 0) : 0;
    char *value = bytes > 0 ? memory_take((size_t)bytes) : NULL;

    if (value != NULL)
        info_read(info, key, value, bytes);
    return value;
}

static int read_number(struct info *info, const char *key, int otherwise)
{
    char *value = value_of(info, key), *end;
    long number = value != NULL ? strtol(value, &end, 10) : 0;
    bool is_number = value != NULL && end != value && *end == '\0' && number >= INT_MIN &&
                     number <= INT_MAX;

    memory_give(value);
    return is_number ? (int)number : otherwise;
}

/* As struct world_options has it. */
static int read_errhandler(struct info *info)
{
    static const char *const names[] = {"mpi_errors_are_fatal", "mpi_errors_abort",
                                        "mpi_errors_return"};
    char *value = value_of(info, "mpi_initial_errhandler");
    int i, found = 0;

    for (i = 0; value != NULL && i < (int)ARRAY_LENGTH(names); i++)
        if (strcasecmp(value, names[i]) == 0)
            found = 1 + i;
    memory_give(value);
    return found;
}

/* ---- the order of the root ------------------------------------------------------------------- */

static void drop_order(struct spawn_order *order)
{
    int i;

    for (i = 0; order->part != NULL && i < order->parts; i++) {
        memory_give(order->part[i].argv);
        memory_give(order->part[i].wdir);
    }
    memory_give(order->part);
}

static size_t bytes_of_script(const struct command_script *script)
{
    size_t bytes = 0;
    int i;

    for (i = 0; i < script->count; i++)
        bytes += strlen(script->words[i]) + 1;
    return bytes;
}

/* The command and its arguments; their texts stay the user's. Those of a script are copied behind
 * the array. */
static int take_arguments(const struct commands *commands, int n,
                          const struct command_script *script, struct spawn_part *part)
{
    char **given = commands->argvs != NULL ? commands->argvs[n] : MPI_ARGV_NULL, *text;
    int i, count = 0, before = script->count > 0 ? script->count : 1;

    while (given != MPI_ARGV_NULL && given[count] != NULL)
        count++;
    part->argc = before + count;
    part->argv =
        memory_take(((size_t)part->argc + 1) * sizeof *part->argv + bytes_of_script(script));
    if (part->argv == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the arguments of a command");
    text = (char *)(part->argv + part->argc + 1);
    part->argv[0] = commands->commands[n];
    for (i = 0; i < script->count; i++) {
        part->argv[i] = text;
        text = stpcpy(text, script->words[i]) + 1;
    }
    if (count > 0)
        memcpy(part->argv + before, given, (size_t)count * sizeof *given);
    part->argv[part->argc] = NULL;
    return MPI_SUCCESS;
}

/* The number of ranks, by the key soft: 0, or MPI_ERR_SPAWN. */
static int choose_ranks(struct info *info, const char *command, struct spawn_part *part)
{
    char *soft = value_of(info, "soft");

    part->ranks = soft != NULL ? soft_choose(soft, part->asked) : part->asked;
    if (part->ranks < 0)
        note(MPI_ERR_SPAWN, "the key soft \"%s\" allows no number of ranks up to %d of \"%s\"",
             soft, part->asked, command);
    memory_give(soft);
    return part->ranks >= 0 ? MPI_SUCCESS : MPI_ERR_SPAWN;
}

static int read_hints(struct info *info, const char *command, struct command_script *script,
                      struct spawn_part *part)
{
    char *path = value_of(info, "path");
    int err;

    part->wdir = value_of(info, "wdir");
    part->appnum = read_number(info, "appnum", part->appnum);
    err = part->wdir != NULL ? command_check_directory(part->wdir) : MPI_SUCCESS;
    if (err == MPI_SUCCESS)
        err = command_open(command, path, part->wdir, &part->guest, script);
    memory_give(path);
    return err == MPI_SUCCESS ? choose_ranks(info, command, part) : err;
}

static int read_command(const struct commands *commands, int i, struct spawn_order *order)
{
    struct spawn_part *part = &order->part[i];
    struct command_script script;
    char name[64];
    struct info *info = NULL;
    int err = check_pointer(commands->commands[i], name_of_command(commands, "command", i, name));

    if (err == MPI_SUCCESS && commands->maxprocs[i] < 0)
        err = note(MPI_ERR_ARG, "%s is %d", name_of_command(commands, "maxprocs", i, name),
                   commands->maxprocs[i]);
    if (err == MPI_SUCCESS && commands->infos != NULL)
        err = check_hints(commands->infos[i], &info);
    if (err != MPI_SUCCESS)
        return err;
    part->asked = commands->maxprocs[i];
    part->appnum = i;
    if (i == 0)
        order->errhandler = read_errhandler(info);
    err = read_hints(info, commands->commands[i], &script, part);
    return err == MPI_SUCCESS ? take_arguments(commands, i, &script, part) : err;
}

static int check_commands(const struct commands *commands)
{
    int err;

    if (commands->count < 1)
        return note(MPI_ERR_ARG, "count %d is not positive", commands->count);
    err = check_pointer(commands->commands, "array_of_commands");
    if (err == MPI_SUCCESS)
        err = check_pointer(commands->maxprocs, "array_of_maxprocs");
    return err == MPI_SUCCESS ? check_pointer(commands->infos, "array_of_info") : err;
}

/* `asked` is set also if the order fails. */
static int read_order(const struct commands *commands, struct spawn_order *order, int *asked)
{
    int i, err = check_commands(commands);

    for (i = 0; err == MPI_SUCCESS && i < commands->count; i++)
        *asked += commands->maxprocs[i] > 0 ? commands->maxprocs[i] : 0;
    if (err != MPI_SUCCESS)
        return err;
    order->parts = commands->count;
    order->part = memory_take_zeroed((size_t)commands->count * sizeof *order->part);
    if (order->part == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for %d commands", commands->count);
    for (i = 0; err == MPI_SUCCESS && i < commands->count; i++) {
        err = read_command(commands, i, order);
        order->ranks += order->part[i].ranks;
    }
    if (err == MPI_SUCCESS && order->ranks == 0)
        err = note(MPI_ERR_SPAWN, "no rank is to be spawned");
    return err;
}

/* ---- the calls ------------------------------------------------------------------------------- */

static int spawn_commands(const struct call *call, const struct commands *commands, int root,
                          MPI_Comm handle, MPI_Comm *intercomm, int errcodes[])
{
    struct spawn spawn = {.root = root, .name = call->name};
    struct spawn_order order = {0};
    struct comm *comm, *created;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_intra(comm, "comm");
    if (err == MPI_SUCCESS)
        err = check_root(comm, root);
    if (err == MPI_SUCCESS)
        err = check_pointer(intercomm, "intercomm");
    if (err == MPI_SUCCESS && comm->rank == root)
        spawn.err = read_order(commands, &order, &spawn.asked);
    spawn.order = &order;
    if (err == MPI_SUCCESS)
        err = spawn_ranks(comm, &spawn, errcodes, &created);
    drop_order(&order);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *intercomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

int api_comm_spawn(const struct call *call, const char *command, char **argv, int maxprocs,
                   MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm,
                   int array_of_errcodes[])
{
    char *text = (char *)(uintptr_t)command;
    const struct commands commands = {.count = 1,
                                      .commands = &text,
                                      .argvs = &argv,
                                      .maxprocs = &maxprocs,
                                      .infos = &info};

    return spawn_commands(call, &commands, root, comm, intercomm, array_of_errcodes);
}

int api_comm_spawn_multiple(const struct call *call, int count, char **array_of_commands,
                            char ***array_of_argv, const int array_of_maxprocs[],
                            const MPI_Info array_of_info[], int root, MPI_Comm comm,
                            MPI_Comm *intercomm, int array_of_errcodes[])
{
    const struct commands commands = {.count = count,
                                      .commands = array_of_commands,
                                      .argvs = array_of_argv,
                                      .maxprocs = array_of_maxprocs,
                                      .infos = array_of_info,
                                      .is_multiple = true};

    return spawn_commands(call, &commands, root, comm, intercomm, array_of_errcodes);
}
