/* SPDX-License-Identifier: MIT */
/* A request that stands twice in an array is completed, or started, once; the other place is an
 * error that names it, and what comes after works. */
/* ranks: 1 2 */
/* expect-stdout: ^Waitall: .*: MPI_Waitall: array_of_requests\[1\] has been completed or freed */
/* expect-stdout: ^with none: .*: MPI_Waitall: array_of_requests\[2\]: it stands there twice */
/* expect-stdout: ^Testall: .*: MPI_Testall: array_of_requests\[1\]: it stands there twice */
/* expect-stdout: ^Waitsome: .*: MPI_Waitsome: array_of_requests\[1\]: it stands there twice */
/* expect-stdout: ^Startall: .*: MPI_Startall: array_of_requests\[2\] is active already */
/* expect-stdout: ^ready: .*: MPI_Pready_list: array_of_partitions\[1\] 2 is outside 0..1 */
/* expect-stdout: ^none: .*: MPI_Waitall: array_of_requests\[1\] 0x1230 is no request */
/* expect-stdout: ^right: 7 8$ */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>

static int in[3], out[3];

static void tell(const char *what, int error)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    MPI_Error_string(error, text, &length);
    printf("%s: %s\n", what, text);
}

/* A message to oneself; the request of its receive stands at both ends of the array. */
static void post(MPI_Request requests[], int last)
{
    MPI_Irecv(in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Send(out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    requests[last] = requests[0];
}

static void complete_twice(void)
{
    MPI_Request requests[3] = {[1] = MPI_REQUEST_NULL};
    int indices[2], flag, error;

    post(requests, 1);
    tell("Waitall", MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    requests[1] = MPI_REQUEST_NULL;
    post(requests, 2);
    tell("with none", MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    post(requests, 1);
    do
        error = MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    while (error == MPI_SUCCESS && !flag);
    tell("Testall", error);
    post(requests, 1);
    tell("Waitsome", MPI_Waitsome(2, requests, &flag, indices, MPI_STATUSES_IGNORE));
    requests[0] = MPI_REQUEST_NULL;
    requests[1] = (MPI_Request)0x1230;
    tell("none", MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
}

static void start_twice(void)
{
    const int partitions[] = {0, 2};
    MPI_Request requests[3], sent;

    MPI_Recv_init(&in[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Recv_init(&in[1], 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[1]);
    requests[2] = requests[0];
    tell("Startall", MPI_Startall(3, requests));
    out[0] = 7;
    MPI_Send(out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    out[0] = 8;
    MPI_Send(out, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);

    MPI_Psend_init(out, 2, 1, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_INFO_NULL, &sent);
    MPI_Precv_init(&in[1], 2, 1, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_INFO_NULL, &requests[0]);
    MPI_Start(&sent);
    MPI_Start(&requests[0]);
    tell("ready", MPI_Pready_list(2, partitions, sent));
    MPI_Pready_range(0, 1, sent);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Request_free(&sent);
    MPI_Request_free(&requests[0]);
}

/* Each of them has a request of its own. */
static void receive_two(void)
{
    MPI_Request requests[2];

    MPI_Irecv(&in[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[1]);
    out[0] = 7;
    MPI_Send(out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    out[0] = 8;
    MPI_Send(out, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    printf("right: %d %d\n", in[0], in[1]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    complete_twice();
    start_twice();
    receive_two();
    MPI_Finalize();
    return 0;
}
