/* SPDX-License-Identifier: MIT */
/* The options of mpiexec: the standard's, and those of other common launchers. */
#include "tools/options.h"

#include <string.h>

#include "base/container.h"
#include "base/knob.h"

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

/* Knobs that an option sets to 1, or to a text. */
static const struct option_words timestamp = {.variable = "HEDDLE_TIMESTAMP"};
static const struct option_words report_bindings = {.variable = "HEDDLE_REPORT_BINDINGS"};
static const struct option_words progress = {.variable = "HEDDLE_PROGRESS"};
static const struct option_words matrix = {.variable = "HEDDLE_MATRIX"};
static const struct option_words trace = {.variable = "HEDDLE_TRACE"};
static const struct option_words check = {.variable = "HEDDLE_CHECK"};
static const struct option_words summary = {.variable = "HEDDLE_SUMMARY"};
static const struct option_words explore = {.variable = "HEDDLE_EXPLORE"};
static const struct option_words explore_jobs = {"HEDDLE_EXPLORE_JOBS", "a whole number", true,
                                                 {{0}}};
static const struct option_words explore_time = {
    "HEDDLE_EXPLORE_TIME", "machine or virtual", false, {{"machine", "0"}, {"virtual", "1"}}};
static const struct option_words explore_picture = {.variable = "HEDDLE_EXPLORE_PICTURE"};
static const struct option_words record = {.variable = "HEDDLE_RECORD"};
static const struct option_words outfiles = {.variable = "HEDDLE_OUTFILE_PATTERN"};
static const struct option_words errfiles = {.variable = "HEDDLE_ERRFILE_PATTERN"};

static const struct option_kind options[] = {
    {"n", OPTION_RANKS, 1, NULL, NULL},
    {"np", OPTION_RANKS, 1, NULL, NULL},
    {"c", OPTION_RANKS, 1, NULL, NULL},
    {"env", OPTION_ENV, 2, NULL, NULL},
    {"genv", OPTION_ENV_ALL, 2, NULL, NULL},
    {"x", OPTION_EXPORT, 1, NULL, NULL},
    {"processes", OPTION_PROCESSES, 0, NULL, NULL},
    {"l", OPTION_LABEL, 0, NULL, NULL},
    {"prepend-rank", OPTION_LABEL, 0, NULL, NULL},
    {"tag-output", OPTION_LABEL, 0, NULL, NULL},
    {"wdir", OPTION_WDIR, 1, NULL, NULL},
    {"wd", OPTION_WDIR, 1, NULL, NULL},
    {"timeout", OPTION_TIMEOUT, 1, NULL, NULL},
    {"timestamp", OPTION_SET, 0, NULL, &timestamp},
    {"timestamp-output", OPTION_SET, 0, NULL, &timestamp},
    {"outfile-pattern", OPTION_KNOB_FILE, 1, NULL, &outfiles},
    {"errfile-pattern", OPTION_KNOB_FILE, 1, NULL, &errfiles},
    {"output-filename", OPTION_OUTPUT, 1, NULL, NULL},
    {"matrix", OPTION_KNOB_FILE, 1, NULL, &matrix},
    {"trace", OPTION_KNOB_FILE, 1, NULL, &trace},
    {"progress", OPTION_SET, 0, NULL, &progress},
    {"check", OPTION_CHECK, 0, NULL, &check},
    {"summary", OPTION_SUMMARY, 0, NULL, &summary},
    {"explore", OPTION_KNOB_TEXT, 1, NULL, &explore},
    {"explore-jobs", OPTION_KNOB, 1, NULL, &explore_jobs},
    {"explore-picture", OPTION_KNOB_FILE, 1, NULL, &explore_picture},
    {"explore-time", OPTION_KNOB, 1, NULL, &explore_time},
    {"record", OPTION_KNOB_FILE, 1, NULL, &record},
    {"report-bindings", OPTION_SET, 0, NULL, &report_bindings},
    {"display-map", OPTION_SET, 0, NULL, &report_bindings},
    {"print-rank-map", OPTION_SET, 0, NULL, &report_bindings},
    {"display", OPTION_DISPLAY, 1, NULL, &report_bindings},
    {"bind-to", OPTION_KNOB, 1, NULL, &cores},
    {"binding", OPTION_KNOB, 1, NULL, &cores},
    {"path", OPTION_PATH, 1, NULL, NULL},
    {"configfile", OPTION_FILE, 1, NULL, NULL},
    {"app", OPTION_FILE, 1, NULL, NULL},
    {"merge-stderr-to-stdout", OPTION_MERGE, 0, NULL, NULL},
    {"h", OPTION_HELP, 0, NULL, NULL},
    {"help", OPTION_HELP, 0, NULL, NULL},
    {"completion", OPTION_COMPLETION, 0, NULL, NULL},
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
    {"tune", OPTION_IGNORED, 1, NULL, NULL},
    {"mpi", OPTION_IGNORED, 1, NULL, NULL},

    /* Options about what other launchers report of their work. */
    {"v", OPTION_IGNORED, 0, NULL, NULL},
    {"verbose", OPTION_IGNORED, 0, NULL, NULL},
    {"q", OPTION_IGNORED, 0, NULL, NULL},
    {"quiet", OPTION_IGNORED, 0, NULL, NULL},
    {"print-all-exitcodes", OPTION_IGNORED, 0, NULL, NULL},
    {"display-allocation", OPTION_IGNORED, 0, NULL, NULL},

    /* Options about the environment, which is passed on whole. */
    {"envall", OPTION_IGNORED, 0, NULL, NULL},
    {"genvall", OPTION_IGNORED, 0, NULL, NULL},
    {"exportall", OPTION_IGNORED, 0, NULL, NULL},
    {"envnone", OPTION_REFUSED, 0, one_environment, NULL},
    {"genvnone", OPTION_REFUSED, 0, one_environment, NULL},
    {"envlist", OPTION_REFUSED, 1, one_environment, NULL},
    {"genvlist", OPTION_REFUSED, 1, one_environment, NULL},

    {"stdin", OPTION_KNOB, 1, NULL, &readers},
    {"s", OPTION_KNOB, 1, NULL, &readers},
    {"disable-auto-cleanup", OPTION_REFUSED, 0, "the process ends with its ranks", NULL},
    {"ckpoint-interval", OPTION_REFUSED, 1, "Heddle writes no checkpoints", NULL},
    {"with-ft", OPTION_REFUSED, 1, "a rank that fails ends the job", NULL},
};

const struct option_kind *option_all(size_t *count)
{
    *count = ARRAY_LENGTH(options);
    return options;
}

/* Launchers also accept the number of ranks without a space: -np4. */
static bool is_with_number(const struct option_kind *kind, const char *word)
{
    size_t length = strlen(kind->name), digits;

    if (kind->meaning != OPTION_RANKS || strncmp(kind->name, word, length) != 0)
        return false;
    digits = strspn(word + length, "0123456789");
    return digits > 0 && word[length + digits] == '\0';
}

const struct option_kind *option_find(const char *word, const char **value)
{
    size_t length, i;

    word += word[1] == '-' ? 2 : 1;
    for (i = 0; i < ARRAY_LENGTH(options); i++) {
        if (is_with_number(&options[i], word)) {
            *value = word + strlen(options[i].name);
            return &options[i];
        }
    }
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

static void option_print_ignored(FILE *out)
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

void option_print_help(void)
{
    fputs("usage: mpiexec [options] program [arguments] [: [options] program [arguments]]...\n"
          "\n"
          "Runs a program of MPI; all its ranks are threads of one process. Each part after a\n"
          "colon adds ranks of the same program, with other arguments, or of another one.\n"
          "\n"
          "  -n N, -np N, -c N    N ranks (default: HEDDLE_NP, else mpicc -ranks, else the number\n"
          "                       of processors)\n"
          "  -env NAME VALUE      set an environment variable (-genv: for all parts)\n"
          "  -x NAME[=VALUE]      set an environment variable; without a value, pass it\n"
          "                       on, as all variables are\n"
          "  -l, -prepend-rank, -tag-output\n"
          "                       begin each line of output with its rank\n"
          "  -timestamp-output    begin each line of output with the time\n"
          "  -outfile-pattern FILE, -errfile-pattern FILE\n"
          "                       a file for each rank's output, errors: %r in its name is the\n"
          "                       rank, %g the job, %h the machine\n"
          "  -output-filename DIR each rank's output and errors in DIR/1/rank.N/stdout, stderr\n"
          "  -report-bindings, -display-map, -print-rank-map\n"
          "                       say on which processors each rank runs\n"
          "  -wdir DIR, -wd DIR   working directory\n"
          "  -path DIRS           directories to search for the program\n"
          "  -configfile FILE     read the parts from FILE, one in each line\n"
          "  -initial-errhandler mpi_errors_are_fatal|mpi_errors_abort|mpi_errors_return\n"
          "                       error handler until the program sets one\n"
          "  -stdin N|all|none    which rank reads standard input (default: 0)\n"
          "  -bind-to core|hwthread|none\n"
          "                       bind each rank to a core or hardware thread, or not\n"
          "  -check[=WORD,...]    find all kinds of mistakes at once; -check=help lists them\n"
          "                       (also: HEDDLE_CHECK=1)\n"
          "  -matrix FILE         draw how much each rank sent to each other, as SVG\n"
          "                       (also: HEDDLE_MATRIX)\n"
          "  -trace FILE          write what each rank does when: as a page if FILE ends in\n"
          "                       .html, for Perfetto if in .pftrace, as JSON if in .json\n"
          "                       (also: HEDDLE_TRACE)\n"
          "  -progress            one live line: ranks that run and wait, messages, the latest\n"
          "                       (also: HEDDLE_PROGRESS)\n"
          "  -summary[=json:FILE] say at the end what should be changed first, and where the\n"
          "                       time in MPI goes (also: HEDDLE_SUMMARY=1)\n"
          "  -explore all|N|random[:SEED]\n"
          "                       run the program under each of its schedules\n"
          "                       (also: HEDDLE_EXPLORE)\n"
          "  -explore-jobs N      run N schedules at one time (default: processors)\n"
          "  -explore-picture FILE\n"
          "                       draw the schedule that fails, as SVG\n"
          "  -explore-time virtual\n"
          "                       let clocks and sleeps depend on the schedule alone\n"
          "  -record FILE         write which messages and requests each rank gets;\n"
          "                       HEDDLE_REPLAY=FILE repeats it (also: HEDDLE_RECORD)\n"
          "  -processes           run any program, N times, as processes without MPI\n"
          "  -timeout SECONDS     end the job after that time (also: MPIEXEC_TIMEOUT)\n"
          "  -completion          print what bash needs to complete mpiexec's options\n"
          "  -help, -version\n"
          "\n"
          "Accepted and ignored:", stdout);
    option_print_ignored(stdout);
    fputs("\nEnvironment (default; range):\n", stdout);
    knob_print(stdout);
}
