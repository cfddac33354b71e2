/* SPDX-License-Identifier: MIT */
/* The end of communicators by MPI_Comm_disconnect; the parent that a job has which no other job
 * spawned; what is told to profiling tools. */
#include "check.h"

static MPI_Comm duplicate(void)
{
    MPI_Comm comm = MPI_COMM_NULL;

    check_ok(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    return comm;
}

static void the_handle_becomes_null(void)
{
    MPI_Comm comm = duplicate();

    check_ok(MPI_Comm_disconnect(&comm));
    check(comm == MPI_COMM_NULL);
}

/* Each rank receives from the one before it. */
static void it_waits_for_requests_that_were_freed(void)
{
    int next = (check_rank + 1) % check_size, last = (check_rank + check_size - 1) % check_size;
    int sent = check_rank, received = -1;
    MPI_Comm comm = duplicate();
    MPI_Request requests[2];

    MPI_Irecv(&received, 1, MPI_INT, last, 0, comm, &requests[0]);
    MPI_Issend(&sent, 1, MPI_INT, next, 0, comm, &requests[1]);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    check_ok(MPI_Comm_disconnect(&comm));
    check_equal(received, last);
}

/* The other communicator's receive is complete only later. */
static void it_does_not_wait_for_another_communicator(void)
{
    MPI_Comm comm = duplicate();
    MPI_Request request;
    int received = 0;

    MPI_Irecv(&received, 1, MPI_INT, check_rank, 7, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    check_ok(MPI_Comm_disconnect(&comm));
    check_equal(received, 0);
    MPI_Ssend(&(int){3}, 1, MPI_INT, check_rank, 7, MPI_COMM_WORLD);
}

static int deleted;

static int count_deletion(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)keyval, (void)value, (void)extra;
    check_ok(MPI_Barrier(comm));
    deleted++;
    return MPI_SUCCESS;
}

static void its_attributes_are_deleted_while_it_lives(void)
{
    MPI_Comm comm = duplicate();
    int key;

    deleted = 0;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, count_deletion, &key, NULL);
    MPI_Comm_set_attr(comm, key, NULL);
    check_ok(MPI_Comm_disconnect(&comm));
    check_equal(deleted, 1);
    MPI_Comm_free_keyval(&key);
}

static void both_groups_disconnect(void)
{
    MPI_Comm half, both = MPI_COMM_NULL;

    if (check_size < 2)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - check_rank % 2, 0, &both);
    check_ok(MPI_Comm_disconnect(&both));
    check(both == MPI_COMM_NULL);
    MPI_Comm_free(&half);
}

static void predefined_communicators_and_null_are_refused(void)
{
    MPI_Comm world = MPI_COMM_WORLD, self = MPI_COMM_SELF, none = MPI_COMM_NULL;

    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(self, MPI_ERRORS_RETURN);
#ifndef MPICH_VERSION
    check_class(MPI_Comm_disconnect(&world), MPI_ERR_COMM);
    check_class(MPI_Comm_disconnect(&self), MPI_ERR_COMM);
#endif
    check_class(MPI_Comm_disconnect(&none), MPI_ERR_COMM);
    check(world == MPI_COMM_WORLD);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

static void nobody_has_spawned_the_job(void)
{
    MPI_Comm parent = MPI_COMM_WORLD;

    check_ok(MPI_Comm_get_parent(&parent));
    check(parent == MPI_COMM_NULL);
}

static void any_level_of_profiling_is_taken(void)
{
    check_ok(MPI_Pcontrol(0));
    check_ok(MPI_Pcontrol(1));
    check_ok(MPI_Pcontrol(2, "further", 3.0));
    check_ok(MPI_Pcontrol(-1, NULL));
}

CASES(the_handle_becomes_null, it_waits_for_requests_that_were_freed,
      it_does_not_wait_for_another_communicator, its_attributes_are_deleted_while_it_lives,
      both_groups_disconnect, predefined_communicators_and_null_are_refused,
      nobody_has_spawned_the_job, any_level_of_profiling_is_taken)
