/* SPDX-License-Identifier: MIT */
/* Info objects. */
#include "api/info.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "api/check.h"
#include "api/check_object.h"
#include "api/generated/api.h"
#include "api/handle.h"
#include "api/local.h"
#include "api/raise.h"
#include "base/note.h"

struct info *info_of_pairs(const char *const pairs[])
{
    struct info *info = info_create(handle_store());
    int i, err = info != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;

    for (i = 0; err == MPI_SUCCESS && pairs[i] != NULL; i += 2)
        err = info_set(info, pairs[i], pairs[i + 1]);
    if (err == MPI_SUCCESS)
        return info;
    info_free(handle_store(), info);
    note(MPI_ERR_NO_MEM, "no memory for an info object");
    return NULL;
}

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

static int give(struct info *made, MPI_Info *handle)
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
        err = give(info_create(handle_store()), handle);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_info_dup(const struct call *call, MPI_Info handle, MPI_Info *newinfo)
{
    struct info *info;
    int err = check_info(handle, "info", &info);

    if (err == MPI_SUCCESS)
        err = check_pointer(newinfo, "newinfo");
    if (err == MPI_SUCCESS)
        err = give(info_copy(handle_store(), info), newinfo);
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

static const char *name_of_level(int level)
{
    switch (level) {
    case MPI_THREAD_FUNNELED:
        return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED:
        return "MPI_THREAD_SERIALIZED";
    case MPI_THREAD_MULTIPLE:
        return "MPI_THREAD_MULTIPLE";
    }
    return "MPI_THREAD_SINGLE";
}

/* Joins the arguments behind the command, separated by blanks, as many as fit. */
static void join_arguments(int argc, char **argv, char *text, size_t room)
{
    size_t used = 0;
    int i;

    text[0] = '\0';
    for (i = 1; i < argc && used + strlen(argv[i]) + 2 < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i > 1 ? " " : "", argv[i]);
}

static struct info *describe_start(const struct rank *self, int argc, char **argv)
{
    char arguments[MPI_MAX_INFO_VAL], directory[MPI_MAX_INFO_VAL], ranks[16];
    struct utsname machine;
    const char *const pairs[] = {
        "maxprocs", ranks, "soft", ranks, "host", machine.nodename, "arch", machine.machine,
        "wdir", directory, "thread_level", name_of_level(self->thread_level),
        "mpi_memory_alloc_kinds", "mpi,system",
        argc > 0 && strlen(argv[0]) < MPI_MAX_INFO_VAL ? "command" : NULL, argv[0],
        argc > 1 ? "argv" : NULL, arguments, NULL};

    uname(&machine);
    snprintf(ranks, sizeof ranks, "%d", self->world->size);
    if (getcwd(directory, sizeof directory) == NULL)
        snprintf(directory, sizeof directory, ".");
    join_arguments(argc, argv, arguments, sizeof arguments);
    return info_of_pairs(pairs);
}

struct info *info_env(void)
{
    struct rank *self = rank_self();
    struct local *local = local_of(self);
    struct info *info;

    if (local == NULL)
        return NULL;
    lock_take(&local->lock);
    if (local->info_env == NULL && self->phase != RANK_BEFORE_INIT)
        local->info_env = describe_start(self, self->argc, self->argv);
    info = local->info_env;
    if (info != NULL)
        info->is_constant = true;
    lock_release(&local->lock);
    return info;
}

int api_info_create_env(const struct call *call, int argc, char **argv, MPI_Info *handle)
{
    char *nothing[] = {NULL};
    int err = check_self();

    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "info");
    if (err == MPI_SUCCESS)
        err = give(describe_start(rank_self(), argv != NULL ? argc : 0,
                                  argv != NULL ? argv : nothing),
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
        err = give(info_of_pairs(pairs), hw_info);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}
