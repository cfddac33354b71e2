/* SPDX-License-Identifier: MIT */
/* Control variables that can be written: their scopes, whose value changes, that the new value
 * takes effect, and which writes are refused.
 *
 * ranks: 1 2 5
 * sanitizer: yes */
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SMALL = 8, MODERATE = 20000, MANY = 200 };

static int rank, size;
static MPI_T_pvar_session session;

static const struct settable {
    const char *name;
    int scope, valid, invalid;
} settables[] = {
    {"HEDDLE_WAIT_SPIN_US", MPI_T_SCOPE_LOCAL, 3, -1},
    {"HEDDLE_WAIT_YIELD_US", MPI_T_SCOPE_LOCAL, 3, 1000001},
    {"HEDDLE_PORT_WAIT_MS", MPI_T_SCOPE_LOCAL, 3, -1},
    {"HEDDLE_BUFFERED_BYTES_MAX", MPI_T_SCOPE_LOCAL, 3, -1},
    {"HEDDLE_BUFFERED_TOTAL_KB_MAX", MPI_T_SCOPE_LOCAL, 3, -1},
    {"HEDDLE_UNEXPECTED_KB_MAX", MPI_T_SCOPE_LOCAL, 3, 0},
    {"HEDDLE_EAGER", MPI_T_SCOPE_LOCAL, 2, 3}, /* a seed is for the start */
    {"HEDDLE_EXPLAIN", MPI_T_SCOPE_LOCAL, 1, 2},
    {"HEDDLE_IO", MPI_T_SCOPE_ALL_EQ, 1, 3},
    {"HEDDLE_IO_SYNC", MPI_T_SCOPE_ALL_EQ, 2, -1},
};

static MPI_T_cvar_handle handle_of(const char *name)
{
    MPI_T_cvar_handle handle;
    int index, count;

    must(MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS);
    must(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS && count == 1);
    return handle;
}

static int try_to_write(const char *name, int value)
{
    MPI_T_cvar_handle handle = handle_of(name);
    int err = MPI_T_cvar_write(handle, &value);

    must(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS);
    return err;
}

static int value_of(const char *name)
{
    MPI_T_cvar_handle handle = handle_of(name);
    int value = -99;

    must(MPI_T_cvar_read(handle, &value) == MPI_SUCCESS);
    must(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS);
    return value;
}

static void set(const char *name, int value)
{
    must(try_to_write(name, value) == MPI_SUCCESS);
    must(value_of(name) == value);
}

/* The test writes these, and no others can be written. */
static void check_scopes(void)
{
    const int count = (int)(sizeof settables / sizeof settables[0]);
    int all, scope, found = 0;
    char name[128];

    must(MPI_T_cvar_get_num(&all) == MPI_SUCCESS);
    for (int i = 0; i < all; i++) {
        int length = sizeof name, known = 0;

        must(MPI_T_cvar_get_info(i, name, &length, NULL, NULL, NULL, NULL, NULL, NULL, &scope) ==
             MPI_SUCCESS);
        while (known < count && strcmp(settables[known].name, name) != 0)
            known++;
        must(scope == (known < count ? settables[known].scope : MPI_T_SCOPE_CONSTANT));
        found += known < count;
    }
    must(found == count);
    must(try_to_write("HEDDLE_NP", 1) == MPI_T_ERR_CVAR_SET_NEVER);
}

static void write_each(void)
{
    for (size_t i = 0; i < sizeof settables / sizeof settables[0]; i++) {
        const int before = value_of(settables[i].name);

        must(try_to_write(settables[i].name, settables[i].invalid) == MPI_T_ERR_INVALID);
        must(value_of(settables[i].name) == before);
        set(settables[i].name, settables[i].valid);
        set(settables[i].name, before);
    }
}

/* A value is the rank's own. */
static void write_own(void)
{
    const int before = value_of("HEDDLE_WAIT_SPIN_US");

    set("HEDDLE_WAIT_SPIN_US", 1000 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    must(value_of("HEDDLE_WAIT_SPIN_US") == 1000 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    set("HEDDLE_WAIT_SPIN_US", before);
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Is a short standard send to itself complete before it is received? */
static int sends_at_once(void)
{
    char out[SMALL] = {0}, in[SMALL];
    MPI_Request request;
    int is_done = 0;

    MPI_Isend(out, SMALL, MPI_BYTE, 0, 0, MPI_COMM_SELF, &request);
    for (int i = 0; i < 10 && !is_done; i++)
        MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    MPI_Recv(in, SMALL, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return is_done;
}

static void change_eager(void)
{
    must(sends_at_once());
    set("HEDDLE_EAGER", 1);
    must(!sends_at_once());
    set("HEDDLE_EAGER", 2);
    must(sends_at_once());
    set("HEDDLE_EAGER", 0);
    must(sends_at_once());
}

/* Rank 1 receives late what rank 0 sends: is it buffered meanwhile? */
static void change_buffering(void)
{
    MPI_T_pvar_handle buffered =
        start_of(session, "buffered_bytes", MPI_T_PVAR_CLASS_LEVEL, NULL);
    char *message = calloc(1, MODERATE);
    const int before = value_of("HEDDLE_BUFFERED_BYTES_MAX");

    MPI_Send(message, MODERATE, MPI_BYTE, 0, 0, MPI_COMM_SELF); /* would wait without */
    must(read_variable(session, buffered) == MODERATE);
    MPI_Recv(message, MODERATE, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    must(read_variable(session, buffered) == 0);
    set("HEDDLE_BUFFERED_BYTES_MAX", MODERATE - 1);
    if (rank == 0 && size > 1) {
        MPI_Send(message, MODERATE, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        must(read_variable(session, buffered) == 0);
    } else if (rank == 1) {
        usleep(20000);
        MPI_Recv(message, MODERATE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    set("HEDDLE_BUFFERED_BYTES_MAX", before);
    free(message);
}

/* How many of MANY messages to itself wait for their receive. */
static unsigned long long count_waiting(void)
{
    MPI_T_pvar_handle waiting =
        start_of(session, "messages.rendezvous", MPI_T_PVAR_CLASS_COUNTER, NULL);
    static char out[MANY][SMALL], in[SMALL];
    MPI_Request requests[MANY];
    unsigned long long count;
    int flag;

    for (int i = 0; i < MANY; i++) {
        MPI_Isend(out[i], SMALL, MPI_BYTE, 0, 0, MPI_COMM_SELF, &requests[i]);
        MPI_Iprobe(0, 1, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < MANY; i++)
        MPI_Recv(in, SMALL, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    count = read_variable(session, waiting);
    must(MPI_T_pvar_handle_free(session, &waiting) == MPI_SUCCESS);
    return count;
}

static void change_storage(void)
{
    const int before = value_of("HEDDLE_UNEXPECTED_KB_MAX");

    must(count_waiting() == 0);
    set("HEDDLE_UNEXPECTED_KB_MAX", 1);
    must(count_waiting() > MANY / 2);
    set("HEDDLE_UNEXPECTED_KB_MAX", before);
    must(count_waiting() == 0);
}

/* ---- files ----------------------------------------------------------------------------------- */

static int write_first_byte(MPI_File file)
{
    char byte = 1;

    return MPI_File_write_at_all(file, 0, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE);
}

static void change_files(void)
{
    int leader = (int)getpid();
    char name[64];
    MPI_File file;

    MPI_Bcast(&leader, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(name, sizeof name, "/tmp/heddle-controls.%d.%d", leader, size);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    must(write_first_byte(file) == MPI_SUCCESS);
    set("HEDDLE_IO", 2); /* by all */
    MPI_Barrier(MPI_COMM_WORLD);
    must((write_first_byte(file) == MPI_SUCCESS) == (size == 1));
    MPI_Barrier(MPI_COMM_WORLD);
    set("HEDDLE_IO", 0);
    MPI_Barrier(MPI_COMM_WORLD);
    must(write_first_byte(file) == MPI_SUCCESS);
    set("HEDDLE_IO_SYNC", 0);
    must(MPI_File_sync(file) == MPI_SUCCESS);
    MPI_File_close(&file);
    if (rank == 0)
        MPI_File_delete(name, MPI_INFO_NULL);
}

/* ---- explanations ---------------------------------------------------------------------------- */

/* The bytes on standard error, which goes to a file meanwhile. */
static long explained_bytes(FILE *to)
{
    const int kept = dup(2);
    long bytes;

    fflush(stderr);
    must(dup2(fileno(to), 2) == 2);
    must(sends_at_once());
    fflush(stderr);
    must(dup2(kept, 2) == 2);
    close(kept);
    bytes = lseek(fileno(to), 0, SEEK_END);
    must(ftruncate(fileno(to), 0) == 0);
    return bytes;
}

static void change_explaining(void)
{
    FILE *file = tmpfile();

    must(explained_bytes(file) == 0);
    set("HEDDLE_EXPLAIN", 1);
    must(explained_bytes(file) > 0);
    must(explained_bytes(file) == 0); /* it has been said */
    set("HEDDLE_EXPLAIN", 0);
    fclose(file);
}

int main(int argc, char **argv)
{
    int provided;

    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    must(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    check_scopes();
    write_each(); /* before MPI_Init */
    set("HEDDLE_EAGER", 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    must(!sends_at_once());
    set("HEDDLE_EAGER", 0);
    write_each();
    write_own();
    change_eager();
    change_buffering();
    change_storage();
    change_files();
    if (size == 1) /* all ranks have one standard error */
        change_explaining();
    MPI_Finalize();
    must(try_to_write("HEDDLE_WAIT_SPIN_US", 3) == MPI_T_ERR_CVAR_SET_NOT_NOW);
    must(MPI_T_pvar_session_free(&session) == MPI_SUCCESS);
    must(MPI_T_finalize() == MPI_SUCCESS);
    return 0;
}
