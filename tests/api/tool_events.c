/* SPDX-License-Identifier: MIT */
/* MPI_T: event types, registrations, callbacks, sources. Each type that there is, and that is bound
 * to no object, is registered for; nothing depends on which there are, or on which events come. */
#include "check.h"

#include <stdlib.h>

enum { TEXT_BYTES = 4096, ELEMENTS_MAX = 64, BYTES_MAX = 4096 };

static char name[TEXT_BYTES], desc[TEXT_BYTES];

static void begin(void)
{
    int provided;

    check_equal(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), MPI_SUCCESS);
}

static void end(void)
{
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
}

/* ---- sources --------------------------------------------------------------------------------- */

static void look_at_source(int index)
{
    int name_len = TEXT_BYTES, desc_len = TEXT_BYTES, err;
    MPI_Count ticks = -1, most = -1, first = -1, second = -1;
    MPI_T_source_order order = (MPI_T_source_order)0;
    MPI_Info info = MPI_INFO_NULL;

    check_equal(MPI_T_source_get_info(index, name, &name_len, desc, &desc_len, &order, &ticks,
                                      &most, &info),
                MPI_SUCCESS);
    check(name[0] != '\0');
    check_equal(name_len, (long long)strlen(name) + 1);
    check_equal(desc_len, (long long)strlen(desc) + 1);
    check(order == MPI_T_SOURCE_ORDERED || order == MPI_T_SOURCE_UNORDERED);
    check(ticks > 0 && most > 0);
    check(info != MPI_INFO_NULL);
    check_equal(MPI_Info_free(&info), MPI_SUCCESS);
    err = MPI_T_source_get_timestamp(index, &first);
    check(err == MPI_SUCCESS || err == MPI_T_ERR_NOT_SUPPORTED);
    if (err == MPI_SUCCESS) {
        check_equal(MPI_T_source_get_timestamp(index, &second), MPI_SUCCESS);
        check(second >= first && second <= most);
    }
    check_equal(MPI_T_source_get_info(index, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                MPI_SUCCESS);
}

static void each_source_has_a_clock(void)
{
    MPI_Count time;
    int count = -1, i;

    begin();
    check_equal(MPI_T_source_get_num(&count), MPI_SUCCESS);
    check(count >= 0);
    for (i = 0; i < count; i++)
        look_at_source(i);
    check_equal(MPI_T_source_get_info(count, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_source_get_timestamp(count, &time), MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_source_get_timestamp(-1, &time), MPI_T_ERR_INVALID_INDEX);
    end();
}

/* ---- types ----------------------------------------------------------------------------------- */

struct type {
    int count, bind;
    MPI_Datatype datatypes[ELEMENTS_MAX];
    MPI_Aint displacements[ELEMENTS_MAX];
};

static void look(int index, struct type *type)
{
    int name_len = TEXT_BYTES, desc_len = TEXT_BYTES, verbosity = -1, found = -1, one = 1, i;
    MPI_T_enum enumtype = MPI_T_ENUM_NULL;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Datatype first[2] = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL};

    type->count = ELEMENTS_MAX;
    check_equal(MPI_T_event_get_info(index, name, &name_len, &verbosity, type->datatypes,
                                     type->displacements, &type->count, &enumtype, &info, desc,
                                     &desc_len, &type->bind),
                MPI_SUCCESS);
    check(name[0] != '\0');
    check_equal(name_len, (long long)strlen(name) + 1);
    check_equal(desc_len, (long long)strlen(desc) + 1);
    check(verbosity >= MPI_T_VERBOSITY_USER_BASIC && verbosity <= MPI_T_VERBOSITY_MPIDEV_ALL);
    check(info != MPI_INFO_NULL);
    check_equal(MPI_Info_free(&info), MPI_SUCCESS);
    check(type->count >= 0 && type->count <= ELEMENTS_MAX);
    for (i = 0; i < type->count; i++) {
        check(type->datatypes[i] != MPI_DATATYPE_NULL);
        check(i == 0 ? type->displacements[i] == 0
                     : type->displacements[i] > type->displacements[i - 1]);
    }
    check_equal(MPI_T_event_get_info(index, NULL, NULL, NULL, first, NULL, &one, NULL, NULL, NULL,
                                     NULL, NULL),
                MPI_SUCCESS);
    check_equal(one, type->count);
    check(first[1] == MPI_DATATYPE_NULL);
    check_equal(MPI_T_event_get_info(index, NULL, NULL, NULL, first, NULL, NULL, NULL, NULL, NULL,
                                     NULL, NULL),
                MPI_SUCCESS);
    check_equal(MPI_T_event_get_index(name, &found), MPI_SUCCESS);
    check_equal(found, index);
}

static void each_type_is_described(void)
{
    struct type type;
    int count = -1, i;

    begin();
    check_equal(MPI_T_event_get_num(&count), MPI_SUCCESS);
    check(count >= 0);
    for (i = 0; i < count; i++)
        look(i, &type);
    check_equal(MPI_T_event_get_info(count, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                     NULL, NULL),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_event_get_index("no type has such a name", &i), MPI_T_ERR_INVALID_NAME);
    end();
}

/* ---- events ---------------------------------------------------------------------------------- */

struct seen {
    struct type type;
    MPI_T_event_registration registration;
    int events, freed, wrong;
    MPI_Count latest;
};

/* Reads everything twice, by element and as a whole. */
static void see(MPI_T_event_instance instance, MPI_T_event_registration registration,
                MPI_T_cb_safety safety, void *user_data)
{
    struct seen *seen = user_data;
    unsigned char all[BYTES_MAX], one[64];
    int source = -1, sources = 0, size, i;
    MPI_Count time = -1;

    seen->events++;
    seen->wrong += registration != seen->registration;
    seen->wrong += safety != MPI_T_CB_REQUIRE_NONE && safety != MPI_T_CB_REQUIRE_MPI_RESTRICTED &&
                   safety != MPI_T_CB_REQUIRE_THREAD_SAFE &&
                   safety != MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE;
    seen->wrong += MPI_T_event_copy(instance, all) != MPI_SUCCESS;
    for (i = 0; i < seen->type.count; i++) {
        size = seen->type.datatypes[i] == MPI_INT || seen->type.datatypes[i] == MPI_UINT32_T ? 4
               : seen->type.datatypes[i] == MPI_COUNT                                        ? 8
                                                                                             : 0;
        seen->wrong += MPI_T_event_read(instance, i, one) != MPI_SUCCESS;
        seen->wrong += memcmp(one, all + seen->type.displacements[i], (size_t)size) != 0;
    }
    seen->wrong += MPI_T_event_read(instance, seen->type.count, one) != MPI_T_ERR_INVALID_INDEX;
    seen->wrong += MPI_T_event_read(instance, -1, one) != MPI_T_ERR_INVALID_INDEX;
    seen->wrong += MPI_T_event_get_timestamp(instance, &time) != MPI_SUCCESS || time < 0;
    seen->wrong += MPI_T_event_get_source(instance, &source) != MPI_SUCCESS;
    seen->wrong += MPI_T_source_get_num(&sources) != MPI_SUCCESS && source < 0;
    seen->latest = time;
}

static void note_freed(MPI_T_event_registration registration, MPI_T_cb_safety safety,
                       void *user_data)
{
    struct seen *seen = user_data;

    (void)registration;
    (void)safety;
    seen->freed++;
}

static void communicate(void)
{
    int in = -1, out = check_rank, sum;
    MPI_Request request;

    MPI_Isend(&out, 1, MPI_INT, right(), 3, MPI_COMM_WORLD, &request);
    MPI_Recv(&in, 1, MPI_INT, left(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(in, left());
    MPI_Allreduce(&out, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check_equal(sum, check_size * (check_size - 1) / 2);
}

static void register_for(int index, struct seen *seen)
{
    static const MPI_T_cb_safety levels[] = {
        MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, MPI_T_CB_REQUIRE_THREAD_SAFE,
        MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_T_CB_REQUIRE_NONE};
    MPI_Info info = MPI_INFO_NULL;
    int i;

    memset(seen, 0, sizeof *seen);
    look(index, &seen->type);
    if (seen->type.bind != MPI_T_BIND_NO_OBJECT)
        return;
    check_equal(MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &seen->registration),
                MPI_SUCCESS);
    for (i = 0; i < 4; i++)
        check_equal(MPI_T_event_register_callback(seen->registration, levels[i], MPI_INFO_NULL,
                                                  seen, see),
                    MPI_SUCCESS);
    check_equal(MPI_T_event_handle_get_info(seen->registration, &info), MPI_SUCCESS);
    check_equal(MPI_T_event_handle_set_info(seen->registration, info), MPI_SUCCESS);
    check_equal(MPI_Info_free(&info), MPI_SUCCESS);
    check_equal(MPI_T_event_callback_get_info(seen->registration, MPI_T_CB_REQUIRE_NONE, &info),
                MPI_SUCCESS);
    check_equal(
        MPI_T_event_callback_set_info(seen->registration, MPI_T_CB_REQUIRE_NONE, info),
        MPI_SUCCESS);
    check_equal(MPI_Info_free(&info), MPI_SUCCESS);
    check_equal(MPI_T_event_set_dropped_handler(seen->registration, NULL), MPI_SUCCESS);
}

static void events_of_all_types_can_be_read(void)
{
    struct seen *seen;
    int count = 0, before, i;

    begin();
    check_equal(MPI_T_event_get_num(&count), MPI_SUCCESS);
    seen = calloc((size_t)count + 1, sizeof *seen);
    for (i = 0; i < count; i++)
        register_for(i, &seen[i]);
    communicate();
    for (i = 0; i < count; i++) {
        if (seen[i].type.bind != MPI_T_BIND_NO_OBJECT)
            continue;
        check_equal(MPI_T_event_handle_free(seen[i].registration, &seen[i], note_freed),
                    MPI_SUCCESS);
        check_equal(MPI_T_event_handle_free(seen[i].registration, NULL, NULL),
                    MPI_T_ERR_INVALID_HANDLE);
    }
    before = seen[0].events;
    communicate();
    check_equal(seen[0].events, before);
    for (i = 0; i < count; i++) {
        check_equal(seen[i].wrong, 0);
        if (seen[i].type.bind == MPI_T_BIND_NO_OBJECT)
            check_equal(seen[i].freed, 1);
    }
    free(seen);
    end();
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void every_function_says_that_it_is_not_begun(void)
{
    MPI_T_event_registration registration = NULL;
    MPI_T_event_instance instance = NULL;
    MPI_Info info;
    MPI_Count time;
    int n = 0;

    check_equal(MPI_T_source_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_source_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_source_get_timestamp(0, &time), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                     NULL),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_get_index("none", &n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_handle_set_info(registration, MPI_INFO_NULL),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_handle_get_info(registration, &info), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL,
                                              NULL, see),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_callback_set_info(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_callback_get_info(registration, MPI_T_CB_REQUIRE_NONE, &info),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_handle_free(registration, NULL, NULL), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_set_dropped_handler(registration, NULL), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_read(instance, 0, &n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_copy(instance, &n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_get_timestamp(instance, &time), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_event_get_source(instance, &n), MPI_T_ERR_NOT_INITIALIZED);
}

static void what_is_no_registration_is_refused(void)
{
    MPI_T_event_registration none = NULL;
    MPI_Info info;

    begin();
    check_equal(MPI_T_event_handle_alloc(-1, NULL, MPI_INFO_NULL, &none),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_event_handle_set_info(none, MPI_INFO_NULL), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_event_handle_get_info(none, &info), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_event_register_callback(none, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL,
                                              see),
                MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_event_callback_set_info(none, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL),
                MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_event_callback_get_info(none, MPI_T_CB_REQUIRE_NONE, &info),
                MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_event_handle_free(none, NULL, NULL), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_event_set_dropped_handler(none, NULL), MPI_T_ERR_INVALID_HANDLE);
    end();
}

CASES(each_source_has_a_clock, each_type_is_described, events_of_all_types_can_be_read,
      every_function_says_that_it_is_not_begun, what_is_no_registration_is_refused)
