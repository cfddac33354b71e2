/* SPDX-License-Identifier: MIT */
/* The events that MPI_T tells of are those that must have happened: messages that are sent, that
 * come before their receive, meet it and are complete; collective operations that are entered and
 * left; puts, gets and accumulates. Performance variables count the same.
 *
 * sanitizer: yes */
#include "tool.h"

enum { MESSAGES = 6, FIRST_TAG = 10, LARGE = 1 << 20, LARGE_TAG = 77 };

static int rank, size, types;
static struct watch watches[32];
static unsigned world_number;

/* ---- what happened --------------------------------------------------------------------------- */

/* The n-th event of a type on MPI_COMM_WORLD with that tag; NULL: there are fewer. */
static const struct kept *nth(const char *type, int tag, int n)
{
    const int number = type_of(type);

    for (int i = 0; i < kept_count; i++)
        if (kept[i].type == number && kept[i].communicator == world_number &&
            kept[i].tag == tag && n-- == 0)
            return &kept[i];
    return NULL;
}

static int count(const char *type, int operation)
{
    const int number = type_of(type);
    int found = 0;

    for (int i = 0; i < kept_count; i++)
        found += kept[i].type == number && kept[i].operation == operation &&
                 (operation == -99 || kept[i].communicator == world_number);
    return found;
}

static void check_message(int tag, long long bytes, int is_unexpected)
{
    const struct kept *posted = nth("message_posted", tag, 0);
    const struct kept *unexpected = nth("message_unexpected", tag, 0);
    const struct kept *matched = nth("message_matched", tag, 0);
    const struct kept *completed = nth("message_completed", tag, 0);
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;

    must(posted != NULL && posted->peer == right && posted->bytes == bytes);
    must((unexpected != NULL) == is_unexpected);
    must(matched != NULL && matched->peer == left && matched->bytes == bytes);
    must(completed != NULL && completed->peer == left && completed->bytes == bytes);
    must(matched < completed && matched->time <= completed->time);
    must(unexpected == NULL || (unexpected < matched && unexpected->peer == left &&
                                unexpected->bytes == bytes));
    must(nth("message_posted", tag, 1) == NULL && nth("message_unexpected", tag, 1) == NULL);
    must(nth("message_matched", tag, 1) == NULL && nth("message_completed", tag, 1) == NULL);
}

/* ---- what happens ---------------------------------------------------------------------------- */

/* The first receive is for the last message, so all others come before theirs. */
static void exchange(void)
{
    static int out[MESSAGES][MESSAGES], in[MESSAGES][MESSAGES];
    MPI_Request requests[MESSAGES];

    for (int i = 0; i < MESSAGES; i++)
        MPI_Isend(out[i], i, MPI_INT, (rank + 1) % size, FIRST_TAG + i, MPI_COMM_WORLD,
                  &requests[i]);
    for (int i = MESSAGES - 1; i >= 0; i--)
        MPI_Recv(in[i], i, MPI_INT, (rank + size - 1) % size, FIRST_TAG + i, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
}

static void exchange_large(void)
{
    static char out[LARGE], in[LARGE];
    MPI_Request request;

    MPI_Irecv(in, LARGE, MPI_BYTE, (rank + size - 1) % size, LARGE_TAG, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(out, LARGE, MPI_BYTE, (rank + 1) % size, LARGE_TAG, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void operate(void)
{
    int in = rank, out = 0;
    MPI_Request request;

    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(&in, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
    MPI_Ibcast(&in, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void access_window(void)
{
    int *memory, one = 1;
    MPI_Win window;

    MPI_Win_allocate(2 * (MPI_Aint)sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window);
    memory[0] = memory[1] = 0;
    MPI_Win_fence(0, window);
    MPI_Put(&one, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
    MPI_Accumulate(&one, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Get(&one, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    must(memory[0] == 1 && memory[1] == 1 && one == 1);
    MPI_Win_free(&window);
}

static void check_access(const char *type)
{
    const int number = type_of(type);
    int found = 0;

    for (int i = 0; i < kept_count; i++) {
        if (kept[i].type != number)
            continue;
        must(kept[i].peer == (rank + 1) % size && kept[i].bytes == sizeof(int));
        found++;
    }
    must(found == 1);
}

int main(int argc, char **argv)
{
    MPI_T_pvar_session session;
    MPI_T_pvar_handle sent, sent_bytes, received, unexpected, most, level, on_world, entered;
    int provided, before;

    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    must(MPI_T_event_get_num(&types) == MPI_SUCCESS && types <= 32);
    for (int i = 0; i < types; i++) /* before MPI_Init */
        watch_type(&watches[i], i);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    must(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    world_number = (unsigned)read_variable(
        session, start_variable(session, "communicator", MPI_T_PVAR_CLASS_GENERIC,
                                MPI_COMM_WORLD));
    sent = start_variable(session, "messages", MPI_T_PVAR_CLASS_COUNTER, MPI_COMM_NULL);
    sent_bytes = start_variable(session, "messages", MPI_T_PVAR_CLASS_AGGREGATE, MPI_COMM_NULL);
    received = start_variable(session, "received", MPI_T_PVAR_CLASS_COUNTER, MPI_COMM_NULL);
    unexpected = start_variable(session, "unexpected", MPI_T_PVAR_CLASS_COUNTER, MPI_COMM_NULL);
    most = start_variable(session, "unexpected_messages", MPI_T_PVAR_CLASS_HIGHWATERMARK,
                          MPI_COMM_NULL);
    level = start_variable(session, "unexpected_messages", MPI_T_PVAR_CLASS_LEVEL, MPI_COMM_NULL);
    on_world = start_variable(session, "communicator.messages", MPI_T_PVAR_CLASS_COUNTER,
                              MPI_COMM_WORLD);
    entered = start_variable(session, "communicator.collectives", MPI_T_PVAR_CLASS_COUNTER,
                             MPI_COMM_WORLD);
    exchange();
    exchange_large();
    must(read_variable(session, sent) == MESSAGES + 1);
    must(read_variable(session, on_world) == MESSAGES + 1);
    must(read_variable(session, sent_bytes) == 15 * sizeof(int) + LARGE);
    must(read_variable(session, received) == MESSAGES + 1);
    must(read_variable(session, unexpected) == MESSAGES - 1);
    must(read_variable(session, most) == MESSAGES - 1);
    must(read_variable(session, level) == 0);
    for (int i = 0; i < MESSAGES; i++)
        check_message(FIRST_TAG + i, i * (long long)sizeof(int), i < MESSAGES - 1);
    check_message(LARGE_TAG, LARGE, 0);
    operate();
    must(read_variable(session, entered) == 4);
    access_window();
    must(count("collective_entered", 0) == 1 && count("collective_left", 0) == 1); /* barrier */
    must(count("collective_entered", 7) == 1 && count("collective_left", 7) == 1); /* allreduce */
    must(count("collective_entered", 1) == 2 && count("collective_left", 1) == 2); /* bcasts */
    check_access("put");
    check_access("get");
    check_access("accumulate");
    for (int i = 0; i < types; i++)
        must(MPI_T_event_handle_free(watches[i].registration, NULL, NULL) == MPI_SUCCESS);
    before = kept_count;
    exchange();
    MPI_Finalize();
    must(kept_count == before);
    must(read_variable(session, sent) == 2 * MESSAGES + 1); /* behind MPI_Finalize, too */
    must(MPI_T_pvar_session_free(&session) == MPI_SUCCESS);
    must(MPI_T_finalize() == MPI_SUCCESS);
    return 0;
}
