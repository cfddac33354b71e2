/* SPDX-License-Identifier: MIT */
/* Ports, and a job that rank 1 spawns, whose own ranks find memory. */
#include "memory.h"

static const char *program;

static void talk(MPI_Comm *inter)
{
    int got = -1;

    together(MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, *inter,
                          MPI_STATUS_IGNORE));
    together(MPI_Comm_disconnect(inter));
}

static void ports(void)
{
    char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME] = "";
    MPI_Comm inter;

    if (rank == 0) {
        again(MPI_Open_port(MPI_INFO_NULL, port));
        again(MPI_Publish_name("memory", MPI_INFO_NULL, port));
    }
    together(MPI_Barrier(MPI_COMM_WORLD));
    again(MPI_Lookup_name("memory", MPI_INFO_NULL, found));
    if (rank == 0)
        together(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    else
        together(MPI_Comm_connect(found, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    talk(&inter);
    if (rank == 0) {
        again(MPI_Unpublish_name("memory", MPI_INFO_NULL, port));
        again(MPI_Close_port(port));
    }
}

/* The child sends nothing before its parent is there. */
static void answer(MPI_Comm *parent)
{
    int got;

    together(MPI_Recv(&got, 1, MPI_INT, 0, 0, *parent, MPI_STATUS_IGNORE));
    together(MPI_Send(&got, 1, MPI_INT, 0, 0, *parent));
    together(MPI_Comm_disconnect(parent));
}

/* The error may also be that ranks could not be started. */
static int is_spawned(MPI_Comm *child)
{
    int code = MPI_SUCCESS, class;
    int err = MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, child,
                             &code);

    MPI_Error_class(err, &class);
    must_be(class == MPI_SUCCESS || class == MPI_ERR_SPAWN || class == MPI_ERR_NO_MEM);
    must_be(class != MPI_ERR_SPAWN || code == MPI_ERR_SPAWN);
    return class == MPI_SUCCESS;
}

static void spawn(void)
{
    MPI_Comm child;

    if (rank == 1) {
        if (!is_spawned(&child)) {
            if (is_for_good())
                give_up("a child", __LINE__);
            must_be(is_spawned(&child));
        }
        talk(&child);
    }
}

int main(int argc, char **argv)
{
    static const struct scene scenes[] = {{"ports", ports}, {"spawn", spawn}, {NULL, NULL}};
    MPI_Comm parent;

    program = argv[0];
    start(&argc, &argv);
    again(MPI_Comm_get_parent(&parent));
    if (parent != MPI_COMM_NULL)
        answer(&parent);
    for (const struct scene *scene = scenes; scene->name != NULL; scene++)
        if (argc > 1 && strcmp(scene->name, argv[1]) == 0)
            scene->play();
    finish();
    return 0;
}
