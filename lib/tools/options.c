/* SPDX-License-Identifier: MIT */
/* The options of mpiexec: the standard's, and those of other common launchers. */
#include "tools/options.h"

#include <string.h>

#include "base/container.h"

static const char one_environment[] =
    "the ranks inherit mpiexec's environment; run mpiexec under env(1) to change it";

static const struct option_words errhandlers = {
    "HEDDLE_INITIAL_ERRHANDLER",
    "mpi_errors_are_fatal, mpi_errors_abort or mpi_errors_return",
    false,
    {{"mpi_errors_are_fatal", "0"}, {"mpi_errors_abort", "1"}, {"mpi_errors_return", "2"}},
};

static const struct option_words readers = {
    "HEDDLE_STDIN", "all, none or the number of a rank", true, {{"all", "-1"}, {"none", "-2"}},
};

/* A larger part of the machine than a core or hardware thread does not bind a rank. */
static const struct option_words cores = {
    "HEDDLE_BIND",
    "core, hwthread, none, or a larger part of the machine, which binds as none",
    false,
    {{"core", "1"}, {"hwthread", "2"}, {"none", "0"}, {"socket", "0"}, {"package", "0"},
     {"numa", "0"}, {"l2cache", "0"}, {"l3cache", "0"}, {"board", "0"}},
};

static const struct option_kind options[] = {
    {"n", OPTION_RANKS, 1, NULL, NULL},
    {"np", OPTION_RANKS, 1, NULL, NULL},
    {"c", OPTION_RANKS, 1, NULL, NULL},
    {"env", OPTION_ENV, 2, NULL, NULL},
    {"genv", OPTION_ENV_ALL, 2, NULL, NULL},
    {"x", OPTION_EXPORT, 1, NULL, NULL},
    {"l", OPTION_LABEL, 0, NULL, NULL},
    {"prepend-rank", OPTION_LABEL, 0, NULL, NULL},
    {"tag-output", OPTION_LABEL, 0, NULL, NULL},
    {"wdir", OPTION_WDIR, 1, NULL, NULL},
    {"wd", OPTION_WDIR, 1, NULL, NULL},
    {"timeout", OPTION_TIMEOUT, 1, NULL, NULL},
    {"matrix", OPTION_MATRIX, 1, NULL, NULL},
    {"bind-to", OPTION_KNOB, 1, NULL, &cores},
    {"binding", OPTION_KNOB, 1, NULL, &cores},
    {"path", OPTION_PATH, 1, NULL, NULL},
    {"configfile", OPTION_FILE, 1, NULL, NULL},
    {"h", OPTION_HELP, 0, NULL, NULL},
    {"help", OPTION_HELP, 0, NULL, NULL},
    {"version", OPTION_VERSION, 0, NULL, NULL},
    {"V", OPTION_VERSION, 0, NULL, NULL},

    /* The standard's options about other machines. */
    {"host", OPTION_HOST, 1, NULL, NULL},
    {"soft", OPTION_IGNORED, 1, NULL, NULL},
    {"arch", OPTION_IGNORED, 1, NULL, NULL},
    {"file", OPTION_IGNORED, 1, NULL, NULL},
    {"initial-errhandler", OPTION_KNOB, 1, NULL, &errhandlers},

    /* Options about where ranks run. They run on one machine, in one process. */
    {"hosts", OPTION_HOST, 1, NULL, NULL},
    {"H", OPTION_HOST, 1, NULL, NULL},
    {"f", OPTION_IGNORED, 1, NULL, NULL},
    {"hostfile", OPTION_IGNORED, 1, NULL, NULL},
    {"machinefile", OPTION_IGNORED, 1, NULL, NULL},
    {"default-hostfile", OPTION_IGNORED, 1, NULL, NULL},
    {"rankfile", OPTION_IGNORED, 1, NULL, NULL},
    {"ppn", OPTION_IGNORED, 1, NULL, NULL},
    {"perhost", OPTION_IGNORED, 1, NULL, NULL},
    {"N", OPTION_IGNORED, 1, NULL, NULL},
    {"npernode", OPTION_IGNORED, 1, NULL, NULL},
    {"npersocket", OPTION_IGNORED, 1, NULL, NULL},
    {"pernode", OPTION_IGNORED, 0, NULL, NULL},
    {"rr", OPTION_IGNORED, 0, NULL, NULL},
    {"order-nodes", OPTION_IGNORED, 1, NULL, NULL},
    {"localonly", OPTION_IGNORED, 0, NULL, NULL},
    {"oversubscribe", OPTION_IGNORED, 0, NULL, NULL},
    {"use-hwthread-cpus", OPTION_IGNORED, 0, NULL, NULL},
    {"map-by", OPTION_IGNORED, 1, NULL, NULL},
    {"rank-by", OPTION_IGNORED, 1, NULL, NULL},
    {"cpus-per-proc", OPTION_IGNORED, 1, NULL, NULL},
    {"cpus-per-rank", OPTION_IGNORED, 1, NULL, NULL},
    {"bind-to-core", OPTION_IGNORED, 0, NULL, NULL},
    {"bind-to-socket", OPTION_IGNORED, 0, NULL, NULL},
    {"bind-to-none", OPTION_IGNORED, 0, NULL, NULL},
    {"bycore", OPTION_IGNORED, 0, NULL, NULL},
    {"bysocket", OPTION_IGNORED, 0, NULL, NULL},
    {"bynode", OPTION_IGNORED, 0, NULL, NULL},
    {"byslot", OPTION_IGNORED, 0, NULL, NULL},
    {"membind", OPTION_IGNORED, 1, NULL, NULL},
    {"topolib", OPTION_IGNORED, 1, NULL, NULL},
    {"usize", OPTION_IGNORED, 1, NULL, NULL},

    /* Options about how other launchers reach their processes. */
    {"allow-run-as-root", OPTION_IGNORED, 0, NULL, NULL},
    {"iface", OPTION_IGNORED, 1, NULL, NULL},
    {"launcher", OPTION_IGNORED, 1, NULL, NULL},
    {"launcher-exec", OPTION_IGNORED, 1, NULL, NULL},
    {"bootstrap", OPTION_IGNORED, 1, NULL, NULL},
    {"rmk", OPTION_IGNORED, 1, NULL, NULL},
    {"demux", OPTION_IGNORED, 1, NULL, NULL},
    {"localhost", OPTION_IGNORED, 1, NULL, NULL},
    {"disable-hostname-propagation", OPTION_IGNORED, 0, NULL, NULL},
    {"disable-x", OPTION_IGNORED, 0, NULL, NULL},
    {"enable-x", OPTION_IGNORED, 0, NULL, NULL},
    {"mca", OPTION_IGNORED, 2, NULL, NULL},
    {"gmca", OPTION_IGNORED, 2, NULL, NULL},
    {"pmca", OPTION_IGNORED, 2, NULL, NULL},
    {"prtemca", OPTION_IGNORED, 2, NULL, NULL},
    {"prefix", OPTION_IGNORED, 1, NULL, NULL},
    {"noprefix", OPTION_IGNORED, 0, NULL, NULL},
    {"mpi", OPTION_IGNORED, 1, NULL, NULL},

    /* Options about what other launchers report of their work. */
    {"v", OPTION_IGNORED, 0, NULL, NULL},
    {"verbose", OPTION_IGNORED, 0, NULL, NULL},
    {"q", OPTION_IGNORED, 0, NULL, NULL},
    {"quiet", OPTION_IGNORED, 0, NULL, NULL},
    {"print-rank-map", OPTION_IGNORED, 0, NULL, NULL},
    {"print-all-exitcodes", OPTION_IGNORED, 0, NULL, NULL},
    {"report-bindings", OPTION_IGNORED, 0, NULL, NULL},
    {"display-map", OPTION_IGNORED, 0, NULL, NULL},
    {"display-allocation", OPTION_IGNORED, 0, NULL, NULL},
    {"display", OPTION_IGNORED, 1, NULL, NULL},

    /* Options about the environment, which is passed on whole. */
    {"envall", OPTION_IGNORED, 0, NULL, NULL},
    {"genvall", OPTION_IGNORED, 0, NULL, NULL},
    {"exportall", OPTION_IGNORED, 0, NULL, NULL},
    {"envnone", OPTION_REFUSED, 0, one_environment, NULL},
    {"genvnone", OPTION_REFUSED, 0, one_environment, NULL},
    {"envlist", OPTION_REFUSED, 1, one_environment, NULL},
    {"genvlist", OPTION_REFUSED, 1, one_environment, NULL},

    {"output-filename", OPTION_REFUSED, 1, "ranks share one output; use -l to mark lines", NULL},
    {"outfile-pattern", OPTION_REFUSED, 1, "ranks share one output; use -l to mark lines", NULL},
    {"errfile-pattern", OPTION_REFUSED, 1, "ranks share one output; use -l to mark lines", NULL},
    {"stdin", OPTION_KNOB, 1, NULL, &readers},
    {"s", OPTION_KNOB, 1, NULL, &readers},
    {"disable-auto-cleanup", OPTION_REFUSED, 0, "the process ends with its ranks", NULL},
    {"ckpoint-interval", OPTION_REFUSED, 1, "Heddle writes no checkpoints", NULL},
};

const struct option_kind *option_find(const char *word, const char **value)
{
    size_t length, i;

    word += word[1] == '-' ? 2 : 1;
    length = strcspn(word, "=");
    *value = word[length] == '=' ? word + length + 1 : NULL;
    for (i = 0; i < ARRAY_LENGTH(options); i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, word, length) == 0)
            return &options[i];
    return NULL;
}

const char *option_number(const struct option_kind *kind, const char *word)
{
    const struct option_words *words = kind->words;
    size_t digits = strspn(word, "0123456789"), i;

    for (i = 0; i < ARRAY_LENGTH(words->each) && words->each[i].word != NULL; i++)
        if (strcmp(words->each[i].word, word) == 0)
            return words->each[i].number;
    return words->has_numbers && digits > 0 && word[digits] == '\0' ? word : NULL;
}

void option_print_ignored(FILE *out)
{
    size_t i;
    int column = 0;

    for (i = 0; i < ARRAY_LENGTH(options); i++) {
        if (options[i].meaning != OPTION_IGNORED)
            continue;
        if (column + strlen(options[i].name) > 88)
            column = 0;
        column += fprintf(out, "%s-%s", column == 0 ? "\n  " : " ", options[i].name);
    }
    fputc('\n', out);
}
