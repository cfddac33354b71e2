/* SPDX-License-Identifier: MIT */
/* The cost of a tool of MPI_T that looks: a message to oneself with its receive, a put into one's
 * own window with its flush, a barrier of all ranks. One line per point.
 *
 * Plain MPI 4. The tool is what the second argument says: off, there is none; counter, one handle
 * each of "messages", "puts" and "collectives"; event, a callback that does nothing for these; then
 * what has small messages leave the fast path, matching: a handle of "received"; and waits: one of
 * "waits". A point is what points.h says.
 *
 *   observed [label [tool]]     prints: label tool.call ranks median_us p10_us p90_us */
#include <string.h>

#include "points.h"

enum { CALLS = 1000 };

static int self;
static MPI_Win window;

static void message(int calls)
{
    MPI_Request request;
    int in, out = 0;

    while (calls-- > 0) {
        MPI_Irecv(&in, 1, MPI_INT, self, 0, MPI_COMM_WORLD, &request);
        MPI_Send(&out, 1, MPI_INT, self, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void put(int calls)
{
    int value = 0;

    while (calls-- > 0) {
        MPI_Put(&value, 1, MPI_INT, self, 0, 1, MPI_INT, window);
        MPI_Win_flush(self, window);
    }
}

static void barrier(int calls)
{
    while (calls-- > 0)
        MPI_Barrier(MPI_COMM_WORLD);
}

/* ---- the tool -------------------------------------------------------------------------------- */

static void count(MPI_T_pvar_session session, const char *name)
{
    MPI_T_pvar_handle handle;
    int index, elements;

    MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_COUNTER, &index);
    MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &elements);
    MPI_T_pvar_start(session, handle);
}

static void see(MPI_T_event_instance event, MPI_T_event_registration registration,
                MPI_T_cb_safety safety, void *user_data)
{
    (void)event;
    (void)registration;
    (void)safety;
    (void)user_data;
}

static void hear(const char *name)
{
    MPI_T_event_registration registration;
    int index;

    MPI_T_event_get_index(name, &index);
    MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &registration);
    MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, NULL,
                                  see);
}

static void look(const char *tool, MPI_T_pvar_session session)
{
    if (strcmp(tool, "counter") == 0) {
        count(session, "messages");
        count(session, "puts");
        count(session, "collectives");
    } else if (strcmp(tool, "event") == 0) {
        hear("message_posted");
        hear("put");
        hear("collective_entered");
    } else if (strcmp(tool, "matching") == 0) {
        count(session, "received");
    } else if (strcmp(tool, "waits") == 0) {
        count(session, "waits");
    }
}

int main(int argc, char **argv)
{
    const char *label = argc > 1 ? argv[1] : "mpi", *tool = argc > 2 ? argv[2] : "off";
    const struct {
        const char *name;
        operation *run;
    } points[] = {{"message", message}, {"put", put}, {"barrier", barrier}};
    MPI_T_pvar_session session;
    int provided, size, *memory;
    char name[64];

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    look(tool, session);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_lock_all(0, window);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        snprintf(name, sizeof name, "%s.%s", tool, points[i].name);
        measure(MPI_COMM_WORLD, label, name, size, points[i].run, CALLS, CALLS);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    return 0;
}
