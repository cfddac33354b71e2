/* SPDX-License-Identifier: MIT */
/* Info objects. */
#include <stdio.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/argument/info_env.h"
#include "api/error/raise.h"
#include "api/generated/deprecated.h"
#include "api/generated/error-handling.h"
#include "api/generated/info.h"
#include "base/note.h"

static int check_key(const char *key)
{
    if (key == NULL)
        return note(MPI_ERR_INFO_KEY, "key is NULL");
    if (*key == '\0')
        return note(MPI_ERR_INFO_KEY, "key is empty");
    if (strlen(key) >= MPI_MAX_INFO_KEY)
        return note(MPI_ERR_INFO_KEY, "key has %zu characters, more than %d", strlen(key),
                    MPI_MAX_INFO_KEY - 1);
    return MPI_SUCCESS;
}

static int check_value(const char *value)
{
    if (value == NULL)
        return note(MPI_ERR_INFO_VALUE, "value is NULL");
    if (strlen(value) >= MPI_MAX_INFO_VAL)
        return note(MPI_ERR_INFO_VALUE, "value has %zu characters, more than %d", strlen(value),
                    MPI_MAX_INFO_VAL - 1);
    return MPI_SUCCESS;
}

static int give_info(struct info *made, MPI_Info *handle)
{
    if (made == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for an info object");
    *handle = handle_of_info(made);
    return MPI_SUCCESS;
}

int api_info_create(const struct call *call, MPI_Info *handle)
{
    int err = check_self();

    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "info");
    if (err == MPI_SUCCESS)
        err = give_info(info_create(handle_store()), handle);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_info_dup(const struct call *call, MPI_Info handle, MPI_Info *newinfo)
{
    struct info *info;
    int err = check_info(handle, "info", &info);

    if (err == MPI_SUCCESS)
        err = check_pointer(newinfo, "newinfo");
    if (err == MPI_SUCCESS)
        err = give_info(info_copy(handle_store(), info), newinfo);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_info_free(const struct call *call, MPI_Info *handle)
{
    struct info *info;
    int err = check_pointer(handle, "info");

    if (err == MPI_SUCCESS)
        err = check_info_writable(*handle, &info);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    info_free(handle_store(), info);
    *handle = MPI_INFO_NULL;
    return MPI_SUCCESS;
}

int api_info_set(const struct call *call, MPI_Info handle, const char *key, const char *value)
{
    struct info *info;
    int err = check_info_writable(handle, &info);

    if (err == MPI_SUCCESS)
        err = check_key(key);
    if (err == MPI_SUCCESS)
        err = check_value(value);
    if (err == MPI_SUCCESS)
        err = info_set(info, key, value);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_info_delete(const struct call *call, MPI_Info handle, const char *key)
{
    struct info *info;
    int err = check_info_writable(handle, &info);

    if (err == MPI_SUCCESS)
        err = check_key(key);
    if (err == MPI_SUCCESS && !info_delete(info, key))
        err = note(MPI_ERR_INFO_NOKEY, "info has no key %s", key);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_info_get_nkeys(const struct call *call, MPI_Info handle, int *nkeys)
{
    struct info *info;
    int err = check_info(handle, "info", &info);

    if (err == MPI_SUCCESS)
        err = check_pointer(nkeys, "nkeys");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *nkeys = info_count(info);
    return MPI_SUCCESS;
}

int api_info_get_nthkey(const struct call *call, MPI_Info handle, int n, char *key)
{
    struct info *info;
    int err = check_info(handle, "info", &info);

    if (err == MPI_SUCCESS)
        err = check_pointer(key, "key");
    if (err == MPI_SUCCESS && info_read_key(info, n, key, MPI_MAX_INFO_KEY) == 0)
        err = note(MPI_ERR_ARG, "n %d is outside 0..%d", n, info_count(info) - 1);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

static int check_question(MPI_Info handle, const char *key, const int *flag, struct info **info)
{
    int err = check_info(handle, "info", info);

    if (err == MPI_SUCCESS)
        err = check_key(key);
    return err == MPI_SUCCESS ? check_pointer(flag, "flag") : err;
}

int api_info_get_string(const struct call *call, MPI_Info handle, const char *key, int *buflen,
                        char *value, int *flag)
{
    struct info *info;
    int needed, err = check_question(handle, key, flag, &info);

    if (err == MPI_SUCCESS)
        err = check_pointer(buflen, "buflen");
    if (err == MPI_SUCCESS)
        err = check_length(*buflen, "buflen");
    if (err == MPI_SUCCESS)
        err = check_array(value, "value", *buflen);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    needed = info_read(info, key, value, *buflen);
    *flag = needed > 0;
    if (needed > 0)
        *buflen = needed;
    return MPI_SUCCESS;
}

int api_info_get(const struct call *call, MPI_Info handle, const char *key, int valuelen,
                 char *value, int *flag)
{
    struct info *info;
    int err = check_question(handle, key, flag, &info);

    if (err == MPI_SUCCESS)
        err = check_length(valuelen, "valuelen");
    if (err == MPI_SUCCESS)
        err = check_pointer(value, "value");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *flag = info_read(info, key, value, valuelen + 1) > 0; /* valuelen excludes the zero */
    return MPI_SUCCESS;
}

int api_info_get_valuelen(const struct call *call, MPI_Info handle, const char *key, int *valuelen,
                          int *flag)
{
    struct info *info;
    int needed, err = check_question(handle, key, flag, &info);

    if (err == MPI_SUCCESS)
        err = check_pointer(valuelen, "valuelen");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    needed = info_read(info, key, NULL, 0);
    *flag = needed > 0;
    if (needed > 0)
        *valuelen = needed - 1;
    return MPI_SUCCESS;
}

/* ---- how the rank was started -------------------------------------------------------------- */

int api_info_create_env(const struct call *call, int argc, char **argv, MPI_Info *handle)
{
    char *nothing[] = {NULL};
    int err = check_self();

    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "info");
    if (err == MPI_SUCCESS)
        err = give_info(
            info_of_start(rank_self(), argv != NULL ? argc : 0, argv != NULL ? argv : nothing),
            handle);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

/* Reports the machine as the only restriction, because ranks run on all processors that the process
 * may use. */
int api_get_hw_resource_info(const struct call *call, MPI_Info *hw_info)
{
    static const char *const pairs[] = {"heddle://Machine", "true", "heddle://Processor", "false",
                                        NULL};
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(hw_info, "hw_info");
    if (err == MPI_SUCCESS)
        err = give_info(info_of_pairs(pairs), hw_info);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}
