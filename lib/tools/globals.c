/* SPDX-License-Identifier: MIT */
/* heddle-globals: lists the writable variables of a program and of its libraries, says which of
 * them each rank has for itself and which are shared, and why. It reads files and runs nothing of
 * the program. To find the libraries it runs the dynamic linker. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/container.h"
#include "base/symbol.h"
#include "image/whole/single.h"
#include "tools/listing.h"
#include "tools/names.h"
#include "tools/uninstrumented.h"

enum { STATUS_USAGE = 2, STATUS_NO_FILE = 1, STATUS_UNINSTRUMENTED = 3, LINE_BYTES = 4096 };

struct wish {
    bool all;       /* also the variables of the system's libraries */
    bool shared;    /* only shared variables */
    const char *map; /* the linker's map, to report only objects that use the wrong copy */
    struct shared_by_choice choice;
    bool is_copied;  /* the program uses Heddle, whose ranks have copies (image/whole/whole.h) */
    bool is_wrapped; /* the wrapper has compiled it */
    bool runs_main_once; /* and starts jobs by heddle_run */
    struct names needed; /* by Heddle's library */
};

static _Noreturn void fail(int status, const char *format, ...)
{
    va_list arguments;

    fputs("heddle-globals: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(status);
}

static void print_help(void)
{
    puts("usage: heddle-globals [-a] [-s] [-map=FILE] program | library...\n"
         "\n"
         "Lists the writable variables of a program and of its libraries: which of them each rank\n"
         "has for itself, which all ranks share, and why.\n"
         "\n"
         "  -a      also list the variables of libraries that have only shared ones\n"
         "  -s      list only shared variables\n"
         "  -map=FILE  report instead the objects that name a private variable but were not\n"
         "          compiled with Heddle's wrapper; FILE is the linker's map, made with --cref\n"
         "  -shared=NAME[,NAME...]  with -map, variables that ranks may share\n"
         "  -known=DIRECTORY  with -map, objects whose own variables are no news\n"
         "  -help, -version");
}

/* Prints a variable's place, name and kind. A variable inside a function loses its number: count.0
 * is count. */
static void print_variable(const struct variable *variable)
{
    char name[SYMBOL_NAME_BYTES];

    if (variable->file != NULL && *variable->file != '\0')
        printf("%s:%u: ", variable->file, variable->line);
    else
        printf("%s: ", variable->unit != NULL ? variable->unit : "-");
    printf("%s: %s", symbol_name(variable->name, name),
           variable->is_private ? "private" : "shared");
    if (variable->why != NULL)
        printf(" (%s)", variable->why);
    putchar('\n');
}

static int compare_globals(const void *one, const void *other)
{
    const struct variable *a = one, *b = other;
    int order = strcmp(a->file != NULL ? a->file : "", b->file != NULL ? b->file : "");

    if (order == 0)
        order = (a->line > b->line) - (a->line < b->line);
    return order != 0 ? order : strcmp(a->name, b->name);
}

/* Says why all ranks share an object that the wrapper has not compiled, or returns NULL if each has
 * a copy (image/whole/loaded.c). */
static const char *reason_to_share(const char *path, const struct wish *wish)
{
    if (!wish->is_copied)
        return "it was not compiled with Heddle's wrapper";
    if (single_is_of_process(path))
        return "one for all ranks, as the process has one";
    if (wish->is_wrapped && single_is_of_wrapped(path))
        return "one for all ranks, as a compiler's library; what ranks need is the program's";
    if (wish->runs_main_once && single_is_of_tests(path))
        return "one for all ranks, as a framework of tests";
    if (names_have(&wish->needed, path) && !single_is_of_programs(path))
        return "one for all ranks, as Heddle's library needs it";
    return NULL;
}

static const char *verdict(const char *path, const struct wish *wish)
{
    const char *reason = reason_to_share(path, wish);

    return reason != NULL ? reason : "each rank has a copy, code and data";
}

static void make_private(struct listing *listing)
{
    size_t i;

    for (i = 0; i < listing->count; i++) {
        listing->variables[i].is_private = true;
        listing->variables[i].why = NULL;
    }
}

static void print_module(const char *path, const struct wish *wish)
{
    struct listing listing;
    size_t i, shared = 0;

    if (listing_read(path, &listing) != 0)
        fail(STATUS_NO_FILE, "%s: %s", path, listing.error);
    if (!listing.has_records && reason_to_share(path, wish) == NULL)
        make_private(&listing);
    for (i = 0; i < listing.count; i++)
        shared += !listing.variables[i].is_private;
    printf("%s: %zu private, %zu shared", path, listing.count - shared, shared);
    if (!listing.has_records && !wish->all) {
        printf(": %s\n", verdict(path, wish));
    } else {
        putchar('\n');
        qsort(listing.variables, listing.count, sizeof *listing.variables, compare_globals);
        for (i = 0; i < listing.count; i++)
            if (!wish->shared || !listing.variables[i].is_private)
                print_variable(&listing.variables[i]);
    }
    listing_drop(&listing);
}

/* Adds the libraries that the dynamic linker would load, in its order. It writes lines
 * `name => path (address)` or `path (address)`. */
static void list_libraries(char *const command[], struct names *names)
{
    char line[LINE_BYTES], *path, *end;
    int ends[2], status;
    pid_t child;
    FILE *lines;

    if (pipe(ends) != 0 || (child = fork()) < 0)
        fail(STATUS_NO_FILE, "%s", strerror(errno));
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
        execv(command[0], command);
        _exit(EXIT_FAILURE);
    }
    close(ends[1]);
    lines = fdopen(ends[0], "r");
    while (lines != NULL && fgets(line, sizeof line, lines) != NULL) {
        path = strstr(line, "=> ");
        path = path != NULL ? path + strlen("=> ") : line + strspn(line, " \t");
        end = strrchr(line, '(');
        if (end == NULL || strchr(path, '/') == NULL)
            continue; /* the kernel's own object (the vdso) */
        end[-1] = '\0';
        names_add(names, path);
    }
    if (lines != NULL)
        fclose(lines);
    waitpid(child, &status, 0);
}

/* Finds what Heddle's library needs, itself included, by the dynamic linker among the libraries.
 * The linker does not list the auxiliary library (base/heap_kinds.h) of what it starts with. */
static void list_needed(const struct names *libraries, struct names *needed)
{
    char *command[] = {NULL, (char *)"--list", NULL, NULL};
    size_t i;

    for (i = 0; i < libraries->count; i++) {
        const char *file = single_file_of(libraries->names[i]);

        if (strncmp(file, "ld-linux", strlen("ld-linux")) == 0)
            command[0] = libraries->names[i];
        if (strcmp(file, "jemalloc.so") == 0)
            names_add(needed, libraries->names[i]);
        if (strcmp(file, "libmpi_abi.so.1") == 0)
            command[2] = libraries->names[i];
    }
    if (command[0] == NULL || command[2] == NULL)
        return;
    names_add(needed, command[2]);
    list_libraries(command, needed);
    names_sort(needed);
}

static bool has_uninstrumented(const char *path, const char *map,
                               const struct shared_by_choice *choice)
{
    struct names names = {0};
    int count;

    if (listing_read_global_names(path, &names) != 0)
        fail(STATUS_NO_FILE, "%s is not a readable program or library", path);
    count = uninstrumented_tell(map, &names, choice);
    if (count < 0)
        fail(STATUS_NO_FILE, "%s: %s", map, strerror(errno));
    names_drop(&names);
    return count > 0;
}

static bool is_executable(const char *path)
{
    return access(path, X_OK) == 0 && listing_has_interpreter(path);
}

static void read_program(const char *path, struct wish *wish)
{
    struct listing listing;
    bool is_read = listing_read(path, &listing) == 0;

    wish->is_wrapped = is_read && listing.has_records;
    wish->runs_main_once = is_read && listing.runs_main_once;
    listing_drop(&listing);
}

static void print_all(const char *path, struct wish *wish)
{
    struct names libraries = {0};
    char whole[PATH_MAX], *command[] = {whole, NULL};
    size_t i;

    if (realpath(path, whole) == NULL)
        fail(STATUS_NO_FILE, "%s: %s", path, strerror(errno));
    if (is_executable(whole))
        list_libraries(command, &libraries);
    list_needed(&libraries, &wish->needed);
    wish->is_copied = wish->needed.count > 0;
    read_program(whole, wish);
    print_module(whole, wish);
    for (i = 0; i < libraries.count; i++)
        print_module(libraries.names[i], wish);
    names_drop(&libraries);
    names_drop(&wish->needed);
}

static void add_names(struct names *names, char *list)
{
    char *name;

    while ((name = strsep(&list, ",")) != NULL)
        names_add(names, name);
    names_sort(names);
}

int main(int argc, char **argv)
{
    struct wish wish = {0};
    int status = 0, i;

    for (i = 1; i < argc && argv[i][0] == '-'; i++) {
        char *option = argv[i] + (argv[i][1] == '-' ? 2 : 1);

        if (strcmp(option, "a") == 0)
            wish.all = true;
        else if (strcmp(option, "s") == 0)
            wish.shared = true;
        else if (strncmp(option, "map=", strlen("map=")) == 0)
            wish.map = option + strlen("map=");
        else if (strncmp(option, "shared=", strlen("shared=")) == 0)
            add_names(&wish.choice.shared, option + strlen("shared="));
        else if (strncmp(option, "known=", strlen("known=")) == 0)
            wish.choice.known = option + strlen("known=");
        else if (strcmp(option, "version") == 0)
            return puts("heddle-globals (Heddle) " PACKAGE_VERSION) < 0;
        else if (strcmp(option, "help") == 0 || strcmp(option, "h") == 0)
            return print_help(), 0;
        else
            fail(STATUS_USAGE, "%s is not an option; -help lists them", argv[i]);
    }
    if (i == argc)
        fail(STATUS_USAGE, "no program or library given; see heddle-globals -help");
    for (; i < argc; i++)
        if (wish.map == NULL)
            print_all(argv[i], &wish);
        else if (has_uninstrumented(argv[i], wish.map, &wish.choice))
            status = STATUS_UNINSTRUMENTED;
    return status;
}
