/* SPDX-License-Identifier: MIT */
/* getopt, getopt_long and getopt_long_only. Each rank has its own optind, optarg, opterr and
 * optopt: the plugin that compiles this file makes them private, like the program's variables.
 *
 * These functions follow POSIX and the C library's extensions. Operands move behind the options,
 * unless the option string starts with + (or POSIXLY_CORRECT is set) or - (operands are arguments
 * of option 1). An optional argument is x::. optind = 0 starts afresh. Long options may be
 * abbreviated. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak optarg
#pragma weak optind
#pragma weak opterr
#pragma weak optopt
#pragma weak getopt
#pragma weak __posix_getopt
#pragma weak getopt_long
#pragma weak getopt_long_only

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

enum order { ORDER_PERMUTE, ORDER_REQUIRE, ORDER_RETURN };

static struct {
    char *rest; /* of a word of short options */
    int at_fault; /* kept until the next faulty option, as in libc's optopt */
    enum order order;
    int first_operand, last_operand; /* operands passed over, which move behind later options */
    bool is_started;
} scan;

struct getopt_request {
    int argc;
    char **argv;
    const char *options;
    const struct option *longs;
    int *found;
    bool is_long_only;
};

static bool is_quiet(const struct getopt_request *request)
{
    return opterr == 0 || request->options[0] == ':';
}

static int missing(const struct getopt_request *request)
{
    return request->options[0] == ':' ? ':' : '?';
}

static bool is_operand(const char *word)
{
    return word[0] != '-' || word[1] == '\0';
}

static void reverse(char **argv, int from, int end)
{
    for (; from < --end; from++) {
        char *word = argv[from];

        argv[from] = argv[end];
        argv[end] = word;
    }
}

/* Exchanges the operands that were passed over with the options behind them. */
static void move_operands(char **argv)
{
    int options = optind - scan.last_operand;

    if (scan.first_operand != scan.last_operand && options > 0) {
        reverse(argv, scan.first_operand, scan.last_operand);
        reverse(argv, scan.last_operand, optind);
        reverse(argv, scan.first_operand, optind);
    }
    scan.first_operand += options;
    scan.last_operand = optind;
}

static const char *start_options(const char *options)
{
    if (optind == 0 || !scan.is_started) {
        if (optind == 0)
            optind = 1;
        scan.first_operand = scan.last_operand = optind;
        scan.rest = NULL;
        scan.is_started = true;
        scan.order = options[0] == '-' ? ORDER_RETURN
                     : options[0] == '+' || getenv("POSIXLY_CORRECT") != NULL ? ORDER_REQUIRE
                                                                              : ORDER_PERMUTE;
    }
    return options[0] == '-' || options[0] == '+' ? options + 1 : options;
}

/* Finds the next word with options. Returns false if there is none; optind then is the first
 * operand. */
static bool find_word(const struct getopt_request *request)
{
    if (scan.last_operand > optind)
        scan.last_operand = optind;
    if (scan.first_operand > optind)
        scan.first_operand = optind;
    if (scan.order == ORDER_PERMUTE) {
        move_operands(request->argv);
        while (optind < request->argc && is_operand(request->argv[optind]))
            optind++;
        scan.last_operand = optind;
    }
    if (optind < request->argc && strcmp(request->argv[optind], "--") == 0) {
        optind++;
        move_operands(request->argv);
        scan.last_operand = optind = request->argc;
        if (scan.first_operand != scan.last_operand)
            optind = scan.first_operand;
        return false;
    }
    if (optind < request->argc)
        return true;
    if (scan.first_operand != scan.last_operand)
        optind = scan.first_operand;
    return false;
}

/* Finds a long option by its exact name or by an unambiguous prefix. Otherwise returns NULL, and
 * *count is the number of candidates. */
static const struct option *find_long(const struct option *longs, const char *name, size_t length,
                                      int *count)
{
    const struct option *found = NULL, *option;

    *count = 0;
    for (option = longs; option->name != NULL; option++) {
        if (strncmp(option->name, name, length) != 0)
            continue;
        if (strlen(option->name) == length)
            return *count = 1, option;
        if (found == NULL || found->has_arg != option->has_arg || found->flag != option->flag ||
            found->val != option->val)
            ++*count;
        if (found == NULL)
            found = option;
    }
    return *count == 1 ? found : NULL;
}

static int complain(const struct getopt_request *request, const char *format, const char *dashes,
                    const char *name, size_t length)
{
    if (!is_quiet(request)) {
        fprintf(stderr, "%s: ", request->argv[0]);
        fprintf(stderr, format, dashes, (int)length, name);
    }
    return '?';
}

static int take_long(const struct getopt_request *request, const struct option *option, char *value,
                     const char *dashes)
{
    size_t length = strlen(option->name);

    if (value != NULL && option->has_arg == no_argument) {
        scan.at_fault = option->val;
        return complain(request, "option '%s%.*s' doesn't allow an argument\n", dashes,
                        option->name, length);
    }
    optarg = value;
    if (value == NULL && option->has_arg == required_argument) {
        if (optind >= request->argc) {
            scan.at_fault = option->val;
            complain(request, "option '%s%.*s' requires an argument\n", dashes, option->name,
                     length);
            return missing(request);
        }
        optarg = request->argv[optind++];
    }
    if (request->found != NULL)
        *request->found = (int)(option - request->longs);
    if (option->flag == NULL)
        return option->val;
    *option->flag = option->val;
    return 0;
}

/* Reads a long option; `word` follows its dashes. Returns -1 if the word consists of short
 * options. */
static int read_long(const struct getopt_request *request, char *word, const char *dashes)
{
    size_t length = strcspn(word, "=");
    const struct option *option;
    int count;

    option = find_long(request->longs, word, length, &count);
    if (option == NULL && dashes[1] == '\0' && count == 0 &&
        strchr(request->options, word[0]) != NULL)
        return -1;
    scan.rest = NULL;
    optind++;
    if (option != NULL)
        return take_long(request, option, word[length] == '=' ? word + length + 1 : NULL, dashes);
    scan.at_fault = 0;
    return complain(request,
                    count > 1 ? "option '%s%.*s' is ambiguous\n" : "unrecognized option '%s%.*s'\n",
                    dashes, word, strlen(word));
}

static int read_short(const struct getopt_request *request)
{
    char letter = *scan.rest++;
    const char *known = letter == ':' || letter == ';' ? NULL : strchr(request->options, letter);
    bool is_last = *scan.rest == '\0';

    if (is_last)
        optind++;
    if (known == NULL || letter == '\0') {
        scan.at_fault = letter;
        return complain(request, "invalid option -- %s'%.*s'\n", "", &letter, 1);
    }
    if (known[1] != ':')
        return letter;
    if (!is_last) {
        optarg = scan.rest;
        optind++;
    } else if (known[2] == ':') {
        optarg = NULL;
    } else if (optind < request->argc) {
        optarg = request->argv[optind++];
    } else {
        scan.at_fault = letter;
        complain(request, "option requires an argument -- %s'%.*s'\n", "", &letter, 1);
        letter = (char)missing(request);
    }
    scan.rest = NULL;
    return letter;
}

static int next(struct getopt_request request)
{
    char *word;
    int found;

    if (request.argc < 1)
        return -1;
    optarg = NULL;
    request.options = start_options(request.options);
    if (scan.rest == NULL || *scan.rest == '\0') {
        if (!find_word(&request))
            return -1;
        word = request.argv[optind];
        if (is_operand(word)) {
            if (scan.order == ORDER_REQUIRE)
                return -1;
            optarg = request.argv[optind++];
            return 1;
        }
        if (request.longs != NULL && word[1] == '-')
            return read_long(&request, word + 2, "--");
        scan.rest = word + 1;
        if (request.is_long_only && request.longs != NULL &&
            (word[2] != '\0' || strchr(request.options, word[1]) == NULL)) {
            found = read_long(&request, word + 1, "-");
            if (found != -1)
                return found;
        }
    }
    return read_short(&request);
}

static int read_option(struct getopt_request request)
{
    int found = next(request);

    optopt = scan.at_fault;
    return found;
}

int getopt(int argc, char *const argv[], const char *options)
{
    return read_option((struct getopt_request){argc, (char **)argv, options, NULL, NULL, false});
}

/* The function that programs get as getopt if they ask for POSIX alone. */
int __posix_getopt(int argc, char *const argv[], const char *options);
int __posix_getopt(int argc, char *const argv[], const char *options)
{
    if (optind == 0 || !scan.is_started) {
        start_options(options);
        scan.order = options[0] == '-' ? ORDER_RETURN : ORDER_REQUIRE;
    }
    return getopt(argc, argv, options);
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs,
                int *found)
{
    return read_option((struct getopt_request){argc, (char **)argv, options, longs, found, false});
}

int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs,
                     int *found)
{
    return read_option((struct getopt_request){argc, (char **)argv, options, longs, found, true});
}
