/* SPDX-License-Identifier: MIT */
/* Children work in the directory that the key wdir names; a directory in which no program can work
 * fails the spawn, and the caller goes on.
 *
 * ranks: 1 2
 * sanitizer: yes
 * expect-stdout: the child works in /usr$ */
#include "child.h"

#include <unistd.h>

static void expect_refusal(const char *program, MPI_Info info)
{
    MPI_Comm children = MPI_COMM_NULL;
    int codes[2] = {-1, -1}, class;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Comm_spawn(program, MPI_ARGV_NULL, 2, info, 0, MPI_COMM_WORLD, &children,
                                   codes), &class);
    must(class == MPI_ERR_SPAWN);
    must(codes[0] == MPI_ERR_SPAWN);
    must(codes[1] == MPI_ERR_SPAWN);
    must(children == MPI_COMM_NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv)
{
    char directory[400] = "", program[4096];
    MPI_Comm children, parent;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    parent = parent_of();
    if (parent != MPI_COMM_NULL) {
        must(getcwd(directory, sizeof directory) != NULL);
        printf("the child works in %s\n", directory);
        MPI_Comm_disconnect(&parent);
    } else {
        must(realpath(argv[0], program) != NULL);
        MPI_Info_create(&info);
        MPI_Info_set(info, "wdir", "/there is none");
        expect_refusal(program, info);
        MPI_Info_set(info, "wdir", "/dev/null");
        expect_refusal(program, info);
        MPI_Info_set(info, "wdir", "/usr");
        MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, info, 0, MPI_COMM_WORLD, &children,
                       MPI_ERRCODES_IGNORE);
        MPI_Comm_disconnect(&children);
        MPI_Info_free(&info);
    }
    MPI_Finalize();
    return 0;
}
