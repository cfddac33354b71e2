/* SPDX-License-Identifier: MIT */
/* C and Fortran in one program: handles, statuses and attributes that one language makes and the
 * other uses, functions of each that the other's calls call, and constants in a library.
 *
 * with: checks.f90 with_c_part.f90
 * flags: -lgfortran
 * ranks: 1 2 5 33
 * environment: HEDDLE_LEAKS=3 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void part_(int *comm, int *type, int *op, int *request, int *keyval, int *of_fortran, int *faults);
void handler_called_(int *times);

static int copies, deletions;
static void *seen;

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra;
    copies++;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    deletions++;
    seen = value;
    return MPI_SUCCESS;
}

static void largest(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        if (((int *)in)[i] > ((int *)inout)[i])
            ((int *)inout)[i] = ((int *)in)[i];
}

static void check(int is_right, const char *what)
{
    if (!is_right) {
        fprintf(stderr, "wrong: %s\n", what);
        exit(1);
    }
}

/* Called from Fortran with a communicator of its making. */
void in_c_(const int *comm, const int *keyval)
{
    MPI_Comm c = MPI_Comm_fromint(*comm);
    MPI_Aint *wide;
    void *value;
    int flag, *narrow;

    MPI_Comm_get_attr(c, *keyval, &value, &flag);
    wide = value;
    narrow = value;
    check(flag && *wide == -5 && *narrow == -5, "C reads what Fortran has set");
    MPI_Comm_set_attr(c, *keyval, &copies);
}

int main(int argc, char **argv)
{
    int rank, size, keyval, from_fortran = MPI_KEYVAL_INVALID, comm_number, type_number, op_number,
        request_number, faults = 0, flag, got = 0, times = 0;
    MPI_Comm comm, other;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Request request;
    void *value;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(largest, 1, &op);
    MPI_Irecv(&got, 1, MPI_INT, rank, 8, comm, &request);
    MPI_Comm_create_keyval(copy, delete, &keyval, NULL);
    MPI_Comm_set_attr(comm, keyval, &faults);
    comm_number = MPI_Comm_toint(comm);
    type_number = MPI_Type_toint(type);
    op_number = MPI_Op_toint(op);
    request_number = MPI_Request_toint(request);
    check(MPI_Comm_c2f(comm) == comm_number && MPI_Comm_f2c(comm_number) == comm, "conversions");

    part_(&comm_number, &type_number, &op_number, &request_number, &keyval, &from_fortran,
          &faults);
    check(faults == 0, "the part in Fortran");
    check(MPI_Request_fromint(request_number) == MPI_REQUEST_NULL, "Fortran waits for a request");
    check(got == 77, "a message that Fortran sends");
    check(copies == 1 && deletions >= 1 && seen == &faults, "C's functions are called");

    MPI_Comm_get_attr(comm, from_fortran, &value, &flag);
    check(flag && *(int *)value == 11, "an attribute of Fortran's");
    MPI_Comm_dup(comm, &other);
    MPI_Comm_get_attr(other, from_fortran, &value, &flag);
    check(flag && *(MPI_Aint *)value == 12, "C's MPI_Comm_dup calls Fortran's procedure");
    MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
    handler_called_(&times);
    check(times == 1, "Fortran's error handler");
    MPI_Comm_free(&other);
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free_keyval(&from_fortran);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
