/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from process.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/process.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Init(int *argc, char ***argv);
int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int PMPI_Query_thread(int *provided);
int PMPI_Is_thread_main(int *flag);
int PMPI_Initialized(int *flag);
int PMPI_Finalize(void);
int PMPI_Finalized(int *flag);
int PMPI_Comm_get_parent(MPI_Comm *parent);
int PMPI_Comm_disconnect(MPI_Comm *comm);
int PMPI_Abort(MPI_Comm comm, int errorcode);
int PMPI_Open_port(MPI_Info info, char *port_name);
int PMPI_Close_port(const char *port_name);
int PMPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                     MPI_Comm *newcomm);
int PMPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                      MPI_Comm *newcomm);
int PMPI_Comm_join(int fd, MPI_Comm *intercomm);
int PMPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name);
int PMPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name);
int PMPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name);
int PMPI_Comm_spawn(const char *command, char **argv, int maxprocs, MPI_Info info, int root,
                    MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]);
int PMPI_Comm_spawn_multiple(int count, char **array_of_commands, char ***array_of_argv,
                             const int array_of_maxprocs[], const MPI_Info array_of_info[],
                             int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_init(const struct call *call, int *argc, char ***argv)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_init(call, argc, argv);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_init_thread(const struct call *call, int *argc, char ***argv, int required,
                             int *provided)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_init_thread(call, argc, argv, required, provided);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_query_thread(const struct call *call, int *provided)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_query_thread(call, provided);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_is_thread_main(const struct call *call, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_is_thread_main(call, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_initialized(const struct call *call, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_initialized(call, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_finalize(const struct call *call)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_finalize(call);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_finalized(const struct call *call, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_finalized(call, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_get_parent(const struct call *call, MPI_Comm *parent)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_comm_get_parent(call, parent);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_disconnect(const struct call *call, MPI_Comm *comm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_comm_disconnect(call, comm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_abort(const struct call *call, MPI_Comm comm, int errorcode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_abort(call, comm, errorcode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_open_port(const struct call *call, MPI_Info info, char *port_name)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_open_port(call, info, port_name);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_close_port(const struct call *call, const char *port_name)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_close_port(call, port_name);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_accept(const struct call *call, const char *port_name, MPI_Info info,
                             int root, MPI_Comm comm, MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_accept(call, port_name, info, root, comm, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_connect(const struct call *call, const char *port_name, MPI_Info info,
                              int root, MPI_Comm comm, MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_connect(call, port_name, info, root, comm, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_join(const struct call *call, int fd, MPI_Comm *intercomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_comm_join(call, fd, intercomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_publish_name(const struct call *call, const char *service_name, MPI_Info info,
                              const char *port_name)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_publish_name(call, service_name, info, port_name);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_unpublish_name(const struct call *call, const char *service_name, MPI_Info info,
                                const char *port_name)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_unpublish_name(call, service_name, info, port_name);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_lookup_name(const struct call *call, const char *service_name, MPI_Info info,
                             char *port_name)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_lookup_name(call, service_name, info, port_name);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_spawn(const struct call *call, const char *command, char **argv, int maxprocs,
                            MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm,
                            int array_of_errcodes[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_spawn(call, command, argv, maxprocs, info, root, comm, intercomm,
                             array_of_errcodes);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_spawn_multiple(const struct call *call, int count, char **array_of_commands,
                                     char ***array_of_argv, const int array_of_maxprocs[],
                                     const MPI_Info array_of_info[], int root, MPI_Comm comm,
                                     MPI_Comm *intercomm, int array_of_errcodes[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = root, .tag = CALL_HAS_NONE,
                                                        .count = count, .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_spawn_multiple(call, count, array_of_commands, array_of_argv,
                                      array_of_maxprocs, array_of_info, root, comm, intercomm,
                                      array_of_errcodes);
    return followed_end(call, err);
}

int PMPI_Init(int *argc, char ***argv)
{
    const struct call call = CALL("MPI_Init");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_init(&call, argc, argv));
    return laws_kept(api_init(&call, argc, argv));
}
ALIAS(MPI_Init);

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    const struct call call = CALL("MPI_Init_thread");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_init_thread(&call, argc, argv, required, provided));
    return laws_kept(api_init_thread(&call, argc, argv, required, provided));
}
ALIAS(MPI_Init_thread);

int PMPI_Query_thread(int *provided)
{
    const struct call call = CALL("MPI_Query_thread");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_query_thread(&call, provided));
    return laws_kept(api_query_thread(&call, provided));
}
ALIAS(MPI_Query_thread);

int PMPI_Is_thread_main(int *flag)
{
    const struct call call = CALL("MPI_Is_thread_main");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_is_thread_main(&call, flag));
    return laws_kept(api_is_thread_main(&call, flag));
}
ALIAS(MPI_Is_thread_main);

int PMPI_Initialized(int *flag)
{
    const struct call call = CALL("MPI_Initialized");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_initialized(&call, flag));
    return laws_kept(api_initialized(&call, flag));
}
ALIAS(MPI_Initialized);

int PMPI_Finalize(void)
{
    const struct call call = CALL("MPI_Finalize");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_finalize(&call));
    return laws_kept(api_finalize(&call));
}
ALIAS(MPI_Finalize);

int PMPI_Finalized(int *flag)
{
    const struct call call = CALL("MPI_Finalized");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_finalized(&call, flag));
    return laws_kept(api_finalized(&call, flag));
}
ALIAS(MPI_Finalized);

int PMPI_Comm_get_parent(MPI_Comm *parent)
{
    const struct call call = CALL("MPI_Comm_get_parent");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_get_parent(&call, parent));
    return laws_kept(api_comm_get_parent(&call, parent));
}
ALIAS(MPI_Comm_get_parent);

int PMPI_Comm_disconnect(MPI_Comm *comm)
{
    const struct call call = CALL("MPI_Comm_disconnect");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_disconnect(&call, comm));
    return laws_kept(api_comm_disconnect(&call, comm));
}
ALIAS(MPI_Comm_disconnect);

int PMPI_Abort(MPI_Comm comm, int errorcode)
{
    const struct call call = CALL("MPI_Abort");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_abort(&call, comm, errorcode));
    return laws_kept(api_abort(&call, comm, errorcode));
}
ALIAS(MPI_Abort);

int PMPI_Open_port(MPI_Info info, char *port_name)
{
    const struct call call = CALL("MPI_Open_port");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_open_port(&call, info, port_name));
    return laws_kept(api_open_port(&call, info, port_name));
}
ALIAS(MPI_Open_port);

int PMPI_Close_port(const char *port_name)
{
    const struct call call = CALL("MPI_Close_port");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_close_port(&call, port_name));
    return laws_kept(api_close_port(&call, port_name));
}
ALIAS(MPI_Close_port);

int PMPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                     MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_accept");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_accept(&call, port_name, info, root, comm, newcomm));
    return laws_kept(api_comm_accept(&call, port_name, info, root, comm, newcomm));
}
ALIAS(MPI_Comm_accept);

int PMPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                      MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_connect");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_connect(&call, port_name, info, root, comm, newcomm));
    return laws_kept(api_comm_connect(&call, port_name, info, root, comm, newcomm));
}
ALIAS(MPI_Comm_connect);

int PMPI_Comm_join(int fd, MPI_Comm *intercomm)
{
    const struct call call = CALL("MPI_Comm_join");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_join(&call, fd, intercomm));
    return laws_kept(api_comm_join(&call, fd, intercomm));
}
ALIAS(MPI_Comm_join);

int PMPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name)
{
    const struct call call = CALL("MPI_Publish_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_publish_name(&call, service_name, info, port_name));
    return laws_kept(api_publish_name(&call, service_name, info, port_name));
}
ALIAS(MPI_Publish_name);

int PMPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name)
{
    const struct call call = CALL("MPI_Unpublish_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_unpublish_name(&call, service_name, info, port_name));
    return laws_kept(api_unpublish_name(&call, service_name, info, port_name));
}
ALIAS(MPI_Unpublish_name);

int PMPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name)
{
    const struct call call = CALL("MPI_Lookup_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_lookup_name(&call, service_name, info, port_name));
    return laws_kept(api_lookup_name(&call, service_name, info, port_name));
}
ALIAS(MPI_Lookup_name);

int PMPI_Comm_spawn(const char *command, char **argv, int maxprocs, MPI_Info info, int root,
                    MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])
{
    const struct call call = CALL("MPI_Comm_spawn");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_spawn(&call, command, argv, maxprocs, info, root, comm,
                                                 intercomm, array_of_errcodes));
    return laws_kept(api_comm_spawn(&call, command, argv, maxprocs, info, root, comm, intercomm,
                                    array_of_errcodes));
}
ALIAS(MPI_Comm_spawn);

int PMPI_Comm_spawn_multiple(int count, char **array_of_commands, char ***array_of_argv,
                             const int array_of_maxprocs[], const MPI_Info array_of_info[],
                             int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])
{
    const struct call call = CALL("MPI_Comm_spawn_multiple");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_spawn_multiple(&call, count, array_of_commands,
                                                          array_of_argv, array_of_maxprocs,
                                                          array_of_info, root, comm, intercomm,
                                                          array_of_errcodes));
    return laws_kept(api_comm_spawn_multiple(&call, count, array_of_commands, array_of_argv,
                                             array_of_maxprocs, array_of_info, root, comm,
                                             intercomm, array_of_errcodes));
}
ALIAS(MPI_Comm_spawn_multiple);
