/* SPDX-License-Identifier: MIT */
/* The options of mpiexec as the standard has it, and of the launchers that people come from. */
#include "driver/options.h"

#include <string.h>

#include "base/container.h"

static const char one_environment[] =
    "all ranks share one process and its environment; start mpiexec through env(1) instead";

static const struct option_kind options[] = {
    {"n", OPTION_RANKS, 1, NULL},
    {"np", OPTION_RANKS, 1, NULL},
    {"c", OPTION_RANKS, 1, NULL},
    {"env", OPTION_ENV, 2, NULL},
    {"genv", OPTION_ENV_ALL, 2, NULL},
    {"x", OPTION_EXPORT, 1, NULL},
    {"l", OPTION_LABEL, 0, NULL},
    {"prepend-rank", OPTION_LABEL, 0, NULL},
    {"tag-output", OPTION_LABEL, 0, NULL},
    {"wdir", OPTION_WDIR, 1, NULL},
    {"wd", OPTION_WDIR, 1, NULL},
    {"timeout", OPTION_TIMEOUT, 1, NULL},
    {"matrix", OPTION_MATRIX, 1, NULL},
    {"path", OPTION_PATH, 1, NULL},
    {"configfile", OPTION_FILE, 1, NULL},
    {"h", OPTION_HELP, 0, NULL},
    {"help", OPTION_HELP, 0, NULL},
    {"version", OPTION_VERSION, 0, NULL},
    {"V", OPTION_VERSION, 0, NULL},

    /* The standard's, about other machines. */
    {"host", OPTION_HOST, 1, NULL},
    {"soft", OPTION_IGNORED, 1, NULL},
    {"arch", OPTION_IGNORED, 1, NULL},
    {"file", OPTION_IGNORED, 1, NULL},
    {"initial-errhandler", OPTION_ERRHANDLER, 1, NULL},

    /* Where the ranks run: one machine, one process. */
    {"hosts", OPTION_HOST, 1, NULL},
    {"H", OPTION_HOST, 1, NULL},
    {"f", OPTION_IGNORED, 1, NULL},
    {"hostfile", OPTION_IGNORED, 1, NULL},
    {"machinefile", OPTION_IGNORED, 1, NULL},
    {"default-hostfile", OPTION_IGNORED, 1, NULL},
    {"rankfile", OPTION_IGNORED, 1, NULL},
    {"ppn", OPTION_IGNORED, 1, NULL},
    {"perhost", OPTION_IGNORED, 1, NULL},
    {"N", OPTION_IGNORED, 1, NULL},
    {"npernode", OPTION_IGNORED, 1, NULL},
    {"npersocket", OPTION_IGNORED, 1, NULL},
    {"pernode", OPTION_IGNORED, 0, NULL},
    {"rr", OPTION_IGNORED, 0, NULL},
    {"order-nodes", OPTION_IGNORED, 1, NULL},
    {"localonly", OPTION_IGNORED, 0, NULL},
    {"oversubscribe", OPTION_IGNORED, 0, NULL},
    {"use-hwthread-cpus", OPTION_IGNORED, 0, NULL},
    {"bind-to", OPTION_IGNORED, 1, NULL},
    {"binding", OPTION_IGNORED, 1, NULL},
    {"map-by", OPTION_IGNORED, 1, NULL},
    {"rank-by", OPTION_IGNORED, 1, NULL},
    {"cpus-per-proc", OPTION_IGNORED, 1, NULL},
    {"cpus-per-rank", OPTION_IGNORED, 1, NULL},
    {"bind-to-core", OPTION_IGNORED, 0, NULL},
    {"bind-to-socket", OPTION_IGNORED, 0, NULL},
    {"bind-to-none", OPTION_IGNORED, 0, NULL},
    {"bycore", OPTION_IGNORED, 0, NULL},
    {"bysocket", OPTION_IGNORED, 0, NULL},
    {"bynode", OPTION_IGNORED, 0, NULL},
    {"byslot", OPTION_IGNORED, 0, NULL},
    {"membind", OPTION_IGNORED, 1, NULL},
    {"topolib", OPTION_IGNORED, 1, NULL},
    {"usize", OPTION_IGNORED, 1, NULL},

    /* How other launchers reach their processes. */
    {"allow-run-as-root", OPTION_IGNORED, 0, NULL},
    {"iface", OPTION_IGNORED, 1, NULL},
    {"launcher", OPTION_IGNORED, 1, NULL},
    {"launcher-exec", OPTION_IGNORED, 1, NULL},
    {"bootstrap", OPTION_IGNORED, 1, NULL},
    {"rmk", OPTION_IGNORED, 1, NULL},
    {"demux", OPTION_IGNORED, 1, NULL},
    {"localhost", OPTION_IGNORED, 1, NULL},
    {"disable-hostname-propagation", OPTION_IGNORED, 0, NULL},
    {"disable-x", OPTION_IGNORED, 0, NULL},
    {"enable-x", OPTION_IGNORED, 0, NULL},
    {"mca", OPTION_IGNORED, 2, NULL},
    {"gmca", OPTION_IGNORED, 2, NULL},
    {"pmca", OPTION_IGNORED, 2, NULL},
    {"prtemca", OPTION_IGNORED, 2, NULL},
    {"prefix", OPTION_IGNORED, 1, NULL},
    {"noprefix", OPTION_IGNORED, 0, NULL},
    {"mpi", OPTION_IGNORED, 1, NULL},

    /* What other launchers say of their own work. */
    {"v", OPTION_IGNORED, 0, NULL},
    {"verbose", OPTION_IGNORED, 0, NULL},
    {"q", OPTION_IGNORED, 0, NULL},
    {"quiet", OPTION_IGNORED, 0, NULL},
    {"print-rank-map", OPTION_IGNORED, 0, NULL},
    {"print-all-exitcodes", OPTION_IGNORED, 0, NULL},
    {"report-bindings", OPTION_IGNORED, 0, NULL},
    {"display-map", OPTION_IGNORED, 0, NULL},
    {"display-allocation", OPTION_IGNORED, 0, NULL},
    {"display", OPTION_IGNORED, 1, NULL},

    /* The environment: one process has one, and it is passed on whole. */
    {"envall", OPTION_IGNORED, 0, NULL},
    {"genvall", OPTION_IGNORED, 0, NULL},
    {"exportall", OPTION_IGNORED, 0, NULL},
    {"envnone", OPTION_REFUSED, 0, one_environment},
    {"genvnone", OPTION_REFUSED, 0, one_environment},
    {"envlist", OPTION_REFUSED, 1, one_environment},
    {"genvlist", OPTION_REFUSED, 1, one_environment},

    {"output-filename", OPTION_REFUSED, 1, "ranks share one output; -l tells them apart"},
    {"outfile-pattern", OPTION_REFUSED, 1, "ranks share one output; -l tells them apart"},
    {"errfile-pattern", OPTION_REFUSED, 1, "ranks share one output; -l tells them apart"},
    {"stdin", OPTION_REFUSED, 1, "ranks share one input"},
    {"s", OPTION_REFUSED, 1, "ranks share one input"},
    {"disable-auto-cleanup", OPTION_REFUSED, 0, "a process ends with its ranks"},
    {"ckpoint-interval", OPTION_REFUSED, 1, "there are no checkpoints"},
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
