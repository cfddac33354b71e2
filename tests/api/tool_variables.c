/* SPDX-License-Identifier: MIT */
/* MPI_T: its beginning and end, control variables, enumerations, categories; the rules of strings
 * and of what may be NULL. Nothing depends on which variables there are. */
#include "check.h"

#include <stdlib.h>

static int begin(void)
{
    int provided = -1;

    return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
}

static void it_is_begun_and_ended_as_often(void)
{
    int count, provided = -1;

    check_equal(MPI_T_cvar_get_num(&count), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided), MPI_SUCCESS);
    check(provided == MPI_THREAD_SINGLE || provided == MPI_THREAD_FUNNELED ||
          provided == MPI_THREAD_SERIALIZED || provided == MPI_THREAD_MULTIPLE);
    check_equal(begin(), MPI_SUCCESS);
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
    check_equal(MPI_T_cvar_get_num(&count), MPI_SUCCESS);
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
    check_equal(MPI_T_cvar_get_num(&count), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(begin(), MPI_SUCCESS);
    check_equal(MPI_T_cvar_get_num(&count), MPI_SUCCESS);
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
}

static void every_function_says_that_it_is_not_begun(void)
{
    MPI_T_cvar_handle cvar = MPI_T_CVAR_HANDLE_NULL;
    int n = 0, value = 0;

    check_equal(MPI_T_cvar_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_cvar_get_index("none", &n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_cvar_handle_alloc(0, NULL, &cvar, &n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_cvar_handle_free(&cvar), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_cvar_read(cvar, &value), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_cvar_write(cvar, &value), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &n, NULL, NULL), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &n, NULL, NULL),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_category_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_category_get_info(0, NULL, NULL, NULL, NULL, &n, &n, &n),
                MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_category_get_num_events(0, &n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_category_get_index("none", &n), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_category_get_cvars(0, 0, NULL), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_category_get_pvars(0, 0, NULL), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_category_get_events(0, 0, NULL), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_category_get_categories(0, 0, NULL), MPI_T_ERR_NOT_INITIALIZED);
    check_equal(MPI_T_category_changed(&n), MPI_T_ERR_NOT_INITIALIZED);
}

/* ---- control variables ----------------------------------------------------------------------- */

enum { TEXT_BYTES = 4096 };

static char name[TEXT_BYTES], desc[TEXT_BYTES];

static int is_allowed(MPI_Datatype type)
{
    return type == MPI_INT || type == MPI_UNSIGNED || type == MPI_UNSIGNED_LONG ||
           type == MPI_UNSIGNED_LONG_LONG || type == MPI_COUNT || type == MPI_CHAR ||
           type == MPI_DOUBLE || type == MPI_INT32_T || type == MPI_INT64_T ||
           type == MPI_UINT32_T || type == MPI_UINT64_T;
}

static void look_at_enumeration(MPI_T_enum enumtype)
{
    int items = -1, value, length = TEXT_BYTES, i;
    char item[TEXT_BYTES];

    check_equal(MPI_T_enum_get_info(enumtype, &items, item, &length), MPI_SUCCESS);
    check(items > 0);
    check_equal(length, (long long)strlen(item) + 1);
    check(item[0] != '\0');
    for (i = 0; i < items; i++) {
        length = TEXT_BYTES;
        check_equal(MPI_T_enum_get_item(enumtype, i, &value, item, &length), MPI_SUCCESS);
        check_equal(length, (long long)strlen(item) + 1);
        check(item[0] != '\0');
    }
    check_equal(MPI_T_enum_get_item(enumtype, items, &value, item, &length),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_enum_get_item(enumtype, -1, &value, item, &length), MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_enum_get_info(enumtype, NULL, NULL, NULL), MPI_SUCCESS);
    check_equal(MPI_T_enum_get_item(enumtype, 0, NULL, NULL, NULL), MPI_SUCCESS);
}

static void look_at_control(int index)
{
    int name_len = TEXT_BYTES, desc_len = TEXT_BYTES, verbosity = -1, bind = -1, scope = -1;
    int found = -1;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_enum enumtype = MPI_T_ENUM_NULL;

    check_equal(MPI_T_cvar_get_info(index, name, &name_len, &verbosity, &type, &enumtype, desc,
                                    &desc_len, &bind, &scope),
                MPI_SUCCESS);
    check(name[0] != '\0');
    check_equal(name_len, (long long)strlen(name) + 1);
    check_equal(desc_len, (long long)strlen(desc) + 1);
    check(verbosity >= MPI_T_VERBOSITY_USER_BASIC && verbosity <= MPI_T_VERBOSITY_MPIDEV_ALL);
    check(is_allowed(type));
    check(bind >= MPI_T_BIND_NO_OBJECT);
    check(scope >= MPI_T_SCOPE_CONSTANT && scope <= MPI_T_SCOPE_ALL_EQ);
    check(enumtype == MPI_T_ENUM_NULL || type == MPI_INT);
    if (enumtype != MPI_T_ENUM_NULL)
        look_at_enumeration(enumtype);
    check_equal(MPI_T_cvar_get_index(name, &found), MPI_SUCCESS);
    check_equal(found, index); /* so the name is of no other */
    check_equal(MPI_T_cvar_get_info(index, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                MPI_SUCCESS);
}

static void each_control_variable_is_described(void)
{
    int count = -1, again = -1, i;

    check_equal(begin(), MPI_SUCCESS);
    check_equal(MPI_T_cvar_get_num(&count), MPI_SUCCESS);
    check(count >= 0);
    for (i = 0; i < count; i++)
        look_at_control(i);
    check_equal(MPI_T_cvar_get_num(&again), MPI_SUCCESS);
    check(again >= count);
    check_equal(MPI_T_cvar_get_info(again, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_cvar_get_info(-1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_cvar_get_index("no variable has such a name", &i), MPI_T_ERR_INVALID_NAME);
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
}

static void a_string_is_truncated_to_its_room(void)
{
    int count = 0, length = TEXT_BYTES, whole;
    char cut[4] = "zzz";

    check_equal(begin(), MPI_SUCCESS);
    check_equal(MPI_T_cvar_get_num(&count), MPI_SUCCESS);
    if (count > 0) {
        check_equal(MPI_T_cvar_get_info(0, name, &length, NULL, NULL, NULL, NULL, NULL, NULL,
                                        NULL),
                    MPI_SUCCESS);
        whole = (int)strlen(name) + 1;
        check(whole > 3);
        length = 3;
        check_equal(MPI_T_cvar_get_info(0, cut, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                    MPI_SUCCESS);
        check_equal(length, whole);
        check(cut[0] == name[0] && cut[1] == name[1] && cut[2] == '\0' && cut[3] == '\0');
        length = 0;
        memcpy(cut, "zzz", 4);
        check_equal(MPI_T_cvar_get_info(0, cut, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                    MPI_SUCCESS);
        check_equal(length, whole);
        check_text(cut, "zzz");
        length = 1;
        check_equal(MPI_T_cvar_get_info(0, cut, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                    MPI_SUCCESS);
        check_equal(length, whole);
        check_text(cut, "");
        length = 100;
        check_equal(MPI_T_cvar_get_info(0, NULL, &length, NULL, NULL, NULL, NULL, NULL, NULL,
                                        NULL),
                    MPI_SUCCESS);
        check_equal(length, whole);
        memcpy(cut, "zzz", 4);
        check_equal(MPI_T_cvar_get_info(0, cut, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                    MPI_SUCCESS);
        check_text(cut, "zzz");
    }
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
}

static void read_control(int index)
{
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL, copy;
    int count = -1, scope = -1, bind = -1, length = TEXT_BYTES, written = MPI_SUCCESS;
    MPI_Datatype type;
    unsigned char *value;

    check_equal(MPI_T_cvar_get_info(index, name, &length, NULL, &type, NULL, NULL, NULL, &bind,
                                    &scope),
                MPI_SUCCESS);
    if (bind != MPI_T_BIND_NO_OBJECT)
        return;
    check_equal(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count), MPI_SUCCESS);
    check(handle != MPI_T_CVAR_HANDLE_NULL);
    check(count >= 1);
    value = calloc((size_t)count, 16);
    check_equal(MPI_T_cvar_read(handle, value), MPI_SUCCESS);
    if (type == MPI_CHAR)
        check(memchr(value, '\0', (size_t)count) != NULL);
    if (scope == MPI_T_SCOPE_CONSTANT || scope == MPI_T_SCOPE_READONLY)
        check_equal(MPI_T_cvar_write(handle, value), MPI_T_ERR_CVAR_SET_NEVER);
    else /* the value that it has */
        written = MPI_T_cvar_write(handle, value);
    check(written == MPI_SUCCESS || written == MPI_T_ERR_CVAR_SET_NOT_NOW);
    free(value);
    copy = handle;
    check_equal(MPI_T_cvar_handle_free(&handle), MPI_SUCCESS);
    check(handle == MPI_T_CVAR_HANDLE_NULL);
    (void)copy;
}

static void each_control_variable_can_be_read(void)
{
    int count = 0, i;

    check_equal(begin(), MPI_SUCCESS);
    check_equal(MPI_T_cvar_get_num(&count), MPI_SUCCESS);
    for (i = 0; i < count; i++)
        read_control(i);
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
}

static void what_is_no_handle_is_refused(void)
{
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    int count = 0, value = 0;

    check_equal(begin(), MPI_SUCCESS);
    check_equal(MPI_T_cvar_read(handle, &value), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_cvar_write(handle, &value), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_cvar_handle_free(&handle), MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_cvar_handle_alloc(-1, NULL, &handle, &count), MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &count, NULL, NULL),
                MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &count, NULL, NULL),
                MPI_T_ERR_INVALID_HANDLE);
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
}

/* ---- categories ------------------------------------------------------------------------------ */

typedef int members_of(int cat_index, int len, int indices[]);

/* All of them are numbers that there are, and room for fewer gets fewer. */
static void look_at_members(int index, members_of *members, int count, int all)
{
    int *indices = malloc(((size_t)count + 2) * sizeof *indices), i;

    for (i = 0; i < count + 2; i++)
        indices[i] = -7;
    check_equal(members(index, count + 1, indices), MPI_SUCCESS);
    for (i = 0; i < count; i++)
        check(indices[i] >= 0 && indices[i] < all);
    check_equal(indices[count], -7);
    check_equal(indices[count + 1], -7);
    if (count > 0) {
        indices[count - 1] = -7;
        check_equal(members(index, count - 1, indices), MPI_SUCCESS);
        check_equal(indices[count - 1], -7);
    }
    free(indices);
}

static void look_at_category(int index, int cvars, int pvars, int categories, int events)
{
    int name_len = TEXT_BYTES, desc_len = TEXT_BYTES, found = -1;
    int cvar_count = -1, pvar_count = -1, category_count = -1, event_count = -1;

    check_equal(MPI_T_category_get_info(index, name, &name_len, desc, &desc_len, &cvar_count,
                                        &pvar_count, &category_count),
                MPI_SUCCESS);
    check(name[0] != '\0');
    check_equal(name_len, (long long)strlen(name) + 1);
    check_equal(desc_len, (long long)strlen(desc) + 1);
    check_equal(MPI_T_category_get_index(name, &found), MPI_SUCCESS);
    check_equal(found, index);
    check_equal(MPI_T_category_get_num_events(index, &event_count), MPI_SUCCESS);
    look_at_members(index, MPI_T_category_get_cvars, cvar_count, cvars);
    look_at_members(index, MPI_T_category_get_pvars, pvar_count, pvars);
    look_at_members(index, MPI_T_category_get_categories, category_count, categories);
    look_at_members(index, MPI_T_category_get_events, event_count, events);
    check_equal(MPI_T_category_get_info(index, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                MPI_SUCCESS);
}

static void each_category_has_members_that_there_are(void)
{
    int categories = 0, cvars = 0, pvars = 0, events = 0, before = -1, after = -1, i;

    check_equal(begin(), MPI_SUCCESS);
    check_equal(MPI_T_category_changed(&before), MPI_SUCCESS);
    check_equal(MPI_T_category_get_num(&categories), MPI_SUCCESS);
    check_equal(MPI_T_cvar_get_num(&cvars), MPI_SUCCESS);
    check_equal(MPI_T_pvar_get_num(&pvars), MPI_SUCCESS);
    check_equal(MPI_T_event_get_num(&events), MPI_SUCCESS);
    for (i = 0; i < categories; i++)
        look_at_category(i, cvars, pvars, categories, events);
    check_equal(MPI_T_category_changed(&after), MPI_SUCCESS);
    check(after >= before);
    check_equal(MPI_T_category_get_info(categories, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_category_get_cvars(-1, 0, NULL), MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_category_get_pvars(-1, 0, NULL), MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_category_get_events(-1, 0, NULL), MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_category_get_categories(-1, 0, NULL), MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_category_get_num_events(-1, &i), MPI_T_ERR_INVALID_INDEX);
    check_equal(MPI_T_category_get_index("no category has such a name", &i),
                MPI_T_ERR_INVALID_NAME);
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
}

/* No category is in itself, also not by way of others. */
static int is_inside(int inner, int outer, int depth)
{
    int members[64], count = 0, i;

    if (depth == 0)
        return 1;
    MPI_T_category_get_info(outer, NULL, NULL, NULL, NULL, NULL, NULL, &count);
    MPI_T_category_get_categories(outer, 64, members);
    for (i = 0; i < count && i < 64; i++)
        if (members[i] == inner || is_inside(inner, members[i], depth - 1))
            return 1;
    return 0;
}

static void no_category_contains_itself(void)
{
    int categories = 0, i;

    check_equal(begin(), MPI_SUCCESS);
    check_equal(MPI_T_category_get_num(&categories), MPI_SUCCESS);
    for (i = 0; i < categories; i++)
        check(!is_inside(i, i, categories + 1));
    check_equal(MPI_T_finalize(), MPI_SUCCESS);
}

CASES(it_is_begun_and_ended_as_often, every_function_says_that_it_is_not_begun,
      each_control_variable_is_described, a_string_is_truncated_to_its_room,
      each_control_variable_can_be_read, what_is_no_handle_is_refused,
      each_category_has_members_that_there_are, no_category_contains_itself)
