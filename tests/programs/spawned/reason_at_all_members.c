/* SPDX-License-Identifier: MIT */
/* Every member gets the reason why the root could not spawn, or connect.
 *
 * ranks: 1 3
 * sanitizer: yes */
#include "child.h"

static int rank;

static void expect(int err, int class_expected, const char *reason)
{
    char text[MPI_MAX_ERROR_STRING];
    int class, length;

    MPI_Error_class(err, &class);
    must(class == class_expected);
    MPI_Error_string(err, text, &length);
    must(strstr(text, reason) != NULL);
    must((strstr(text, "at rank 0: ") != NULL) == (rank != 0));
}

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME] = "nowhere";
    MPI_Comm inter;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    expect(MPI_Comm_spawn("./there is none", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                          &inter, MPI_ERRCODES_IGNORE),
           MPI_ERR_SPAWN, "command \"./there is none\" is no executable");
    expect(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter), MPI_ERR_PORT,
           "port \"nowhere\" is not open");
    MPI_Finalize();
    return 0;
}
