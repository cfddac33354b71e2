/* SPDX-License-Identifier: MIT */
/* Hints decide whether gaps are transferred with the data, whether collective accesses are merged,
 * and by how many members; MPI_File_get_info tells what is in use. The program stands in for the
 * system, and counts its calls. */
/* ranks: 1 2 5 */
/* mpich: no */
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "scratch.h"

#define SHARED __attribute__((heddle_shared))

static int rank, size;

/* Accesses by the thread of any rank, a helper's too. */
static SHARED _Atomic(int) reads, writes, writes_of_others;

ssize_t pread(int file, void *buffer, size_t bytes, off_t offset)
{
    ssize_t (*next)(int, void *, size_t, off_t);

    *(void **)&next = dlsym(RTLD_NEXT, "pread");
    reads++;
    return next(file, buffer, bytes, offset);
}

ssize_t pwrite(int file, const void *buffer, size_t bytes, off_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off_t);

    *(void **)&next = dlsym(RTLD_NEXT, "pwrite");
    writes++;
    writes_of_others += rank > 0;
    return next(file, buffer, bytes, offset);
}

static MPI_File file;

static void is_in_use(const char *key, const char *expected)
{
    char value[MPI_MAX_INFO_VAL] = "";
    MPI_Info used;
    int flag;

    must(MPI_File_get_info(file, &used) == MPI_SUCCESS);
    MPI_Info_get(used, key, MPI_MAX_INFO_VAL - 1, value, &flag);
    if (!flag || strcmp(value, expected) != 0)
        fprintf(stderr, "%s is \"%s\", not \"%s\"\n", key, value, expected);
    must(flag);
    must(strcmp(value, expected) == 0);
    MPI_Info_free(&used);
}

static void set(const char *key, const char *value)
{
    MPI_Info info;

    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    must(MPI_File_set_info(file, info) == MPI_SUCCESS);
    MPI_Info_free(&info);
}

static void forget(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    reads = writes = writes_of_others = 0;
    MPI_Barrier(MPI_COMM_WORLD);
}

enum { RUNS = 200, RUNS_OF_WINDOWS = 20000 };

static int data[RUNS_OF_WINDOWS];

/* Each member sees one int of that many bytes, behind those of the lower members. */
static void see(int step, const char *key, const char *value)
{
    MPI_Info info;
    MPI_Datatype type;

    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    MPI_Type_create_resized(MPI_INT, 0, step, &type);
    MPI_Type_commit(&type);
    must(MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, type, "native", info) ==
         MPI_SUCCESS);
    MPI_Type_free(&type);
    MPI_Info_free(&info);
}

static void write_alone(void)
{
    forget();
    must(MPI_File_write_at(file, 0, data, RUNS, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void read_alone(void)
{
    forget();
    must(MPI_File_read_at(file, 0, data, RUNS, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void writes_of_gaps(void)
{
    is_in_use("romio_ds_write", "automatic");
    see(128, "romio_ds_write", "Disable");
    is_in_use("romio_ds_write", "disable");
    write_alone();
    must(reads == 0);
    must(writes == RUNS * size);
    see(128, "romio_ds_write", "automatic");
    write_alone();
    must(reads == size);
    must(writes == size);
    set("romio_ds_write", "disable");
    write_alone();
    must(reads == 0);
    must(writes == RUNS * size);
    see(64 << 10, "romio_ds_write", "automatic");
    write_alone();
    must(reads == 0);
    see(64 << 10, "romio_ds_write", "enable");
    is_in_use("romio_ds_write", "enable");
    write_alone();
    must(reads == writes);
    must(writes < RUNS * size);
    set("romio_ds_write", "sometimes"); /* an invalid value is ignored */
    is_in_use("romio_ds_write", "enable");
}

static void reads_of_gaps(void)
{
    see(128, "romio_ds_read", "disable");
    is_in_use("romio_ds_read", "disable");
    read_alone();
    must(reads == RUNS * size);
    set("romio_ds_read", "automatic");
    read_alone();
    must(reads == size);
    see(64 << 10, "romio_ds_read", "automatic");
    read_alone();
    must(reads == RUNS * size);
    set("romio_ds_read", "enable");
    is_in_use("romio_ds_read", "enable");
    read_alone();
    must(reads < RUNS * size);
}

static void write_together(int count)
{
    forget();
    must(MPI_File_write_at_all(file, 0, data, count, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void read_together(void)
{
    forget();
    must(MPI_File_read_at_all(file, 0, data, RUNS, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The members' ints in turn: one call when they are merged, one or two for each if not. */
static void merging(void)
{
    see(4 * size, "romio_ds_write", "automatic");
    write_together(RUNS);
    must(writes == 1);
    set("romio_cb_write", "disable");
    is_in_use("romio_cb_write", "disable");
    write_together(RUNS);
    must(writes >= size);
    set("romio_cb_write", "automatic");
    set("collective_buffering", "false");
    is_in_use("collective_buffering", "false");
    write_together(RUNS);
    must(writes >= size);
    read_together();
    must(reads >= size);
    set("romio_cb_read", "enable");
    is_in_use("romio_cb_read", "enable");
    read_together();
    must(reads == 1);
    set("romio_cb_read", "automatic");
    set("collective_buffering", "true");
    read_together();
    must(reads == 1);
}

/* Gaps so wide that merging does not pay, but for who wants it. */
static void merging_of_little(void)
{
    see(8 << 10, "romio_ds_write", "disable");
    set("romio_cb_write", "enable");
    is_in_use("romio_cb_write", "enable");
    write_together(RUNS);
    must(reads == 0);
    must(writes == RUNS || size == 1);
    set("romio_cb_write", "automatic");
    write_together(RUNS);
    must(writes == RUNS * size);
}

/* Several windows, of which one member writes all. */
static void numbers_of_members(void)
{
    char all[16];

    snprintf(all, sizeof all, "%d", size);
    is_in_use("cb_nodes", all);
    set("cb_nodes", "1000");
    is_in_use("cb_nodes", all);
    set("cb_nodes", "none");
    is_in_use("cb_nodes", all);
    see(256 * size, "cb_nodes", "1");
    is_in_use("cb_nodes", "1");
    write_together(RUNS_OF_WINDOWS);
    must(writes > 0);
    must(writes_of_others == 0 || size == 1);
}

static void others(void)
{
    set("cb_buffer_size", "1048576");
    is_in_use("cb_buffer_size", "524288");
    set("cb_block_size", "1048576");
    is_in_use("cb_block_size", "524288");
    set("striping_factor", "4");
    is_in_use("striping_factor", "4");
    set("access_style", "write_once");
    is_in_use("access_style", "write_once");
    set("filename", "another");
    is_in_use("romio_no_indep_rw", "false");
}

int main(int argc, char **argv)
{
    char name[SCRATCH_NAME_BYTES];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    file = open_scratch(name, scratch_folder(), "hints");
    writes_of_gaps();
    reads_of_gaps();
    merging();
    merging_of_little();
    numbers_of_members();
    others();
    is_in_use("filename", name);
    must(MPI_File_close(&file) == MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
