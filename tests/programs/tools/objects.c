/* SPDX-License-Identifier: MIT */
/* The events of windows and files, and of waits, are those that must have happened, and the
 * variables that are bound to a window or a file count those of that object alone.
 *
 * ranks: 2 5 64
 * sanitizer: yes */
#include "tool.h"

#include <stdio.h>
#include <unistd.h>

enum { FENCE, START, POST, LOCK, LOCK_ALL }; /* kinds of epochs */
enum { ALONE, COLLECTIVE };                  /* kinds of accesses to files */
enum { BLOCK = 40, ANY = -1, TRIES = 1000 };

static int rank, size, right, left;
static MPI_T_pvar_session session;
static struct watch watches[32];

/* The events of a type on that object, of that kind and with that peer. */
static int count(const char *type, unsigned object, int kind, int peer)
{
    const int number = type_of(type);
    int found = 0;

    for (int i = 0; i < kept_count; i++)
        found += kept[i].type == number && kept[i].object == object &&
                 (kind == ANY || kept[i].kind == kind) && (peer == ANY || kept[i].peer == peer);
    return found;
}

static long long sum(const char *type, unsigned object)
{
    const int number = type_of(type);
    long long bytes = 0;

    for (int i = 0; i < kept_count; i++)
        if (kept[i].type == number && kept[i].object == object)
            bytes += kept[i].bytes;
    return bytes;
}

/* Variables that count the events of a type, from before MPI_Init on. */
static struct counter {
    const char *name, *type;
    int class; /* of the bytes; -1: there are none */
    MPI_T_pvar_handle times, bytes;
} counters[] = {
    {"messages", "message_posted", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"unexpected", "message_unexpected", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"matches", "message_matched", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"received", "message_completed", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"collectives", "collective_entered", -1, NULL, NULL},
    {"collectives_left", "collective_left", -1, NULL, NULL},
    {"puts", "put", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"gets", "get", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"accumulates", "accumulate", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"windows", "window_made", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"windows_freed", "window_freed", -1, NULL, NULL},
    {"epochs", "epoch_begun", -1, NULL, NULL},
    {"epochs_over", "epoch_over", -1, NULL, NULL},
    {"files", "file_opened", -1, NULL, NULL},
    {"files_closed", "file_closed", -1, NULL, NULL},
    {"reads", "file_read", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"writes", "file_write", MPI_T_PVAR_CLASS_AGGREGATE, NULL, NULL},
    {"waits", "waited", MPI_T_PVAR_CLASS_TIMER, NULL, NULL},
    {"sleeps", "slept", MPI_T_PVAR_CLASS_TIMER, NULL, NULL},
};

#define LENGTH(array) ((int)(sizeof(array) / sizeof(array)[0]))

static void start_counters(void)
{
    for (int i = 0; i < LENGTH(counters); i++) {
        counters[i].times =
            start_of(session, counters[i].name, MPI_T_PVAR_CLASS_COUNTER, NULL);
        if (counters[i].class >= 0)
            counters[i].bytes = start_of(session, counters[i].name, counters[i].class, NULL);
    }
}

static void check_counter(const struct counter *counter)
{
    const int type = type_of(counter->type);
    unsigned long long times = 0;
    long long bytes = 0;

    for (int i = 0; i < kept_count; i++) {
        if (kept[i].type != type)
            continue;
        times++;
        bytes += counter->class == MPI_T_PVAR_CLASS_TIMER ? kept[i].nanoseconds : kept[i].bytes;
    }
    must(read_variable(session, counter->times) == times);
    must(counter->class < 0 ||
         read_variable(session, counter->bytes) == (unsigned long long)bytes);
}

/* The number by which events name the object. */
static unsigned number_of(const char *name, void *object)
{
    return (unsigned)read_variable(session,
                                   start_of(session, name, MPI_T_PVAR_CLASS_GENERIC, object));
}

/* ---- windows --------------------------------------------------------------------------------- */

static void run_epochs(MPI_Win window)
{
    int value = rank;
    MPI_Group all, to, from;

    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_get_group(window, &all);
    MPI_Group_incl(all, 1, &right, &to);
    MPI_Group_incl(all, 1, &left, &from);
    MPI_Win_fence(0, window); /* until MPI_Win_start */
    MPI_Win_post(from, 0, window);
    MPI_Win_start(to, 0, window);
    MPI_Put(&value, 1, MPI_INT, right, 1, 1, MPI_INT, window);
    MPI_Win_complete(window);
    MPI_Win_wait(window);
    MPI_Win_fence(0, window); /* until MPI_Win_lock, when no window is exposed */
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, window);
    MPI_Get(&value, 1, MPI_INT, right, 0, 1, MPI_INT, window);
    MPI_Win_unlock(right, window);
    must(value == rank);
    MPI_Win_fence(0, window); /* until MPI_Win_lock_all */
    MPI_Win_lock_all(0, window);
    MPI_Accumulate(&value, 1, MPI_INT, right, 2, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_unlock_all(window);
    MPI_Group_free(&all);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
}

static void check_epochs(const char *type, unsigned window)
{
    must(count(type, window, ANY, ANY) == 9);
    must(count(type, window, FENCE, -1) == 5);
    must(count(type, window, START, -1) == 1 && count(type, window, POST, -1) == 1);
    must(count(type, window, LOCK, right) == 1 && count(type, window, LOCK_ALL, -1) == 1);
}

/* Each epoch is over before the next of its kind begins. */
static void check_order(unsigned window)
{
    const int begun = type_of("epoch_begun"), over = type_of("epoch_over");
    int open[5] = {0};

    for (int i = 0; i < kept_count; i++) {
        if (kept[i].object != window || (kept[i].type != begun && kept[i].type != over))
            continue;
        open[kept[i].kind] += kept[i].type == begun ? 1 : -1;
        must(open[kept[i].kind] == 0 || open[kept[i].kind] == 1);
    }
}

static void use_windows(void)
{
    const char *const operations[] = {"window.puts", "window.gets", "window.accumulates"};
    const int times[] = {2, 1, 1};
    MPI_T_pvar_handle counts[3], bytes[3], epochs, own_bytes, idle;
    MPI_Win window, other;
    unsigned long long value;
    unsigned number;
    int *memory, *idle_memory;

    MPI_Win_allocate((rank + 3) * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &window);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &idle_memory,
                     &other);
    number = number_of("window", &window);
    must(number != number_of("window", &other));
    for (int i = 0; i < 3; i++) {
        counts[i] = start_of(session, operations[i], MPI_T_PVAR_CLASS_COUNTER, &window);
        bytes[i] = start_of(session, operations[i], MPI_T_PVAR_CLASS_AGGREGATE, &window);
    }
    epochs = start_of(session, "window.epochs", MPI_T_PVAR_CLASS_COUNTER, &window);
    idle = start_of(session, "window.puts", MPI_T_PVAR_CLASS_COUNTER, &other);
    own_bytes = start_of(session, "window.bytes", MPI_T_PVAR_CLASS_SIZE, &window);
    must(read_variable(session, own_bytes) == (rank + 3ULL) * sizeof(int));
    run_epochs(window);
    for (int i = 0; i < 3; i++) {
        must(read_variable(session, counts[i]) == (unsigned long long)times[i]);
        must(read_variable(session, bytes[i]) == times[i] * sizeof(int));
    }
    must(read_variable(session, epochs) == 9 && read_variable(session, idle) == 0);
    MPI_Win_fence(0, other);
    MPI_Win_free(&window);
    must(MPI_T_pvar_read(session, epochs, &value) == MPI_T_ERR_INVALID_HANDLE);
    must(read_variable(session, idle) == 0);
    MPI_Win_free(&other);
    must(count("window_made", number, ANY, ANY) == 1);
    must(count("window_freed", number, ANY, ANY) == 1);
    must(sum("window_made", number) == (rank + 3) * (long long)sizeof(int));
    must(sum("put", number) == 2 * sizeof(int) && sum("get", number) == sizeof(int));
    check_epochs("epoch_begun", number);
    check_epochs("epoch_over", number);
    check_order(number);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void access_file(MPI_File file, char *block)
{
    MPI_Request request;

    MPI_File_write_at(file, rank * (MPI_Offset)BLOCK, block, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(file, rank * (MPI_Offset)BLOCK, block, 1, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, rank * (MPI_Offset)BLOCK, block, BLOCK, MPI_BYTE,
                          MPI_STATUS_IGNORE);
    MPI_File_read_at_all(file, right * (MPI_Offset)BLOCK, block, BLOCK / 2, MPI_BYTE,
                         MPI_STATUS_IGNORE);
    MPI_File_seek(file, left * (MPI_Offset)BLOCK, MPI_SEEK_SET);
    MPI_File_read(file, block, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE);
    must(block[0] == (char)left);
}

static void check_offsets(unsigned file)
{
    const int reads = type_of("file_read"), writes = type_of("file_write");

    for (int i = 0; i < kept_count; i++) {
        if (kept[i].object != file)
            continue;
        if (kept[i].type == writes)
            must(kept[i].offset == rank * (long long)BLOCK);
        if (kept[i].type == reads)
            must(kept[i].offset == (kept[i].kind == COLLECTIVE ? right : left) * (long long)BLOCK);
    }
}

static void use_files(void)
{
    MPI_T_pvar_handle reads, read_bytes, writes, write_bytes, number_handle;
    char block[BLOCK], name[64];
    unsigned long long value;
    unsigned number;
    MPI_File file;
    int leader = (int)getpid();

    memset(block, rank, sizeof block);
    MPI_Bcast(&leader, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(name, sizeof name, "/tmp/heddle-objects.%d.%d", leader, size);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    number = number_of("file", &file);
    number_handle = start_of(session, "file", MPI_T_PVAR_CLASS_GENERIC, &file);
    reads = start_of(session, "file.reads", MPI_T_PVAR_CLASS_COUNTER, &file);
    read_bytes = start_of(session, "file.reads", MPI_T_PVAR_CLASS_AGGREGATE, &file);
    writes = start_of(session, "file.writes", MPI_T_PVAR_CLASS_COUNTER, &file);
    write_bytes = start_of(session, "file.writes", MPI_T_PVAR_CLASS_AGGREGATE, &file);
    access_file(file, block);
    must(read_variable(session, reads) == 2 && read_variable(session, read_bytes) == 3 * BLOCK / 2);
    must(read_variable(session, writes) == 3);
    must(read_variable(session, write_bytes) == 2 * BLOCK + 1);
    MPI_File_close(&file);
    must(MPI_T_pvar_read(session, number_handle, &value) == MPI_T_ERR_INVALID_HANDLE);
    must(count("file_opened", number, ANY, ANY) == 1);
    must(count("file_closed", number, ANY, ANY) == 1);
    must(count("file_write", number, ALONE, ANY) == 2);
    must(count("file_write", number, COLLECTIVE, ANY) == 1);
    must(count("file_read", number, ALONE, ANY) == 1);
    must(count("file_read", number, COLLECTIVE, ANY) == 1);
    must(sum("file_write", number) == 2 * BLOCK + 1 && sum("file_read", number) == 3 * BLOCK / 2);
    check_offsets(number);
    if (rank == 0)
        MPI_File_delete(name, MPI_INFO_NULL);
}

/* ---- waits ----------------------------------------------------------------------------------- */

/* Rank 0 makes rank 1 wait: sooner or later it comes too late. */
static void make_wait(void)
{
    MPI_T_pvar_handle waits = start_of(session, "waits", MPI_T_PVAR_CLASS_COUNTER, NULL);
    int has_waited = 0, tries = 0;

    while (!has_waited && tries++ < TRIES) {
        if (rank == 0) {
            usleep(2000);
            MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(&has_waited, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            unsigned long long before = read_variable(session, waits);

            MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            has_waited = read_variable(session, waits) > before;
            MPI_Send(&has_waited, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        } else {
            has_waited = 1;
        }
    }
    must(has_waited);
}

/* Receives that are posted, and among how many one is looked for. */
static void post_receives(void)
{
    MPI_T_pvar_handle posted =
        start_of(session, "posted_receives", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_T_pvar_handle depth = start_of(session, "matching_depth", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_Request requests[8];

    must(read_variable(session, posted) == 0);
    for (int i = 0; i < 8; i++)
        MPI_Irecv(NULL, 0, MPI_INT, 0, i % 2, MPI_COMM_SELF, &requests[i]);
    must(read_variable(session, posted) == 8 && read_variable(session, depth) == 1);
    MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_SELF); /* not for the first receive */
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    must(read_variable(session, posted) == 7);
    must(read_variable(session, depth) >= 4 && read_variable(session, depth) <= 7);
    for (int i = 0; i < 7; i++)
        MPI_Send(NULL, 0, MPI_INT, 0, i % 2, MPI_COMM_SELF);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    must(read_variable(session, posted) == 0 && read_variable(session, depth) == 0);
}

/* A rank sleeps only in a wait. */
static void check_sleeps(void)
{
    const int waited = type_of("waited"), slept = type_of("slept");
    long long within = 0;

    for (int i = 0; i < kept_count; i++) {
        if (kept[i].type == slept)
            within += kept[i].nanoseconds;
        if (kept[i].type != waited)
            continue;
        must(within <= kept[i].nanoseconds);
        within = 0;
    }
}

int main(int argc, char **argv)
{
    int provided, types;

    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    must(MPI_T_event_get_num(&types) == MPI_SUCCESS && types <= LENGTH(watches));
    must(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    for (int i = 0; i < types; i++)
        watch_type(&watches[i], i);
    start_counters();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    post_receives();
    use_windows();
    use_files();
    make_wait();
    for (int i = 0; i < LENGTH(counters); i++)
        check_counter(&counters[i]);
    check_sleeps();
    MPI_Finalize();
    must(MPI_T_pvar_session_free(&session) == MPI_SUCCESS);
    must(MPI_T_finalize() == MPI_SUCCESS);
    return 0;
}
