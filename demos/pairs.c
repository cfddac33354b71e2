/* SPDX-License-Identifier: MIT */
/* Which grey values of a photograph stand beside each other, and how often? The pairs are counted
 * in a hash table that is spread over the memory of all processes: entry i is of process i % n.
 *
 * Each process goes through its part of the rows. It looks for a pair's entry with
 * MPI_Compare_and_swap, which takes an empty entry for the pair if no other rank does, and counts
 * with MPI_Accumulate. No process takes part in what others do to its entries. In the end process 0
 * reads the whole table with MPI_Get and compares it with what it counts alone. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 1 << 16, PICTURE_SIZE_MAX = 16384, PAIRS_SHOWN = 5, GREYS = 256 };

/* A pair's key is 1 more than its first grey value times 256 plus its second; 0 is no pair. */
struct entry {
    long key;
    long count;
};

int proc_count, proc_rank;
int width, height;
unsigned char *picture;
struct entry *own; /* entries of this process */
MPI_Win table;

static const char usage[] =
    "usage: pairs [picture.pgm]\n"
    "Counts neighbouring grey values in a distributed hash table; for any number of processes.\n"
    "Without a name it reads demos/data/camera.pgm.\n";

static void fail(const char *what)
{
    fprintf(stderr, "pairs: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static void *take(size_t bytes)
{
    void *block = calloc(bytes, 1);

    if (block == NULL)
        fail("no memory");
    return block;
}

/* ---- the picture ----------------------------------------------------------------------------- */

static void read_picture(const char *name)
{
    FILE *in = fopen(name, "rb");
    int greys;

    if (in == NULL || fscanf(in, "P5 %d %d %d", &width, &height, &greys) != 3 || greys != 255 ||
        width < 2 || width > PICTURE_SIZE_MAX || height < 1 || height > PICTURE_SIZE_MAX ||
        fgetc(in) == EOF)
        fail("cannot read the picture");
    picture = take((size_t)width * (size_t)height);
    if (fread(picture, (size_t)width, (size_t)height, in) != (size_t)height)
        fail("the picture is cut off");
    fclose(in);
}

static void share_picture(const char *name)
{
    int size[2];

    if (proc_rank == 0)
        read_picture(name);
    size[0] = width;
    size[1] = height;
    MPI_Bcast(size, 2, MPI_INT, 0, MPI_COMM_WORLD);
    width = size[0];
    height = size[1];
    if (proc_rank != 0)
        picture = take((size_t)width * (size_t)height);
    MPI_Bcast(picture, width * height, MPI_UNSIGNED_CHAR, 0, MPI_COMM_WORLD);
}

static long key_of(int row, int column)
{
    const unsigned char *pixel = picture + (size_t)row * (size_t)width + column;

    return 1 + GREYS * pixel[0] + pixel[1];
}

/* ---- the table ------------------------------------------------------------------------------- */

static int first_entry(long key)
{
    return (int)((unsigned long)key * 2654435761ul % ENTRIES);
}

/* Where an entry's key, or its count, is in the memory of its process. */
static MPI_Aint place_of(int entry, size_t part)
{
    return (MPI_Aint)((size_t)(entry / proc_count) * sizeof(struct entry) + part);
}

/* Counts a pair once more. */
static void count_pair(long key)
{
    const long empty = 0, once = 1;
    int entry = first_entry(key);
    long found;

    for (;; entry = (entry + 1) % ENTRIES) {
        MPI_Compare_and_swap(&key, &empty, &found, MPI_LONG, entry % proc_count,
                             place_of(entry, offsetof(struct entry, key)), table);
        MPI_Win_flush(entry % proc_count, table);
        if (found == empty || found == key)
            break;
    }
    MPI_Accumulate(&once, 1, MPI_LONG, entry % proc_count,
                   place_of(entry, offsetof(struct entry, count)), 1, MPI_LONG, MPI_SUM, table);
    MPI_Win_flush_local(entry % proc_count, table);
}

static void count_rows(void)
{
    int row, column;

    MPI_Win_lock_all(0, table);
    for (row = proc_rank; row < height; row += proc_count)
        for (column = 0; column + 1 < width; column++)
            count_pair(key_of(row, column));
    MPI_Win_unlock_all(table);
}

/* ---- the answer, at process 0 ---------------------------------------------------------------- */

static int by_count(const void *left, const void *right)
{
    const struct entry *one = left, *other = right;

    if (one->count != other->count)
        return one->count < other->count ? 1 : -1;
    return (one->key > other->key) - (one->key < other->key);
}

static int entries_of(int rank)
{
    return (ENTRIES - rank + proc_count - 1) / proc_count;
}

/* All entries, the most frequent first. */
static struct entry *get_table(void)
{
    struct entry *all = take(ENTRIES * sizeof *all);
    int rank, got = 0;

    MPI_Win_lock_all(0, table);
    for (rank = 0; rank < proc_count; rank++) {
        int bytes = entries_of(rank) * (int)sizeof *all;

        MPI_Get(all + got, bytes, MPI_BYTE, rank, 0, bytes, MPI_BYTE, table);
        got += entries_of(rank);
    }
    MPI_Win_unlock_all(table);
    qsort(all, ENTRIES, sizeof *all, by_count);
    return all;
}

static void compare(const struct entry *all)
{
    long *alone = take(((size_t)GREYS * GREYS + 1) * sizeof *alone), wrong = 0;
    int row, column, i;

    for (row = 0; row < height; row++)
        for (column = 0; column + 1 < width; column++)
            alone[key_of(row, column)]++;
    for (i = 0; i < ENTRIES && all[i].count > 0; i++) {
        wrong += alone[all[i].key] != all[i].count;
        alone[all[i].key] = 0;
    }
    for (i = 0; i <= GREYS * GREYS; i++)
        wrong += alone[i] != 0;
    if (wrong > 0)
        printf("%ld pairs are wrong\n", wrong);
    else
        printf("the same as one process counts alone\n");
    free(alone);
}

static void show(void)
{
    struct entry *all = get_table();
    int pairs = 0, i;

    while (pairs < ENTRIES && all[pairs].count > 0)
        pairs++;
    printf("%d x %d pixels have %d pairs of neighbours; most often\n", width, height, pairs);
    for (i = 0; i < PAIRS_SHOWN && i < pairs; i++)
        printf("  %3ld beside %3ld: %5ld times\n", (all[i].key - 1) / GREYS,
               (all[i].key - 1) % GREYS, all[i].count);
    compare(all);
    free(all);
}

/* ---------------------------------------------------------------------------------------------- */

static int answer(const char *argument)
{
    if (strcmp(argument, "-h") == 0) {
        if (proc_rank == 0)
            fputs(usage, stdout);
        return EXIT_SUCCESS;
    }
    if (proc_rank == 0)
        fprintf(stderr, "pairs: %s is not understood\n%s", argument, usage);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "demos/data/camera.pgm";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    if (argc > 1 && argv[1][0] == '-') {
        int status = answer(argv[1]);

        MPI_Finalize();
        return status;
    }
    share_picture(name);
    MPI_Win_allocate((MPI_Aint)entries_of(proc_rank) * (MPI_Aint)sizeof *own, 1, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &own, &table);
    memset(own, 0, (size_t)entries_of(proc_rank) * sizeof *own);
    MPI_Barrier(MPI_COMM_WORLD);
    count_rows();
    MPI_Barrier(MPI_COMM_WORLD);
    if (proc_rank == 0)
        show();
    MPI_Win_free(&table);
    free(picture);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
