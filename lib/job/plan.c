/* SPDX-License-Identifier: MIT */
/* The text of a plan: words with one space between them.
 *
 *   heddle-2 LABEL TIMEOUT PARTS, then for each part: RANKS WDIR FILE ARGC ARG... ENVC ENV...
 *
 * A string is its bytes, with %XX for blanks, control characters and the percent sign; "%-" is the
 * empty string and "%0" the absent one, so that no word is ever empty. */
#include "job/plan.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/container.h"
#include "base/cpu.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "mpi_types.h"

static const char version[] = "heddle-2";

/* ---- writing --------------------------------------------------------------------------------- */

struct writer {
    char *text;
    size_t length, capacity;
    bool failed; /* no memory; further writes do nothing */
};

static void write_byte(struct writer *writer, char byte)
{
    if (writer->failed)
        return;
    if (writer->length == writer->capacity) {
        size_t capacity = writer->capacity * 2 + 256;
        char *grown = memory_grow(writer->text, capacity);

        writer->failed = grown == NULL;
        if (writer->failed)
            return;
        writer->text = grown;
        writer->capacity = capacity;
    }
    writer->text[writer->length++] = byte;
}

static void write_plain(struct writer *writer, const char *text)
{
    for (; *text != '\0'; text++)
        write_byte(writer, *text);
}

static void write_number(struct writer *writer, unsigned number)
{
    char digits[16];

    snprintf(digits, sizeof digits, " %u", number);
    write_plain(writer, digits);
}

static void write_string(struct writer *writer, const char *string)
{
    static const char hex[] = "0123456789abcdef";

    write_byte(writer, ' ');
    if (string == NULL || *string == '\0') {
        write_plain(writer, string == NULL ? "%0" : "%-");
        return;
    }
    for (; *string != '\0'; string++) {
        unsigned char byte = (unsigned char)*string;

        if (byte > ' ' && byte != '%' && byte != 0x7f) {
            write_byte(writer, *string);
        } else {
            write_byte(writer, '%');
            write_byte(writer, hex[byte >> 4]);
            write_byte(writer, hex[byte & 15]);
        }
    }
}

static void write_strings(struct writer *writer, int count, char *const strings[])
{
    int i;

    write_number(writer, (unsigned)count);
    for (i = 0; i < count; i++)
        write_string(writer, strings[i]);
}

int plan_encode(const struct plan *plan, char **text)
{
    struct writer writer = {0};
    int i;

    write_plain(&writer, version);
    write_number(&writer, plan->label);
    write_number(&writer, plan->timeout_s);
    write_number(&writer, (unsigned)plan->parts);
    for (i = 0; i < plan->parts; i++) {
        const struct plan_part *part = &plan->part[i];

        write_number(&writer, (unsigned)part->ranks);
        write_string(&writer, part->wdir);
        write_string(&writer, part->file);
        write_strings(&writer, part->argc, part->argv);
        write_strings(&writer, part->env_count, part->env);
    }
    write_byte(&writer, '\0');
    if (writer.failed) {
        memory_give(writer.text);
        return note(MPI_ERR_NO_MEM, "no memory for the plan of a job");
    }
    *text = writer.text;
    return 0;
}

/* ---- reading --------------------------------------------------------------------------------- */

struct reader {
    const char *next;
    bool failed; /* not a plan, or no memory; further reads do nothing */
    bool lacks_memory;
};

/* Returns the next word and moves behind it. */
static const char *read_word(struct reader *reader, size_t *length)
{
    const char *word = reader->next;

    *length = strcspn(word, " ");
    reader->next += *length;
    if (*reader->next == ' ')
        reader->next++;
    if (*length == 0)
        reader->failed = true;
    return word;
}

static unsigned read_number(struct reader *reader, unsigned highest)
{
    size_t length, i;
    const char *word = read_word(reader, &length);
    uint64_t number = 0;

    for (i = 0; i < length && number <= highest; i++) {
        if (word[i] < '0' || word[i] > '9')
            reader->failed = true;
        number = number * 10 + (unsigned)(word[i] - '0');
    }
    if (number > highest)
        reader->failed = true;
    return reader->failed ? 0 : (unsigned)number;
}

static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Returns the string that a word encodes, in its own memory, or NULL for the absent string and
 * after a failure. */
static char *read_string(struct reader *reader)
{
    size_t length, i, bytes = 0;
    const char *word = read_word(reader, &length);
    char *string;

    if (reader->failed || (length == 2 && memcmp(word, "%0", 2) == 0))
        return NULL;
    string = memory_take(length + 1);
    if (string == NULL) {
        reader->failed = reader->lacks_memory = true;
        return NULL;
    }
    if (length == 2 && memcmp(word, "%-", 2) == 0)
        length = 0;
    for (i = 0; i < length; i++) {
        int high, low;

        if (word[i] != '%') {
            string[bytes++] = word[i];
            continue;
        }
        high = i + 2 < length ? hex_value(word[i + 1]) : -1;
        low = high >= 0 ? hex_value(word[i + 2]) : -1;
        if (low < 0) {
            reader->failed = true;
            break;
        }
        string[bytes++] = (char)(high << 4 | low);
        i += 2;
    }
    string[bytes] = '\0';
    return string;
}

/* Returns an array with a final NULL, like main's argv. The string "absent" is an error in it. */
static char **read_strings(struct reader *reader, int *count)
{
    size_t wanted = read_number(reader, INT_MAX), i;
    char **strings;

    /* Each string takes at least two bytes, so a larger number cannot be a plan; reject it before
     * allocating. */
    if (wanted > strlen(reader->next))
        reader->failed = true;
    if (reader->failed)
        return NULL;
    strings = memory_take_zeroed((wanted + 1) * sizeof strings[0]);
    if (strings == NULL) {
        reader->failed = reader->lacks_memory = true;
        return NULL;
    }
    for (i = 0; i < wanted; i++) {
        strings[i] = read_string(reader);
        if (strings[i] == NULL)
            reader->failed = true;
        else
            *count = (int)i + 1;
    }
    return strings;
}

static void read_part(struct reader *reader, struct plan_part *part)
{
    part->ranks = (int)read_number(reader, PLAN_RANKS_MAX);
    part->wdir = read_string(reader);
    part->file = read_string(reader);
    part->argv = read_strings(reader, &part->argc);
    part->env = read_strings(reader, &part->env_count);
}

static int refuse_plan(const struct reader *reader)
{
    return reader->lacks_memory ? note(MPI_ERR_NO_MEM, "no memory for HEDDLE_PLAN")
                                : note(MPI_ERR_OTHER, "HEDDLE_PLAN cannot be read");
}

int plan_decode(const char *text, struct plan *plan)
{
    struct reader reader = {.next = text};
    struct plan read = {0};
    size_t length;
    const char *word = read_word(&reader, &length);
    unsigned parts;
    int i;

    if (length != strlen(version) || memcmp(word, version, length) != 0)
        return note(MPI_ERR_OTHER, "HEDDLE_PLAN is of another version of Heddle's mpiexec");
    read.label = read_number(&reader, 1) != 0;
    read.timeout_s = read_number(&reader, UINT_MAX);
    parts = read_number(&reader, PLAN_RANKS_MAX);
    if (parts == 0)
        reader.failed = true;
    if (reader.failed)
        return refuse_plan(&reader);
    read.part = memory_take_zeroed(parts * sizeof read.part[0]);
    if (read.part == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for HEDDLE_PLAN");
    for (i = 0; i < (int)parts && !reader.failed; i++) {
        read.parts = i + 1;
        read_part(&reader, &read.part[i]);
        read.ranks += read.part[i].ranks;
    }
    if (reader.failed || *reader.next != '\0' || read.ranks > PLAN_RANKS_MAX) {
        plan_drop(&read);
        return refuse_plan(&reader);
    }
    *plan = read;
    return 0;
}

static void drop_strings(int count, char **strings)
{
    int i;

    for (i = 0; i < count; i++)
        memory_give(strings[i]);
    memory_give(strings);
}

void plan_drop(struct plan *plan)
{
    int i;

    for (i = 0; i < plan->parts; i++) {
        struct plan_part *part = &plan->part[i];

        drop_strings(part->argc, part->argv);
        drop_strings(part->env_count, part->env);
        memory_give(part->wdir);
        memory_give(part->file);
    }
    memory_give(plan->part);
    *plan = (struct plan){0};
}

/* ---- choosing -------------------------------------------------------------------------------- */

/* `mpicc -ranks=N` makes the linker define this absolute symbol, whose address is N. */
extern const char heddle_default_ranks[] __attribute__((weak, visibility("default")));

static int linked_ranks(void)
{
    uintptr_t ranks = (uintptr_t)heddle_default_ranks;

    return ranks <= PLAN_RANKS_MAX ? (int)ranks : 0;
}

static int read_count(const char *variable, int lowest)
{
    const char *text = getenv(variable);
    char *end;
    long count;

    if (text == NULL || *text == '\0')
        return -1;
    count = strtol(text, &end, 10);
    return *end == '\0' && count >= lowest && count <= PLAN_RANKS_MAX ? (int)count : -1;
}

/* Detects launchers of other MPIs by the variables that they set for each copy. */
static void find_launcher(struct plan *plan)
{
    static const struct {
        const char *name, *size, *rank;
    } launchers[] = {
        {"Open MPI's mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
        {"a launcher that speaks PMI", "PMI_SIZE", "PMI_RANK"},
        {"Slurm", "SLURM_NTASKS", "SLURM_PROCID"},
        {"Slurm", "SLURM_NPROCS", "SLURM_PROCID"},
    };
    size_t i;

    if (getenv("HEDDLE_RANK") != NULL)
        return; /* the variables come from a rank that started this program */
    for (i = 0; i < ARRAY_LENGTH(launchers); i++) {
        int size = read_count(launchers[i].size, 1);
        int rank = read_count(launchers[i].rank, 0);

        if (size > 0 && rank >= 0 && rank < size) {
            plan->launcher = launchers[i].name;
            plan->launcher_size = size;
            plan->launcher_rank = rank;
            return;
        }
    }
}

static int choose_ranks(const struct plan *plan, int default_ranks)
{
    if (knobs.np > 0)
        return (int)knobs.np;
    if (plan->launcher != NULL)
        return plan->launcher_size;
    if (linked_ranks() > 0)
        return linked_ranks();
    return default_ranks > 0 ? default_ranks : cpu_count();
}

/* Gives a part without arguments the process's arguments. */
static int fill_arguments(struct plan_part *part, int argc, char **argv)
{
    int i;

    if (part->argc > 0)
        return 0;
    memory_give(part->argv);
    part->argv = memory_take_zeroed(((size_t)argc + 1) * sizeof part->argv[0]);
    if (part->argv == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a rank's arguments");
    for (i = 0; i < argc; i++) {
        part->argv[i] = memory_copy_text(argv[i]);
        if (part->argv[i] == NULL)
            return note(MPI_ERR_NO_MEM, "no memory for a rank's arguments");
        part->argc = i + 1;
    }
    return 0;
}

static int plan_alone(struct plan *plan)
{
    plan->part = memory_take_zeroed(sizeof plan->part[0]);
    if (plan->part == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the plan of a job");
    plan->parts = 1;
    find_launcher(plan);
    return 0;
}

static bool names_file(const struct plan *plan)
{
    int i = 0;

    while (i < plan->parts && plan->part[i].file == NULL && plan->part[i].wdir == NULL)
        i++;
    return i < plan->parts;
}

int plan_read(int argc, char **argv, int default_ranks, struct plan *plan)
{
    const char *text = getenv("HEDDLE_PLAN");
    struct plan read = {0};
    int err = text != NULL ? plan_decode(text, &read) : plan_alone(&read);
    int i;

    if (err != 0)
        return err;
    if (text != NULL && secure_getenv("HEDDLE_PLAN") == NULL && names_file(&read)) {
        plan_drop(&read);
        return note(MPI_ERR_ARG, "a program that runs with other rights than its user's "
                                 "(set-user-ID) starts no other program beside it, and in no "
                                 "other directory");
    }
    unsetenv("HEDDLE_PLAN");
    /* mpiexec without -n leaves the number of ranks open. */
    if (read.ranks == 0)
        read.ranks = read.part[0].ranks = choose_ranks(&read, default_ranks);
    if (knobs.stdin >= read.ranks)
        err = note(MPI_ERR_ARG, "no rank reads standard input: HEDDLE_STDIN (mpiexec -stdin) is "
                                "%d, and there are ranks 0 to %d", (int)knobs.stdin,
                   read.ranks - 1);
    for (i = 0; i < read.parts && err == 0; i++)
        err = fill_arguments(&read.part[i], argc, argv);
    if (err != 0) {
        plan_drop(&read);
        return err;
    }
    read.label = read.label || knobs.label != 0;
    if (read.timeout_s == 0)
        read.timeout_s = (unsigned)knobs.timeout;
    *plan = read;
    return 0;
}
