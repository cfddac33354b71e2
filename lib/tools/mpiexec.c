/* SPDX-License-Identifier: MIT */
/* mpiexec: encodes its command line as a plan and executes the program in its own process. That
 * process is the job, so a debugger, `timeout` or a shell sees one process. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/built.h"
#include "base/container.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "job/plan.h"
#include "tools/completion.h"
#include "tools/configfile.h"
#include "tools/fail.h"
#include "tools/foreign.h"
#include "tools/options.h"
#include "tools/program.h"
#include "tools/setting.h"

enum { PARTS_MAX = 1024 };

static const char launcher[] = "heddle-launch";

struct command {
    struct plan plan;
    bool runs_processes; /* in place of ranks */
    char *program[PARTS_MAX];       /* of each part: as on the command line, later its path */
    const char *path[PARTS_MAX];    /* directories to search instead of PATH */
    struct plan_part part[PARTS_MAX];
};

/* ---- the command line ------------------------------------------------------------------------ */

static unsigned read_whole(const char *option, const char *text, unsigned long highest)
{
    char *end;
    unsigned long number;

    errno = 0;
    number = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number < 1 || number > highest)
        fail(STATUS_USAGE, "%s %s: not a whole number from 1 to %lu", option, text, highest);
    return (unsigned)number;
}

static void add_variable(struct plan_part *part, const char *name, const char *value)
{
    size_t bytes = strlen(name) + strlen(value) + 2;
    size_t count = (size_t)part->env_count + 1;
    char *entry = needed(memory_take(bytes));

    if (*name == '\0' || strchr(name, '=') != NULL)
        fail(STATUS_USAGE, "\"%s\" cannot be the name of an environment variable", name);
    snprintf(entry, bytes, "%s=%s", name, value);
    part->env = needed(memory_grow(part->env, (count + 1) * sizeof part->env[0]));
    part->env[part->env_count++] = entry;
    part->env[part->env_count] = NULL;
}

static void export_variable(struct plan_part *part, const char *text)
{
    char *name = needed(memory_copy_text(text));
    char *equals = strchr(name, '=');

    if (equals != NULL) {
        *equals = '\0';
        add_variable(part, name, equals + 1);
    }
    memory_give(name);
}

/* Warns about a host that is not this one, because the user expects ranks there. */
static void check_host(const char *option, const char *hosts)
{
    char here[256] = "", *copy = needed(memory_copy_text(hosts)), *rest = copy, *host;

    gethostname(here, sizeof here - 1);
    while ((host = strsep(&rest, ",")) != NULL) {
        host[strcspn(host, ":")] = '\0';
        if (*host != '\0' && strcmp(host, here) != 0 && strcmp(host, "localhost") != 0 &&
            strcmp(host, "127.0.0.1") != 0)
            fprintf(stderr, "mpiexec: %s %s: all ranks run here, on %s\n", option, host, here);
    }
    memory_give(copy);
}

static void apply_option(struct command *command, const struct option_kind *kind,
                         const char *option, char *const values[])
{
    struct plan_part *part = &command->part[command->plan.parts];

    switch (kind->meaning) {
    case OPTION_RANKS:
        part->ranks = (int)read_whole(option, values[0], PLAN_RANKS_MAX);
        break;
    case OPTION_ENV:
        add_variable(part, values[0], values[1]);
        break;
    case OPTION_ENV_ALL:
        if (setenv(values[0], values[1], 1) != 0)
            fail(STATUS_USAGE, "\"%s\" cannot be the name of an environment variable", values[0]);
        break;
    case OPTION_EXPORT:
        export_variable(part, values[0]);
        break;
    case OPTION_PROCESSES:
        command->runs_processes = true;
        break;
    case OPTION_LABEL:
        command->plan.label = true;
        break;
    case OPTION_WDIR:
        part->wdir = values[0];
        break;
    case OPTION_TIMEOUT:
        command->plan.timeout_s = read_whole(option, values[0], 31536000);
        break;
    case OPTION_KNOB:
    case OPTION_KNOB_FILE:
    case OPTION_KNOB_TEXT:
    case OPTION_CHECK:
    case OPTION_SUMMARY:
    case OPTION_SET:
    case OPTION_DISPLAY:
    case OPTION_OUTPUT:
        setting_apply(kind, option, values[0]);
        break;
    case OPTION_PATH:
        command->path[command->plan.parts] = values[0];
        break;
    case OPTION_HOST:
        check_host(option, values[0]);
        break;
    case OPTION_REFUSED:
        fail(STATUS_USAGE, "%s is not possible: %s", option, kind->reason);
    case OPTION_HELP:
        option_print_help();
        exit(0);
    case OPTION_COMPLETION:
        completion_print();
        exit(0);
    case OPTION_VERSION:
        printf("mpiexec (Heddle) " PACKAGE_VERSION "\n%s\n", built_text);
        exit(0);
    case OPTION_MERGE:
        if (dup2(STDOUT_FILENO, STDERR_FILENO) < 0)
            fail(STATUS_USAGE, "%s: %s", option, strerror(errno));
        break;
    case OPTION_FILE:
        fail(STATUS_USAGE, "%s FILE must be the only option", option);
    case OPTION_IGNORED:
        break;
    }
}

/* Reads one option with its values. Returns the number of words taken. */
static int read_option(struct command *command, int count, char **words)
{
    const char *value;
    const struct option_kind *kind = option_find(words[0], &value);
    char *given[2] = {NULL, NULL};
    int taken = value != NULL ? 1 : 0, i;

    if (kind == NULL)
        fail(STATUS_USAGE, "%s is not an option of mpiexec; -help lists them", words[0]);
    if (value != NULL) {
        if (kind->arguments != 1 && !option_has_words(kind))
            fail(STATUS_USAGE, "%s: this option takes %d values, which follow it as words",
                 words[0], kind->arguments);
        given[0] = needed(memory_copy_text(value));
    }
    for (i = taken; i < kind->arguments; i++) {
        if (1 + i >= count || strcmp(words[1 + i], ":") == 0)
            fail(STATUS_USAGE, "%s needs %s", words[0],
                 kind->arguments == 1 ? "a value" : "two values");
        given[i] = words[1 + i];
    }
    apply_option(command, kind, words[0], given);
    return option_has_words(kind) ? 1 : 1 + kind->arguments - taken;
}

/* Reads the part that starts at words[0]. Returns the number of words up to the next colon. */
static int read_part(struct command *command, int count, char **words)
{
    int at = 0, number = command->plan.parts;
    struct plan_part *part = &command->part[number];

    while (at < count && words[at][0] == '-' && words[at][1] != '\0') {
        if (strcmp(words[at], "--") == 0) {
            at++;
            break;
        }
        at += read_option(command, count - at, words + at);
    }
    if (at == count || strcmp(words[at], ":") == 0)
        fail(STATUS_USAGE,
             "no program given: mpiexec [options] program [arguments]; see mpiexec -help");
    command->program[number] = words[at];
    part->argv = words + at;
    while (at < count && strcmp(words[at], ":") != 0) {
        part->argc++;
        at++;
    }
    command->plan.parts++;
    return at;
}

static void read_command(struct command *command, int count, char **words)
{
    int at = 0, i;

    for (;;) {
        if (command->plan.parts == PARTS_MAX)
            fail(STATUS_USAGE, "more than %d parts", PARTS_MAX);
        at += read_part(command, count - at, words + at);
        if (at == count)
            break;
        at++; /* skip the colon */
    }
    for (i = 0; i < command->plan.parts; i++) {
        if (command->plan.parts > 1 && command->part[i].ranks == 0)
            command->part[i].ranks = 1;
        command->plan.ranks += command->part[i].ranks;
    }
    if (command->plan.ranks > PLAN_RANKS_MAX)
        fail(STATUS_USAGE, "%d ranks; at most %d are possible", command->plan.ranks,
             PLAN_RANKS_MAX);
    command->plan.part = command->part;
}

/* ---- the program ----------------------------------------------------------------------------- */

static bool is_program(const char *file, struct stat *status)
{
    return stat(file, status) == 0 && S_ISREG(status->st_mode);
}

/* Finds the file of a program's name as a shell does and then, as MPI's launchers do, in the
 * current directory. */
static char *find_program(const char *name, const char *path, struct stat *status)
{
    char *directories, *rest, *directory;

    if (strchr(name, '/') != NULL)
        return is_program(name, status) ? needed(memory_copy_text(name)) : NULL;
    if (path == NULL)
        path = getenv("PATH") != NULL ? getenv("PATH") : "/usr/local/bin:/usr/bin:/bin";
    directories = rest = needed(memory_copy_text(path));
    while ((directory = strsep(&rest, ":")) != NULL) {
        size_t bytes = strlen(directory) + strlen(name) + 4;
        char *file = needed(memory_take(bytes));

        snprintf(file, bytes, "%s/%s", *directory != '\0' ? directory : ".", name);
        if (is_program(file, status) && access(file, X_OK) == 0) {
            memory_give(directories);
            return file;
        }
        memory_give(file);
    }
    memory_give(directories);
    directory = needed(memory_take(strlen(name) + 3));
    memcpy(directory, "./", 2);
    memcpy(directory + 2, name, strlen(name) + 1);
    if (is_program(directory, status))
        return directory;
    memory_give(directory);
    return NULL;
}

/* Makes each part's directory absolute; the default is the current one. */
static void settle_directories(struct command *command)
{
    int i;

    for (i = 0; i < command->plan.parts; i++) {
        struct plan_part *part = &command->part[i];
        const char *wanted = part->wdir != NULL ? part->wdir : ".";
        char *whole = realpath(wanted, NULL);

        if (whole == NULL && part->wdir != NULL)
            fail(STATUS_NOT_FOUND, "-wdir %s: %s", wanted, strerror(errno));
        part->wdir = whole;
    }
}

static void enter_directory(const struct plan_part *part)
{
    if (part->wdir != NULL && chdir(part->wdir) != 0)
        fail(STATUS_NOT_FOUND, "-wdir %s: %s", part->wdir, strerror(errno));
}

/* Finds the program of each part. Returns the path of the process's executable, seen from the first
 * part's directory: the program, or the launcher of several. */
static char *find_programs(struct command *command)
{
    struct stat first_status = {0}, status;
    bool are_several = false;
    int i;

    for (i = 0; i < command->plan.parts; i++) {
        const char *name = command->program[i];
        char *file;

        enter_directory(&command->part[i]);
        file = find_program(name, command->path[i], &status);
        if (file == NULL)
            fail(STATUS_NOT_FOUND, "program %s not found%s", name,
                 strchr(name, '/') != NULL ? "" : " in PATH or in this directory");
        if (access(file, X_OK) != 0)
            fail(STATUS_NOT_EXECUTABLE, "%s: %s", file, strerror(errno));
        command->program[i] = file;
        command->part[i].file = needed(realpath(file, NULL));
        if (i == 0)
            first_status = status;
        else if (status.st_dev != first_status.st_dev || status.st_ino != first_status.st_ino)
            are_several = true;
    }
    for (i = 0; i < command->plan.parts && !are_several; i++)
        command->part[i].file = NULL;
    enter_directory(&command->part[0]);
    /* Several programs run in the process of a neutral one. */
    return are_several ? foreign_find_beside(launcher, "several programs")
                       : command->program[0];
}

/* Moves variables from the plan into the process's environment: all of an only part, and those for
 * Heddle. A rank's own environment would come too late for the loader and for knobs. */
static void set_variables(struct plan_part *part, bool is_only)
{
    int i, kept = 0;

    for (i = 0; i < part->env_count; i++) {
        if (!is_only && strncmp(part->env[i], "HEDDLE_", strlen("HEDDLE_")) != 0)
            part->env[kept++] = part->env[i];
        else if (putenv(part->env[i]) != 0)
            fail(STATUS_USAGE, "no memory");
    }
    part->env_count = kept;
}

static void set_environment(struct command *command)
{
    struct plan_part *part = &command->part[0];
    const char *timeout = getenv("MPIEXEC_TIMEOUT");
    char *text;
    int i;

    if (command->plan.timeout_s == 0 && timeout != NULL && *timeout != '\0')
        command->plan.timeout_s = read_whole("MPIEXEC_TIMEOUT", timeout, 31536000);
    /* Drop from the plan what the process has already. */
    for (i = command->plan.parts - 1; i >= 0; i--) {
        if (part[i].wdir != NULL && part[0].wdir != NULL && strcmp(part[i].wdir, part[0].wdir) == 0)
            part[i].wdir = NULL;
        set_variables(&part[i], command->plan.parts == 1);
    }
    /* Use the process's own arguments, because a script in between may change them. */
    part[0].argc = 0;
    if (plan_encode(&command->plan, &text) != 0)
        fail(STATUS_USAGE, "%s", note_text());
    if (setenv("HEDDLE_PLAN", text, 1) != 0)
        fail(STATUS_USAGE, "no memory");
    memory_give(text);
}

/* A program may be one that starts another, such as a debugger: then an argument is one of ours, or
 * a script, or words for a shell. */
static bool may_start_another(char **arguments)
{
    char library[PROGRAM_LIBRARY_BYTES];

    for (arguments++; *arguments != NULL; arguments++) {
        struct stat status;
        char *file = find_program(*arguments, NULL, &status);
        bool is_found = file != NULL;
        enum program_kind kind = is_found ? program_find(file, library) : PROGRAM_PLAIN;

        memory_give(file);
        if (strpbrk(*arguments, " ;&|$") != NULL ||
            (is_found && access(*arguments, R_OK) == 0 && kind == PROGRAM_UNKNOWN) ||
            kind == PROGRAM_OURS || kind == PROGRAM_OF_ABI)
            return true;
    }
    return false;
}

/* Without this, a program that knows nothing of the plan would run once, in silence. */
static void check_program(const char *file, char **arguments)
{
    char library[PROGRAM_LIBRARY_BYTES];

    switch (program_find(file, library)) {
    case PROGRAM_OF_OTHER:
        fail(STATUS_USAGE, "%s was not linked by Heddle's mpicc, but for %s: link it again with "
             "that, or start it with that library's own mpiexec", file, library);
    case PROGRAM_PLAIN:
        if (!may_start_another(arguments))
            fail(STATUS_USAGE, "%s was not linked by Heddle's mpicc and would run once, without "
                 "ranks: mpiexec -processes runs it as processes of their own", file);
        break;
    case PROGRAM_OURS:
    case PROGRAM_OF_ABI:
    case PROGRAM_UNKNOWN:
        break;
    }
}

/* Returns the interpreter that can run as ranks: this one, or ours, which finds its library by the
 * path in each part's words. One rank may spawn others, but needs no library. */
static char *choose_interpreter(struct command *command, char *file)
{
    int i;

    if (program_is_movable(file) || (command->plan.ranks == 1 && !foreign_has_library(file)))
        return file;
    for (i = 0; i < command->plan.parts; i++)
        command->part[i].argv[0] = command->program[i];
    return foreign_find_beside("heddle-python", "Python scripts as ranks");
}

static int run_processes(const struct command *command, const char *file)
{
    if (command->plan.parts > 1)
        fail(STATUS_USAGE, "-processes runs one program with one list of arguments");
    return program_run(file, command->part[0].argv,
                       command->plan.ranks > 0 ? command->plan.ranks : 1);
}

static bool is_file_option(const char *word)
{
    const char *value;
    const struct option_kind *kind = word[0] == '-' ? option_find(word, &value) : NULL;

    return kind != NULL && kind->meaning == OPTION_FILE && value == NULL;
}

int main(int argc, char **argv)
{
    struct command *command = needed(memory_take_zeroed(sizeof *command));
    int count = argc - 1;
    char **words = argv + 1, **arguments, *file;

    if (count == 0) {
        option_print_help();
        return STATUS_USAGE;
    }
    if (count == 2 && is_file_option(words[0])) {
        count = 0;
        words = configfile_read(argv[2], &count);
    }
    read_command(command, count, words);
    if (command->part[0].wdir != NULL)
        setting_keep_files();
    setting_let_openmp_sleep();
    settle_directories(command);
    file = find_programs(command);
    arguments = command->part[0].argv;
    arguments[command->part[0].argc] = NULL;
    if (command->runs_processes)
        return run_processes(command, file);
    if (command->plan.ranks > 0 && foreign_is_python(file))
        file = choose_interpreter(command, file);
    else if (command->plan.ranks != 1) /* one of any program is what it looks like */
        check_program(file, arguments);
    set_environment(command);
    foreign_lead_to_library(file);
    execvp(file, arguments); /* execvp also runs a script without #! */
    fail(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_EXECUTABLE, "%s: %s", file,
         strerror(errno));
}
