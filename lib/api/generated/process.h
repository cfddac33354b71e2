/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from process.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_PROCESS_H
#define API_GENERATED_PROCESS_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_init(const struct call *call, int *argc, char ***argv);
int api_init_thread(const struct call *call, int *argc, char ***argv, int required, int *provided);
int api_query_thread(const struct call *call, int *provided);
int api_is_thread_main(const struct call *call, int *flag);
int api_initialized(const struct call *call, int *flag);
int api_finalize(const struct call *call);
int api_finalized(const struct call *call, int *flag);
int api_comm_get_parent(const struct call *call, MPI_Comm *parent);
int api_comm_disconnect(const struct call *call, MPI_Comm *comm);
int api_abort(const struct call *call, MPI_Comm comm, int errorcode);
int api_open_port(const struct call *call, MPI_Info info, char *port_name);
int api_close_port(const struct call *call, const char *port_name);
int api_comm_accept(const struct call *call, const char *port_name, MPI_Info info, int root,
                    MPI_Comm comm, MPI_Comm *newcomm);
int api_comm_connect(const struct call *call, const char *port_name, MPI_Info info, int root,
                     MPI_Comm comm, MPI_Comm *newcomm);
int api_comm_join(const struct call *call, int fd, MPI_Comm *intercomm);
int api_publish_name(const struct call *call, const char *service_name, MPI_Info info,
                     const char *port_name);
int api_unpublish_name(const struct call *call, const char *service_name, MPI_Info info,
                       const char *port_name);
int api_lookup_name(const struct call *call, const char *service_name, MPI_Info info,
                    char *port_name);
int api_comm_spawn(const struct call *call, const char *command, char **argv, int maxprocs,
                   MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm,
                   int array_of_errcodes[]);
int api_comm_spawn_multiple(const struct call *call, int count, char **array_of_commands,
                            char ***array_of_argv, const int array_of_maxprocs[],
                            const MPI_Info array_of_info[], int root, MPI_Comm comm,
                            MPI_Comm *intercomm, int array_of_errcodes[]);

#endif
