/* SPDX-License-Identifier: MIT */
/* Callbacks of MPI_T: which level is called, what is dropped and how that is told, what a callback
 * may do: free its own registration, read variables. With MPI_THREAD_MULTIPLE the level is that of
 * threads.
 *
 * ranks: 2
 * flags: -pthread
 * sanitizer: yes
 * variant: threads; arguments: threads */
#include "tool.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 50 };

static int rank, calls, restricted_calls, safe_calls, freed, told;
static MPI_Count dropped_count;
static MPI_T_pvar_session session;
static MPI_T_pvar_handle variable;
static MPI_T_cb_safety freed_at, called_at;

static void count_call(MPI_T_event_instance instance, MPI_T_event_registration registration,
                       MPI_T_cb_safety safety, void *user_data)
{
    (void)registration;
    must(instance != NULL);
    __atomic_store_n(&called_at, safety, __ATOMIC_RELAXED);
    __atomic_fetch_add((int *)user_data, 1, __ATOMIC_RELAXED);
}

static void note_dropped(MPI_Count count, MPI_T_event_registration registration, int source,
                         MPI_T_cb_safety safety, void *user_data)
{
    int before = calls;

    must(source == 0 && registration != NULL && user_data == &calls);
    must(safety == MPI_T_CB_REQUIRE_MPI_RESTRICTED);
    must(before == 0); /* the next event comes behind this */
    dropped_count += count;
    told++;
}

static void note_freed(MPI_T_event_registration registration, MPI_T_cb_safety safety,
                       void *user_data)
{
    must(registration != NULL && user_data == &freed);
    freed_at = safety;
    freed++;
}

static void free_itself(MPI_T_event_instance instance, MPI_T_event_registration registration,
                        MPI_T_cb_safety safety, void *user_data)
{
    unsigned long long value;
    int element;

    (void)safety;
    (void)user_data;
    calls++;
    must(MPI_T_event_handle_free(registration, &freed, note_freed) == MPI_SUCCESS);
    must(MPI_T_event_handle_free(registration, NULL, NULL) == MPI_T_ERR_INVALID_HANDLE);
    must(freed == 0); /* it runs still */
    must(MPI_T_event_read(instance, 0, &element) == MPI_SUCCESS);
    must(MPI_T_pvar_read(session, variable, &value) == MPI_SUCCESS);
    must(MPI_T_pvar_stop(session, variable) == MPI_SUCCESS);
    must(MPI_T_pvar_start(session, variable) == MPI_SUCCESS);
}

static MPI_T_event_registration register_at(MPI_T_cb_safety level, void *data,
                                            MPI_T_event_cb_function *function)
{
    MPI_T_event_registration registration;

    must(MPI_T_event_handle_alloc(type_of("message_posted"), NULL, MPI_INFO_NULL,
                                  &registration) == MPI_SUCCESS);
    must(MPI_T_event_register_callback(registration, level, MPI_INFO_NULL, data, function) ==
         MPI_SUCCESS);
    return registration;
}

static void send_to_self(void)
{
    int in = 0, out = 1;

    MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    must(in == 1);
}

/* A callback that can stand nothing is never called, and what it misses is told when there is one
 * that can be. */
static void check_dropped(void)
{
    MPI_T_event_registration registration =
        register_at(MPI_T_CB_REQUIRE_NONE, &restricted_calls, count_call);

    send_to_self(); /* no callback is registered */
    must(MPI_T_event_set_dropped_handler(registration, note_dropped) == MPI_SUCCESS);
    send_to_self();
    send_to_self();
    must(restricted_calls == 0 && told == 0);
    must(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL,
                                       &calls, count_call) == MPI_SUCCESS);
    send_to_self();
    must(told == 1 && dropped_count == 2 && calls == 1);
    must(called_at == MPI_T_CB_REQUIRE_MPI_RESTRICTED); /* of the call, not of the callback */
    must(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
                                       MPI_INFO_NULL, &safe_calls, count_call) == MPI_SUCCESS);
    send_to_self();
    must(calls == 1 && safe_calls == 1); /* the lowest level that will do */
    must(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
                                       MPI_INFO_NULL, NULL, NULL) == MPI_SUCCESS);
    send_to_self();
    must(calls == 2 && safe_calls == 1);
    must(MPI_T_event_handle_free(registration, &freed, note_freed) == MPI_SUCCESS);
    must(freed == 1 && freed_at == MPI_T_CB_REQUIRE_NONE);
    send_to_self();
    must(calls == 2);
}

static void check_freeing_itself(void)
{
    calls = freed = 0;
    register_at(MPI_T_CB_REQUIRE_MPI_RESTRICTED, NULL, free_itself);
    send_to_self();
    must(calls == 1 && freed == 1 && freed_at == MPI_T_CB_REQUIRE_MPI_RESTRICTED);
    send_to_self();
    must(calls == 1);
}

static void *send_often(void *argument)
{
    int *tag = argument, in, out = *tag;

    for (int i = 0; i < ROUNDS; i++) {
        MPI_Sendrecv(&out, 1, MPI_INT, 1 - rank, *tag, &in, 1, MPI_INT, 1 - rank, *tag,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        must(in == out);
    }
    return NULL;
}

static void check_threads(void)
{
    static int tags[THREADS];
    pthread_t threads[THREADS];
    MPI_T_event_registration registration =
        register_at(MPI_T_CB_REQUIRE_THREAD_SAFE, &safe_calls, count_call);
    unsigned long long before = read_variable(session, variable);

    safe_calls = 0;
    for (int i = 0; i < THREADS; i++) {
        tags[i] = i;
        must(pthread_create(&threads[i], NULL, send_often, &tags[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    must(safe_calls == THREADS * ROUNDS);
    must(read_variable(session, variable) - before == THREADS * ROUNDS);
    must(called_at == MPI_T_CB_REQUIRE_THREAD_SAFE);
    must(MPI_T_event_handle_free(registration, NULL, NULL) == MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    const int is_threaded = argc > 1;
    int provided;

    MPI_Init_thread(&argc, &argv, is_threaded ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    must(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) == MPI_SUCCESS);
    must(provided == MPI_THREAD_MULTIPLE);
    must(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    variable = start_variable(session, "messages", MPI_T_PVAR_CLASS_COUNTER, MPI_COMM_NULL);
    if (is_threaded) {
        check_threads();
    } else {
        check_dropped();
        check_freeing_itself();
    }
    MPI_Finalize();
    must(MPI_T_finalize() == MPI_SUCCESS); /* frees what there still is */
    must(MPI_T_pvar_session_free(&session) == MPI_T_ERR_NOT_INITIALIZED);
    return 0;
}
