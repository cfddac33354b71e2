/* SPDX-License-Identifier: MIT */
/* The variables, event types and categories of MPI_T that Heddle has: none of them goes or changes
 * its name, and control variables have the values of the environment. New ones may come.
 *
 * ranks: 1 3
 * environment: HEDDLE_MISMATCH=2 HEDDLE_WAIT_SPIN_US=7 HEDDLE_BUFFERS=1 HEDDLE_EAGER=7
 * sanitizer: yes */
#include "tool.h"

enum { TEXT_BYTES = 2048 };

/* Name and class, in the order of their numbers. */
static const struct golden {
    const char *name;
    int class;
} goldens[] = {
    {"messages", MPI_T_PVAR_CLASS_COUNTER},
    {"messages", MPI_T_PVAR_CLASS_AGGREGATE},
    {"messages.eager", MPI_T_PVAR_CLASS_COUNTER},
    {"messages.eager", MPI_T_PVAR_CLASS_AGGREGATE},
    {"messages.eager_copy", MPI_T_PVAR_CLASS_COUNTER},
    {"messages.buffered", MPI_T_PVAR_CLASS_COUNTER},
    {"messages.rendezvous", MPI_T_PVAR_CLASS_COUNTER},
    {"messages.rendezvous", MPI_T_PVAR_CLASS_AGGREGATE},
    {"messages.in_place", MPI_T_PVAR_CLASS_COUNTER},
    {"messages.partitioned", MPI_T_PVAR_CLASS_COUNTER},
    {"collectives", MPI_T_PVAR_CLASS_COUNTER},
    {"collectives.alone", MPI_T_PVAR_CLASS_COUNTER},
    {"collectives.barrier", MPI_T_PVAR_CLASS_COUNTER},
    {"collectives.allreduce_small", MPI_T_PVAR_CLASS_COUNTER},
    {"collectives_left", MPI_T_PVAR_CLASS_COUNTER},
    {"matches", MPI_T_PVAR_CLASS_COUNTER},
    {"matches", MPI_T_PVAR_CLASS_AGGREGATE},
    {"received", MPI_T_PVAR_CLASS_COUNTER},
    {"received", MPI_T_PVAR_CLASS_AGGREGATE},
    {"unexpected", MPI_T_PVAR_CLASS_COUNTER},
    {"unexpected", MPI_T_PVAR_CLASS_AGGREGATE},
    {"unexpected.copied", MPI_T_PVAR_CLASS_COUNTER},
    {"unexpected.copied", MPI_T_PVAR_CLASS_AGGREGATE},
    {"unexpected.offered", MPI_T_PVAR_CLASS_COUNTER},
    {"unexpected.offered", MPI_T_PVAR_CLASS_AGGREGATE},
    {"puts", MPI_T_PVAR_CLASS_COUNTER},
    {"puts", MPI_T_PVAR_CLASS_AGGREGATE},
    {"gets", MPI_T_PVAR_CLASS_COUNTER},
    {"gets", MPI_T_PVAR_CLASS_AGGREGATE},
    {"accumulates", MPI_T_PVAR_CLASS_COUNTER},
    {"accumulates", MPI_T_PVAR_CLASS_AGGREGATE},
    {"windows", MPI_T_PVAR_CLASS_COUNTER},
    {"windows", MPI_T_PVAR_CLASS_AGGREGATE},
    {"windows_freed", MPI_T_PVAR_CLASS_COUNTER},
    {"epochs", MPI_T_PVAR_CLASS_COUNTER},
    {"epochs.fence", MPI_T_PVAR_CLASS_COUNTER},
    {"epochs.start", MPI_T_PVAR_CLASS_COUNTER},
    {"epochs.post", MPI_T_PVAR_CLASS_COUNTER},
    {"epochs.lock", MPI_T_PVAR_CLASS_COUNTER},
    {"epochs.lock_all", MPI_T_PVAR_CLASS_COUNTER},
    {"epochs_over", MPI_T_PVAR_CLASS_COUNTER},
    {"epochs_over.lock_all", MPI_T_PVAR_CLASS_COUNTER},
    {"files", MPI_T_PVAR_CLASS_COUNTER},
    {"files_closed", MPI_T_PVAR_CLASS_COUNTER},
    {"reads", MPI_T_PVAR_CLASS_COUNTER},
    {"reads", MPI_T_PVAR_CLASS_AGGREGATE},
    {"reads.alone", MPI_T_PVAR_CLASS_COUNTER},
    {"reads.collective", MPI_T_PVAR_CLASS_COUNTER},
    {"writes", MPI_T_PVAR_CLASS_COUNTER},
    {"writes", MPI_T_PVAR_CLASS_AGGREGATE},
    {"writes.alone", MPI_T_PVAR_CLASS_AGGREGATE},
    {"writes.collective", MPI_T_PVAR_CLASS_AGGREGATE},
    {"waits", MPI_T_PVAR_CLASS_COUNTER},
    {"waits", MPI_T_PVAR_CLASS_TIMER},
    {"sleeps", MPI_T_PVAR_CLASS_COUNTER},
    {"sleeps", MPI_T_PVAR_CLASS_TIMER},
    {"phase", MPI_T_PVAR_CLASS_STATE},
    {"unexpected_messages", MPI_T_PVAR_CLASS_LEVEL},
    {"unexpected_bytes", MPI_T_PVAR_CLASS_LEVEL},
    {"buffered_bytes", MPI_T_PVAR_CLASS_LEVEL},
    {"members", MPI_T_PVAR_CLASS_SIZE},
    {"communicator", MPI_T_PVAR_CLASS_GENERIC},
    {"unexpected_messages", MPI_T_PVAR_CLASS_HIGHWATERMARK},
    {"communicator.messages", MPI_T_PVAR_CLASS_COUNTER},
    {"communicator.messages", MPI_T_PVAR_CLASS_AGGREGATE},
    {"communicator.received", MPI_T_PVAR_CLASS_COUNTER},
    {"communicator.received", MPI_T_PVAR_CLASS_AGGREGATE},
    {"communicator.collectives", MPI_T_PVAR_CLASS_COUNTER},
    {"posted_receives", MPI_T_PVAR_CLASS_LEVEL},
    {"matching_depth", MPI_T_PVAR_CLASS_LEVEL},
    {"window", MPI_T_PVAR_CLASS_GENERIC},
    {"window.bytes", MPI_T_PVAR_CLASS_SIZE},
    {"window.puts", MPI_T_PVAR_CLASS_COUNTER},
    {"window.puts", MPI_T_PVAR_CLASS_AGGREGATE},
    {"window.gets", MPI_T_PVAR_CLASS_COUNTER},
    {"window.gets", MPI_T_PVAR_CLASS_AGGREGATE},
    {"window.accumulates", MPI_T_PVAR_CLASS_COUNTER},
    {"window.accumulates", MPI_T_PVAR_CLASS_AGGREGATE},
    {"window.epochs", MPI_T_PVAR_CLASS_COUNTER},
    {"file", MPI_T_PVAR_CLASS_GENERIC},
    {"file.reads", MPI_T_PVAR_CLASS_COUNTER},
    {"file.reads", MPI_T_PVAR_CLASS_AGGREGATE},
    {"file.writes", MPI_T_PVAR_CLASS_COUNTER},
    {"file.writes", MPI_T_PVAR_CLASS_AGGREGATE},
};

static const char *const types[] = {"message_posted",    "message_unexpected",
                                    "message_matched",   "message_completed",
                                    "collective_entered", "collective_left",
                                    "put",               "get",
                                    "accumulate",        "window_made",
                                    "window_freed",      "epoch_begun",
                                    "epoch_over",        "file_opened",
                                    "file_closed",       "file_read",
                                    "file_write",        "waited",
                                    "slept"};

static const char *const categories[] = {"heddle",   "start",       "output",  "checks", "messages",
                                         "collectives", "windows", "files",  "waiting"};

#define LENGTH(array) ((int)(sizeof(array) / sizeof(array)[0]))

static void check_names(void)
{
    int index, before = -1;

    for (int i = 0; i < LENGTH(goldens); i++) {
        must(MPI_T_pvar_get_index(goldens[i].name, goldens[i].class, &index) == MPI_SUCCESS);
        must(index > before);
        before = index;
    }
    for (int i = 0; i < LENGTH(types); i++)
        must(MPI_T_event_get_index(types[i], &index) == MPI_SUCCESS && index == i);
    for (int i = 0; i < LENGTH(categories); i++)
        must(MPI_T_category_get_index(categories[i], &index) == MPI_SUCCESS && index == i);
}

/* Every variable and type is in one category, and the first category has all others. */
static void check_categories(void)
{
    int count, cvars, pvars, events, inside, all, members = 0;

    must(MPI_T_category_get_num(&count) == MPI_SUCCESS);
    for (int i = 0; i < count; i++) {
        must(MPI_T_category_get_info(i, NULL, NULL, NULL, NULL, &cvars, &pvars, &inside) ==
             MPI_SUCCESS);
        must(MPI_T_category_get_num_events(i, &events) == MPI_SUCCESS);
        must(inside == (i == 0 ? count - 1 : 0));
        members += cvars + pvars + events;
    }
    must(MPI_T_cvar_get_num(&all) == MPI_SUCCESS);
    members -= all;
    must(MPI_T_pvar_get_num(&all) == MPI_SUCCESS);
    members -= all;
    must(MPI_T_event_get_num(&all) == MPI_SUCCESS);
    must(members == all);
}

static int read_control(const char *name, MPI_T_enum *names)
{
    MPI_T_cvar_handle handle;
    MPI_Datatype type;
    int index, count, value = -99;

    must(MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS);
    must(MPI_T_cvar_get_info(index, NULL, NULL, NULL, &type, names, NULL, NULL, NULL, NULL) ==
         MPI_SUCCESS);
    must(type == MPI_INT);
    must(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS && count == 1);
    must(MPI_T_cvar_read(handle, &value) == MPI_SUCCESS);
    must(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS);
    must(MPI_T_cvar_handle_free(&handle) == MPI_T_ERR_INVALID_HANDLE);
    return value;
}

static void check_item(MPI_T_enum names, int wanted, const char *word)
{
    char text[TEXT_BYTES];
    int count, value, length;

    must(names != MPI_T_ENUM_NULL && MPI_T_enum_get_info(names, &count, NULL, NULL) == MPI_SUCCESS);
    for (int i = 0; i < count; i++) {
        length = sizeof text;
        must(MPI_T_enum_get_item(names, i, &value, text, &length) == MPI_SUCCESS);
        must((value == wanted) == (strcmp(text, word) == 0));
    }
}

/* Chance goes on with a seed, which cannot be taken back. */
static void check_seed(void)
{
    MPI_T_cvar_handle handle;
    MPI_T_enum names;
    int index, count, by_size = 0;

    must(MPI_T_cvar_get_index("HEDDLE_EAGER", &index) == MPI_SUCCESS);
    must(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS);
    must(MPI_T_cvar_write(handle, &by_size) == MPI_T_ERR_CVAR_SET_NOT_NOW);
    must(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS);
    must(read_control("HEDDLE_EAGER", &names) == 7);
}

static void check_controls(void)
{
    MPI_T_enum names;

    must(read_control("HEDDLE_MISMATCH", &names) == 2);
    check_item(names, 2, "raise");
    must(read_control("HEDDLE_BUFFERS", &names) == 1);
    check_item(names, 1, "warn");
    check_item(names, -1, "by the job");
    must(read_control("HEDDLE_WAIT_SPIN_US", &names) == 7);
    must(names == MPI_T_ENUM_NULL);
    check_seed();
}

static void check_phase(MPI_T_pvar_session session, int expected, const char *word)
{
    MPI_T_pvar_handle phase =
        start_variable(session, "phase", MPI_T_PVAR_CLASS_STATE, MPI_COMM_NULL);
    MPI_T_enum names;
    int index, value = -1;

    must(MPI_T_pvar_read(session, phase, &value) == MPI_SUCCESS && value == expected);
    must(MPI_T_pvar_get_index("phase", MPI_T_PVAR_CLASS_STATE, &index) == MPI_SUCCESS);
    must(MPI_T_pvar_get_info(index, NULL, NULL, NULL, NULL, NULL, &names, NULL, NULL, NULL, NULL,
                             NULL, NULL) == MPI_SUCCESS);
    check_item(names, value, word);
}

/* A variable that is bound to a communicator knows when that is gone. */
static void check_bound(MPI_T_pvar_session session, int size)
{
    MPI_T_pvar_handle members, sent, on_world;
    MPI_Comm comm;
    unsigned long long value;
    int in, out = 1;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    members = start_variable(session, "members", MPI_T_PVAR_CLASS_SIZE, comm);
    sent = start_variable(session, "communicator.messages", MPI_T_PVAR_CLASS_AGGREGATE, comm);
    on_world = start_variable(session, "communicator.messages", MPI_T_PVAR_CLASS_AGGREGATE,
                              MPI_COMM_WORLD);
    must(read_variable(session, members) == (unsigned long long)size);
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    must(read_variable(session, sent) == 0);
    MPI_Comm_rank(comm, &in);
    MPI_Sendrecv(&out, 1, MPI_INT, in, 0, &in, 1, MPI_INT, in, 0, comm, MPI_STATUS_IGNORE);
    must(read_variable(session, sent) == sizeof(int) && read_variable(session, on_world) == 0);
    MPI_Comm_free(&comm);
    must(MPI_T_pvar_read(session, members, &value) == MPI_T_ERR_INVALID_HANDLE);
    must(MPI_T_pvar_handle_free(session, &members) == MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    MPI_T_pvar_session session;
    int provided, size;

    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    must(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    check_names();
    check_categories();
    check_controls();
    check_phase(session, 0, "before MPI_Init");
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    check_phase(session, 1, "active");
    check_bound(session, size);
    MPI_Finalize();
    check_phase(session, 2, "finalized");
    check_names();
    must(MPI_T_pvar_session_free(&session) == MPI_SUCCESS);
    must(MPI_T_finalize() == MPI_SUCCESS);
    return 0;
}
