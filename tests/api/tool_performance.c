/* SPDX-License-Identifier: MIT */
/* MPI_T: performance variables, sessions and handles. Each variable that there is, and that is
 * bound to no object or to a communicator, is taken through its states; nothing depends on which
 * there are. */
#include "check.h"

#include <stdlib.h>

enum { TEXT_BYTES = 4096, VALUE_BYTES = 4096 };

struct variable {
    int index, class, bind, is_readonly, is_continuous, is_atomic, is_number;
    MPI_Datatype type;
};

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

static void look(int index, struct variable *variable)
{
    int name_len = TEXT_BYTES, desc_len = TEXT_BYTES, verbosity = -1, found = -1;
    MPI_T_enum enumtype = MPI_T_ENUM_NULL;

    variable->index = index;
    check_equal(MPI_T_pvar_get_info(index, name, &name_len, &verbosity, &variable->class,
                                    &variable->type, &enumtype, desc, &desc_len, &variable->bind,
                                    &variable->is_readonly, &variable->is_continuous,
                                    &variable->is_atomic),
                MPI_SUCCESS);
    check(name[0] != '\0');
    check_equal(name_len, (long long)strlen(name) + 1);
    check_equal(desc_len, (long long)strlen(desc) + 1);
    check(verbosity >= MPI_T_VERBOSITY_USER_BASIC && verbosity <= MPI_T_VERBOSITY_MPIDEV_ALL);
    check(enumtype == MPI_T_ENUM_NULL || variable->type == MPI_INT);
    check_equal(MPI_T_pvar_get_index(name, variable->class, &found), MPI_SUCCESS);
    check_equal(found, index);
    variable->is_number = variable->type == MPI_UNSIGNED_LONG_LONG;
}

/* Which datatypes a class may have. */
static void check_type_of_class(const struct variable *variable)
{
    const int is_unsigned = variable->type == MPI_UNSIGNED || variable->type == MPI_UNSIGNED_LONG ||
                            variable->type == MPI_UNSIGNED_LONG_LONG;

    switch (variable->class) {
    case MPI_T_PVAR_CLASS_STATE:
        check(variable->type == MPI_INT);
        break;
    case MPI_T_PVAR_CLASS_PERCENTAGE:
        check(variable->type == MPI_DOUBLE);
        break;
    case MPI_T_PVAR_CLASS_COUNTER:
        check(is_unsigned);
        break;
    case MPI_T_PVAR_CLASS_GENERIC:
        break;
    default:
        check(is_unsigned || variable->type == MPI_DOUBLE);
    }
}

static void each_variable_is_described(void)
{
    struct variable variable;
    int count = -1, index, i;

    begin();
    check_equal(MPI_T_pvar_get_num(&count), MPI_SUCCESS);
    check(count >= 0);
    for (i = 0; i < count; i++) {
        look(i, &variable);
        check(variable.class >= MPI_T_PVAR_CLASS_STATE &&
              variable.class <= MPI_T_PVAR_CLASS_GENERIC);
        check_type_of_class(&variable);
        check_equal(MPI_T_pvar_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                        NULL, NULL, NULL),
                    MPI_SUCCESS);
    }
    check_equal(MPI_T_pvar_get_info(count, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                    NULL, NULL, NULL),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_pvar_get_index("no variable has such a name", MPI_T_PVAR_CLASS_COUNTER,
                                     &index),
                MPI_T_ERR_INVALID_NAME);
    end();
}

/* ---- one variable through its states --------------------------------------------------------- */

static unsigned long long value_of(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    union {
        unsigned char bytes[VALUE_BYTES];
        unsigned long long number;
    } value;

    memset(&value, 0, sizeof value);
    check_equal(MPI_T_pvar_read(session, handle, &value), MPI_SUCCESS);
    return value.number;
}

static void write_and_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                            const struct variable *variable)
{
    unsigned long long value[VALUE_BYTES / 8] = {41}, read[VALUE_BYTES / 8] = {0};

    if (variable->is_readonly) {
        check_equal(MPI_T_pvar_write(session, handle, value), MPI_T_ERR_PVAR_NO_WRITE);
        check_equal(MPI_T_pvar_reset(session, handle), MPI_T_ERR_PVAR_NO_WRITE);
    } else if (variable->is_number && variable->class == MPI_T_PVAR_CLASS_COUNTER) {
        check_equal(MPI_T_pvar_write(session, handle, value), MPI_SUCCESS);
        check_equal(value_of(session, handle), 41);
        check_equal(MPI_T_pvar_reset(session, handle), MPI_SUCCESS);
        check_equal(value_of(session, handle), 0);
        check_equal(MPI_T_pvar_write(session, handle, value), MPI_SUCCESS);
    }
    if (!variable->is_atomic)
        check_equal(MPI_T_pvar_readreset(session, handle, read), MPI_T_ERR_PVAR_NO_ATOMIC);
    else if (!variable->is_readonly)
        check_equal(MPI_T_pvar_readreset(session, handle, read), MPI_SUCCESS);
    if (variable->is_atomic && variable->is_number && variable->class == MPI_T_PVAR_CLASS_COUNTER) {
        check_equal(read[0], 41);
        check_equal(value_of(session, handle), 0);
    }
}

static void start_and_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                           const struct variable *variable)
{
    if (variable->is_continuous) {
        check_equal(MPI_T_pvar_start(session, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
        check_equal(MPI_T_pvar_stop(session, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
    } else {
        check_equal(MPI_T_pvar_start(session, handle), MPI_SUCCESS);
        check_equal(MPI_T_pvar_stop(session, handle), MPI_SUCCESS);
    }
}

static void use(MPI_T_pvar_session session, const struct variable *variable)
{
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    MPI_Comm comm = MPI_COMM_WORLD;
    int count = -1;

    if (variable->bind != MPI_T_BIND_NO_OBJECT && variable->bind != MPI_T_BIND_MPI_COMM)
        return;
    check_equal(MPI_T_pvar_handle_alloc(session, variable->index, &comm, &handle, &count),
                MPI_SUCCESS);
    check(handle != MPI_T_PVAR_HANDLE_NULL && handle != MPI_T_PVAR_ALL_HANDLES);
    check(count >= 1 && count <= VALUE_BYTES / 8);
    value_of(session, handle);
    start_and_stop(session, handle, variable);
    write_and_reset(session, handle, variable);
    check_equal(MPI_T_pvar_handle_free(session, &handle), MPI_SUCCESS);
    check(handle == MPI_T_PVAR_HANDLE_NULL);
}

static void each_variable_goes_through_its_states(void)
{
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    struct variable variable;
    int count = 0, i;

    begin();
    check_equal(MPI_T_pvar_get_num(&count), MPI_SUCCESS);
    check_equal(MPI_T_pvar_session_create(&session), MPI_SUCCESS);
    check(session != MPI_T_PVAR_SESSION_NULL);
    for (i = 0; i < count; i++) {
        look(i, &variable);
        use(session, &variable);
    }
    check_equal(MPI_T_pvar_session_free(&session), MPI_SUCCESS);
    check(session == MPI_T_PVAR_SESSION_NULL);
    end();
}

static void all_handles_of_a_session_are_changed_at_once(void)
{
    MPI_T_pvar_session session, empty;
    MPI_T_pvar_handle handle;
    MPI_Comm comm = MPI_COMM_WORLD;
    struct variable variable;
    unsigned long long value = 0;
    int count = 0, elements, i;

    begin();
    check_equal(MPI_T_pvar_session_create(&session), MPI_SUCCESS);
    check_equal(MPI_T_pvar_session_create(&empty), MPI_SUCCESS);
    check_equal(MPI_T_pvar_get_num(&count), MPI_SUCCESS);
    for (i = 0; i < count; i++) {
        look(i, &variable);
        if (variable.bind == MPI_T_BIND_NO_OBJECT || variable.bind == MPI_T_BIND_MPI_COMM)
            check_equal(MPI_T_pvar_handle_alloc(session, i, &comm, &handle, &elements),
                        MPI_SUCCESS);
    }
    for (i = 0; i < 2; i++) {
        check_equal(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS);
        check_equal(MPI_T_pvar_start(empty, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS);
    }
    check_equal(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS);
    check_equal(MPI_T_pvar_reset(empty, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS);
    for (i = 0; i < 2; i++)
        check_equal(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS);
    check_equal(MPI_T_pvar_stop(empty, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS);
    check(MPI_T_pvar_read(session, MPI_T_PVAR_ALL_HANDLES, &value) != MPI_SUCCESS);
    check(MPI_T_pvar_write(session, MPI_T_PVAR_ALL_HANDLES, &value) != MPI_SUCCESS);
    check(MPI_T_pvar_readreset(session, MPI_T_PVAR_ALL_HANDLES, &value) != MPI_SUCCESS);
    check_equal(MPI_T_pvar_session_free(&empty), MPI_SUCCESS);
    check_equal(MPI_T_pvar_session_free(&session), MPI_SUCCESS);
    end();
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void what_is_no_session_or_handle_is_refused(void)
{
    MPI_T_pvar_session session, other, none = MPI_T_PVAR_SESSION_NULL;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL, null = MPI_T_PVAR_HANDLE_NULL;
    struct variable variable;
    unsigned long long value = 0;
    int count = 0, elements, i;

    begin();
    check_equal(MPI_T_pvar_session_create(&session), MPI_SUCCESS);
    check_equal(MPI_T_pvar_session_create(&other), MPI_SUCCESS);
    check_equal(MPI_T_pvar_get_num(&count), MPI_SUCCESS);
    check_equal(MPI_T_pvar_handle_alloc(session, count, NULL, &handle, &elements),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_pvar_handle_alloc(session, -1, NULL, &handle, &elements),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_pvar_session_free(&none), MPI_T_ERR_INVALID_SESSION);
    check_equal(MPI_T_pvar_start(none, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION);
    check_equal(MPI_T_pvar_stop(none, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION);
    check_equal(MPI_T_pvar_reset(none, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION);
    check_equal(MPI_T_pvar_read(session, null, &value), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_pvar_write(session, null, &value), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_pvar_readreset(session, null, &value), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_pvar_start(session, null), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_pvar_stop(session, null), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_pvar_reset(session, null), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_pvar_handle_free(session, &null), MPI_T_ERR_INVALID_HANDLE);
    for (i = 0; i < count; i++) {
        look(i, &variable);
        if (variable.bind != MPI_T_BIND_NO_OBJECT)
            continue;
        check_equal(MPI_T_pvar_handle_alloc(none, i, NULL, &handle, &elements),
                    MPI_T_ERR_INVALID_SESSION);
        check_equal(MPI_T_pvar_handle_alloc(session, i, NULL, &handle, &elements), MPI_SUCCESS);
        check_equal(MPI_T_pvar_read(other, handle, &value), MPI_T_ERR_INVALID_HANDLE);
        check_equal(MPI_T_pvar_start(other, handle), MPI_T_ERR_INVALID_HANDLE);
        check_equal(MPI_T_pvar_reset(other, handle), MPI_T_ERR_INVALID_HANDLE);
        check_equal(MPI_T_pvar_handle_free(other, &handle), MPI_T_ERR_INVALID_HANDLE);
        check_equal(MPI_T_pvar_handle_free(session, &handle), MPI_SUCCESS);
    }
    check_equal(MPI_T_pvar_session_free(&other), MPI_SUCCESS);
    check_equal(MPI_T_pvar_session_free(&session), MPI_SUCCESS);
    end();
}

static void every_function_says_that_it_is_not_begun(void)
{
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    unsigned long long value = 0;
    int n = 0;

    check_equal(MPI_T_pvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                    NULL, NULL),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_get_index("none", MPI_T_PVAR_CLASS_COUNTER, &n),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_session_create(&session), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_session_free(&session), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_handle_alloc(session, 0, NULL, &handle, &n),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_handle_free(session, &handle), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_start(session, handle), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_stop(session, handle), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_read(session, handle, &value), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_write(session, handle, &value), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_reset(session, handle), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_pvar_readreset(session, handle, &value), MPI_T_ERR_NOT_INITIALIZED);
}

CASES(each_variable_is_described, each_variable_goes_through_its_states,
      all_handles_of_a_session_are_changed_at_once, what_is_no_session_or_handle_is_refused,
      every_function_says_that_it_is_not_begun)
