/* SPDX-License-Identifier: MIT */
/* A small tool: it finds variables and event types by name, and keeps the events that it is told
 * of. */
#include <mpi.h>
#include <string.h>

#include "../must.h"

enum { EVENTS_MAX = 4096, ELEMENTS_MAX = 8 };

/* An event, with those of its elements that the tests ask for; -99: it does not have that one. */
struct kept {
    int type, peer, tag, operation, root, kind;
    unsigned communicator, object; /* a window or a file */
    long long bytes, offset, nanoseconds;
    MPI_Count time;
};

struct watch {
    int type, elements;
    MPI_Datatype datatypes[ELEMENTS_MAX];
    char names[ELEMENTS_MAX][32];
    MPI_T_event_registration registration;
};

static struct kept kept[EVENTS_MAX];
static int kept_count;

static inline void keep_count(struct kept *event, const char *name, const void *value)
{
    MPI_Count count;

    memcpy(&count, value, sizeof count);
    if (strcmp(name, "bytes") == 0)
        event->bytes = count;
    if (strcmp(name, "offset") == 0)
        event->offset = count;
    if (strcmp(name, "nanoseconds") == 0)
        event->nanoseconds = count;
}

static inline void keep_element(struct kept *event, const char *name, MPI_Datatype type,
                                const void *value)
{
    int number = 0;

    if (type == MPI_INT)
        memcpy(&number, value, sizeof number);
    if (strcmp(name, "dest") == 0 || strcmp(name, "source") == 0 || strcmp(name, "target") == 0)
        event->peer = number;
    if (strcmp(name, "tag") == 0)
        event->tag = number;
    if (strcmp(name, "operation") == 0)
        event->operation = number;
    if (strcmp(name, "root") == 0)
        event->root = number;
    if (strcmp(name, "kind") == 0)
        event->kind = number;
    if (strcmp(name, "communicator") == 0)
        memcpy(&event->communicator, value, sizeof event->communicator);
    if (strcmp(name, "window") == 0 || strcmp(name, "file") == 0)
        memcpy(&event->object, value, sizeof event->object);
    if (type == MPI_COUNT)
        keep_count(event, name, value);
}

static inline void keep(MPI_T_event_instance instance, MPI_T_event_registration registration,
                        MPI_T_cb_safety safety, void *user_data)
{
    const struct watch *watch = user_data;
    struct kept *event = &kept[kept_count++];
    MPI_Count value = 0;

    must(kept_count <= EVENTS_MAX && registration == watch->registration);
    must(safety == MPI_T_CB_REQUIRE_MPI_RESTRICTED);
    *event = (struct kept){.type = watch->type, .peer = -99, .tag = -99, .operation = -99,
                           .root = -99, .kind = -99, .bytes = -99, .offset = -99,
                           .nanoseconds = -99};
    for (int i = 0; i < watch->elements; i++) {
        must(MPI_T_event_read(instance, i, &value) == MPI_SUCCESS);
        keep_element(event, watch->names[i], watch->datatypes[i], &value);
    }
    must(MPI_T_event_get_timestamp(instance, &event->time) == MPI_SUCCESS);
}

static inline void name_elements(struct watch *watch, MPI_T_enum names)
{
    int count = 0;

    must(MPI_T_enum_get_info(names, &count, NULL, NULL) == MPI_SUCCESS);
    must(count == watch->elements);
    for (int i = 0; i < count; i++) {
        int value, length = sizeof watch->names[i];

        must(MPI_T_enum_get_item(names, i, &value, watch->names[i], &length) == MPI_SUCCESS);
        must(value == i);
    }
}

static inline int type_of(const char *name)
{
    int index;

    must(MPI_T_event_get_index(name, &index) == MPI_SUCCESS);
    return index;
}

static inline void watch_type(struct watch *watch, int type)
{
    MPI_T_enum names;

    watch->type = type;
    watch->elements = ELEMENTS_MAX;
    must(MPI_T_event_get_info(type, NULL, NULL, NULL, watch->datatypes, NULL, &watch->elements,
                              &names, NULL, NULL, NULL, NULL) == MPI_SUCCESS);
    name_elements(watch, names);
    must(MPI_T_event_handle_alloc(type, NULL, MPI_INFO_NULL, &watch->registration) ==
         MPI_SUCCESS);
    must(MPI_T_event_register_callback(watch->registration, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
                                       MPI_INFO_NULL, watch, keep) == MPI_SUCCESS);
}

/* A handle of the variable of the object whose handle `object` is the address of, started if that
 * can be. */
static inline MPI_T_pvar_handle start_of(MPI_T_pvar_session session, const char *name, int class,
                                         void *object)
{
    MPI_T_pvar_handle handle;
    int index, count, is_continuous;

    must(MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS);
    must(MPI_T_pvar_get_info(index, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                             &is_continuous, NULL) == MPI_SUCCESS);
    must(MPI_T_pvar_handle_alloc(session, index, object, &handle, &count) == MPI_SUCCESS);
    must(count == 1);
    if (!is_continuous)
        must(MPI_T_pvar_start(session, handle) == MPI_SUCCESS);
    return handle;
}

static inline MPI_T_pvar_handle start_variable(MPI_T_pvar_session session, const char *name,
                                               int class, MPI_Comm comm)
{
    return start_of(session, name, class, &comm);
}

static inline unsigned long long read_variable(MPI_T_pvar_session session,
                                               MPI_T_pvar_handle handle)
{
    unsigned long long value = 0;

    must(MPI_T_pvar_read(session, handle, &value) == MPI_SUCCESS);
    return value;
}
