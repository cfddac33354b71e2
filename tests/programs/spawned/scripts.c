/* SPDX-License-Identifier: MIT */
/* A command is a script: the program in its first line is spawned, with the argument that follows
 * there, the script's name, and the arguments of the call. A first line that names no program that
 * can run here fails the spawn. The line ends a name at a space, so a link without one leads to
 * this program, whose folder's name may have one.
 *
 * ranks: 1 2
 * sanitizer: yes
 * expect-stdout: 5 arguments: -x y, the script, one, two$ */
#include "../files/scratch.h"
#include "child.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

static char script[SCRATCH_NAME_BYTES];

/* Writes the script, whose name has no folder. */
static void write_script(const char *before, const char *program, const char *behind)
{
    int descriptor = open(script, O_CREAT | O_TRUNC | O_WRONLY, 0700);

    must(descriptor >= 0);
    must(dprintf(descriptor, "#!%s%s%s\nnot read\n", before, program, behind) > 0);
    must(close(descriptor) == 0);
}

static void expect_refusal(void)
{
    MPI_Comm children = MPI_COMM_NULL;
    int class;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Comm_spawn(script, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF,
                                   &children, MPI_ERRCODES_IGNORE), &class);
    must(class == MPI_ERR_SPAWN);
    must(children == MPI_COMM_NULL);
}

static void spawn_scripts(const char *program)
{
    char one[] = "one", two[] = "two", *arguments[] = {one, two, NULL}, alias[SCRATCH_NAME_BYTES];
    MPI_Comm children;

    snprintf(script, sizeof script, "%s/script-%ld", scratch_folder(), (long)getpid());
    snprintf(alias, sizeof alias, "%s/program-%ld", scratch_folder(), (long)getpid());
    must(symlink(program, alias) == 0);
    write_script(" ", alias, "\t-x y ");
    children = spawn(script, arguments, 1, MPI_COMM_SELF);
    MPI_Comm_disconnect(&children);
    write_script("", "/there is none", "");
    expect_refusal();
    write_script("", script, ""); /* no script is run by a script */
    expect_refusal();
    write_script("", "", " ");
    expect_refusal();
    must(unlink(script) == 0);
    must(unlink(alias) == 0);
}

int main(int argc, char **argv)
{
    char program[PATH_MAX];
    MPI_Comm parent;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    parent = parent_of();
    if (parent != MPI_COMM_NULL) {
        must(argc == 5 && strstr(argv[2], "/script-") != NULL);
        printf("%d arguments: %s, the script, %s, %s\n", argc, argv[1], argv[3], argv[4]);
        MPI_Comm_disconnect(&parent);
    } else if (rank == 0) {
        must(realpath(argv[0], program) != NULL);
        spawn_scripts(program);
    }
    MPI_Finalize();
    return 0;
}
