/* SPDX-License-Identifier: MIT */
/* k-means over pictures of handwritten digits: ten centres are moved until each lies in the middle
 * of those pictures that are nearer to it than to any other centre. Only then does the program
 * look at which digits the pictures show, and prints which of them found together.
 *
 * The pictures are scattered over the processes, the sums that give the next centres are reduced
 * to all of them, and the labels are gathered. All arithmetic is in integers: the result is the
 * same, to its last digit, for any number of processes.
 *
 * Variables are global, or static in a function, as in many a program that has grown over years.
 * Each process has its own. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIXELS = 64,    /* in a picture: 8 x 8, each 0 to 16 */
    CLUSTERS = 10,  /* as many as there are digits */
    FRACTION = 64,  /* a centre's pixels are counted in 64ths */
    STEPS_MAX = 100,
    PICTURES_MAX = 1000000 /* that many times 16 times 64 is still an int */
};

typedef unsigned char picture[PIXELS];

int proc_count; /* processes that take part */
int proc_rank;  /* which of them this one is */

int total;         /* pictures in the file */
int share;         /* pictures of a process; the last processes may have fewer, or none */
int mine;          /* pictures of this one, which are */
picture *pictures; /* these, */
int *labels;       /* and the clusters that they are in */
int centres[CLUSTERS][PIXELS];

static const char usage[] =
    "usage: digits [digits.csv]\n"
    "Finds clusters among pictures of digits; for any number of processes.\n"
    "Without a name it reads demos/data/digits.csv.\n";

static void *take(size_t count, size_t bytes)
{
    void *block = calloc(count + 1, bytes); /* a share may be empty */

    if (block == NULL) {
        fprintf(stderr, "digits: no memory for %zu times %zu bytes\n", count, bytes);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return block;
}

/* ---- clusters ------------------------------------------------------------------------------ */

static int distance(const picture from, const int centre[PIXELS])
{
    int sum = 0;

    for (int i = 0; i < PIXELS; i++) {
        int difference = from[i] * FRACTION - centre[i];

        sum += difference * difference;
    }
    return sum;
}

/* Which of the first `count` centres is nearest, and how far away. */
static int nearest(const picture from, int count, int *least)
{
    int found = 0;

    *least = distance(from, centres[0]);
    for (int cluster = 1; cluster < count; cluster++) {
        int here = distance(from, centres[cluster]);

        if (here < *least) {
            *least = here;
            found = cluster;
        }
    }
    return found;
}

/* A centre starts as one of the pictures; the rank that has it shows it to all. */
static void set_centre(int cluster, int index)
{
    int owner = index / share;

    if (proc_rank == owner)
        for (int i = 0; i < PIXELS; i++)
            centres[cluster][i] = pictures[index - owner * share][i] * FRACTION;
    MPI_Bcast(centres[cluster], PIXELS, MPI_INT, owner, MPI_COMM_WORLD);
}

/* The first centre is the first picture; each further one is that picture which is farthest from
 * all centres so far. */
static void choose_centres(void)
{
    set_centre(0, 0);
    for (int cluster = 1; cluster < CLUSTERS; cluster++) {
        struct {
            int distance;
            int index;
        } farthest = {-1, 0}, here, of_all;

        for (int i = 0; i < mine; i++) {
            nearest(pictures[i], cluster, &here.distance);
            here.index = proc_rank * share + i;
            if (here.distance > farthest.distance)
                farthest = here;
        }
        MPI_Allreduce(&farthest, &of_all, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
        set_centre(cluster, of_all.index);
    }
}

/* Each picture goes to its nearest centre; returns how many go elsewhere than before. */
static int assign_pictures(void)
{
    int moved = 0, moved_of_all, ignored;

    for (int i = 0; i < mine; i++) {
        int cluster = nearest(pictures[i], CLUSTERS, &ignored);

        moved += cluster != labels[i];
        labels[i] = cluster;
    }
    MPI_Allreduce(&moved, &moved_of_all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return moved_of_all;
}

/* Each centre goes to the middle of its pictures; returns how often that was done. */
static int move_centres(void)
{
    static int sums[CLUSTERS][PIXELS + 1]; /* the last one counts */
    static int sums_of_all[CLUSTERS][PIXELS + 1];
    static int steps;

    memset(sums, 0, sizeof sums);
    for (int i = 0; i < mine; i++) {
        for (int j = 0; j < PIXELS; j++)
            sums[labels[i]][j] += pictures[i][j];
        sums[labels[i]][PIXELS]++;
    }
    MPI_Allreduce(sums, sums_of_all, CLUSTERS * (PIXELS + 1), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int cluster = 0; cluster < CLUSTERS; cluster++)
        for (int j = 0; j < PIXELS && sums_of_all[cluster][PIXELS] > 0; j++)
            centres[cluster][j] = sums_of_all[cluster][j] * FRACTION / sums_of_all[cluster][PIXELS];
    return ++steps;
}

/* ---- reading and telling, on process 0 ----------------------------------------------------- */

/* The file of that name; without a name, the digits that lie with the sources, seen from their
 * top or from where the program was built. */
static FILE *open_digits(const char *name, const char *program)
{
    const char *slash = strrchr(program, '/');
    int length = slash == NULL ? 0 : (int)(slash + 1 - program);
    char beside[4096];
    FILE *file;

    if (name != NULL)
        return fopen(name, "r");
    file = fopen("demos/data/digits.csv", "r");
    snprintf(beside, sizeof beside, "%.*s../../demos/data/digits.csv", length, program);
    return file != NULL ? file : fopen(beside, "r");
}

/* One line: the pixels, then the digit. */
static bool read_line(FILE *file, picture pixels, int *digit)
{
    int pixel;

    for (int i = 0; i < PIXELS; i++) {
        if (fscanf(file, "%d,", &pixel) != 1 || pixel < 0 || pixel > 16)
            return false;
        pixels[i] = (unsigned char)pixel;
    }
    return fscanf(file, "%d", digit) == 1 && *digit >= 0 && *digit <= 9;
}

/* The digits, and in *all the pictures that show them; sets total, which stays 0 after a sentence
 * about what is wrong. */
static int *read_digits(const char *name, const char *program, picture **all)
{
    FILE *file = open_digits(name, program);
    int lines = 0, line = 0, character;
    int *digits;

    if (name == NULL)
        name = "demos/data/digits.csv";
    if (file == NULL) {
        fprintf(stderr, "digits: cannot read %s\n", name);
        return NULL;
    }
    while ((character = fgetc(file)) != EOF && lines < PICTURES_MAX)
        lines += character == '\n';
    rewind(file);
    *all = take((size_t)lines, sizeof **all);
    digits = take((size_t)lines, sizeof *digits);
    while (line < lines && read_line(file, (*all)[line], &digits[line]))
        line++;
    fclose(file);
    if (line == 0 || line < lines)
        fprintf(stderr, "digits: line %d of %s is not 64 pixels of 0 to 16 and a digit\n",
                line + 1, name);
    else
        total = lines;
    return digits;
}

/* A cluster is as pure as the share of its most frequent digit. */
static void tell_purity(const int *digits, const int *all_labels)
{
    static int counts[CLUSTERS][10];
    int pure = 0;

    for (int i = 0; i < total; i++)
        counts[all_labels[i]][digits[i]]++;
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
        int digit = 0, size = 0;

        for (int i = 0; i < 10; i++) {
            size += counts[cluster][i];
            if (counts[cluster][i] > counts[cluster][digit])
                digit = i;
        }
        pure += counts[cluster][digit];
        printf("cluster %d: %3d pictures, %3d of them show a %d\n", cluster, size,
               counts[cluster][digit], digit);
    }
    printf("purity: %.2f %%\n", 100.0 * pure / total);
}

/* ---- the program --------------------------------------------------------------------------- */

static void scatter_pictures(const picture *all)
{
    int *counts = take((size_t)proc_count, sizeof *counts);
    int *starts = take((size_t)proc_count, sizeof *starts);
    MPI_Datatype picture_type;

    for (int rank = 0; rank < proc_count; rank++) {
        starts[rank] = rank * share < total ? rank * share : total;
        counts[rank] = total - starts[rank] < share ? total - starts[rank] : share;
    }
    mine = counts[proc_rank];
    pictures = take((size_t)share, sizeof *pictures);
    labels = take((size_t)share, sizeof *labels);
    MPI_Type_contiguous(PIXELS, MPI_UNSIGNED_CHAR, &picture_type);
    MPI_Type_commit(&picture_type);
    MPI_Scatterv(all, counts, starts, picture_type, pictures, mine, picture_type, 0,
                 MPI_COMM_WORLD);
    MPI_Type_free(&picture_type);
    free(starts);
    free(counts);
}

/* What every process does; the name counts on process 0 only. */
static int find_clusters(const char *program, const char *name)
{
    picture *all = NULL;
    int *digits = NULL, *all_labels = NULL, steps;

    if (proc_rank == 0)
        digits = read_digits(name, program, &all);
    MPI_Bcast(&total, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (total > 0) {
        share = (total + proc_count - 1) / proc_count;
        scatter_pictures(all);
        choose_centres();
        assign_pictures();
        do
            steps = move_centres();
        while (assign_pictures() > 0 && steps < STEPS_MAX);
        if (proc_rank == 0)
            all_labels = take((size_t)share * (size_t)proc_count, sizeof *all_labels);
        MPI_Gather(labels, share, MPI_INT, all_labels, share, MPI_INT, 0, MPI_COMM_WORLD);
        if (proc_rank == 0) {
            printf("pictures: %d, centres at rest after %d steps\n", total, steps);
            tell_purity(digits, all_labels);
        }
    }
    free(all_labels);
    free(labels);
    free(pictures);
    free(digits);
    free(all);
    return total > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    bool is_help = strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && !is_help)
        fprintf(stderr, "digits: %s is not understood\n", odd);
    if (proc_rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char *argv[])
{
    int status;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    if (argc > 2)
        status = show_usage(argv[2]);
    else if (argc == 2 && argv[1][0] == '-')
        status = show_usage(argv[1]);
    else
        status = find_clusters(argv[0], argc == 2 ? argv[1] : NULL);
    MPI_Finalize();
    return status;
}
