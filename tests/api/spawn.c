/* SPDX-License-Identifier: MIT */
/* MPI_Comm_spawn and MPI_Comm_spawn_multiple of the same executable. The new ranks are told by
 * their parents what to do. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum task { END, TELL, MERGE, SPAWN, TALK_LATE, FREE };

enum { TOLD = 6, TEXT = 64 };

static char program[4096];

/* ---- the children ---------------------------------------------------------------------------- */

static MPI_Comm spawn(int count, MPI_Comm comm, char **argv, enum task task);

/* Each child sends what it finds to parent 0. */
static void tell(MPI_Comm parent, int argc, char **argv)
{
    int told[TOLD], *appnum, flag, length;
    char name[MPI_MAX_OBJECT_NAME], text[TEXT] = "";
    MPI_Comm again;

    MPI_Comm_rank(MPI_COMM_WORLD, &told[0]);
    MPI_Comm_size(MPI_COMM_WORLD, &told[1]);
    MPI_Comm_remote_size(parent, &told[2]);
    told[3] = argc;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &flag);
    told[4] = flag ? *appnum : -1;
    MPI_Comm_get_parent(&again);
    MPI_Comm_get_name(parent, name, &length);
    told[5] = again == parent && strcmp(name, "MPI_COMM_PARENT") == 0;
    if (argc > 1)
        snprintf(text, sizeof text, "%s", argv[argc - 1]);
    MPI_Send(told, TOLD, MPI_INT, 0, 1, parent);
    MPI_Send(text, TEXT, MPI_CHAR, 0, 2, parent);
}

static void merge(MPI_Comm parent)
{
    MPI_Comm whole;
    int rank, sum;

    MPI_Intercomm_merge(parent, 1, &whole);
    MPI_Comm_rank(whole, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, whole);
    MPI_Comm_disconnect(&whole);
}

static void spawn_in_turn(MPI_Comm parent)
{
    MPI_Comm children = spawn(2, MPI_COMM_SELF, MPI_ARGV_NULL, END);
    int size;

    MPI_Comm_remote_size(children, &size);
    MPI_Comm_disconnect(&children);
    MPI_Send(&size, 1, MPI_INT, 0, 1, parent);
}

static int run_child(MPI_Comm parent, int argc, char **argv)
{
    MPI_Comm none;
    int task;

    MPI_Bcast(&task, 1, MPI_INT, 0, parent);
    switch ((enum task)task) {
    case TELL:
        tell(parent, argc, argv);
        break;
    case MERGE:
        merge(parent);
        break;
    case SPAWN:
        spawn_in_turn(parent);
        break;
    case TALK_LATE:
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(parent);
        break;
    case FREE:
    case END:
        break;
    }
    if (task == FREE)
        MPI_Comm_free(&parent);
    else
        MPI_Comm_disconnect(&parent);
    MPI_Comm_get_parent(&none);
    if (none != MPI_COMM_NULL)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Finalize();
    return 0;
}

/* ---- the parents ----------------------------------------------------------------------------- */

static void give_task(MPI_Comm children, enum task task)
{
    int rank, number = (int)task;

    MPI_Comm_rank(children, &rank);
    MPI_Bcast(&number, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, children);
}

static MPI_Comm spawn(int count, MPI_Comm comm, char **argv, enum task task)
{
    MPI_Comm children = MPI_COMM_NULL;

    check_ok(MPI_Comm_spawn(program, argv, count, MPI_INFO_NULL, 0, comm, &children,
                            MPI_ERRCODES_IGNORE));
    give_task(children, task);
    return children;
}

static void expect_told(MPI_Comm children, int child, const int expected[TOLD], const char *text)
{
    int told[TOLD] = {0};
    char got[TEXT] = "";

    MPI_Recv(told, TOLD, MPI_INT, child, 1, children, MPI_STATUS_IGNORE);
    MPI_Recv(got, TEXT, MPI_CHAR, child, 2, children, MPI_STATUS_IGNORE);
    for (int i = 0; i < TOLD; i++)
        check_equal(told[i], expected[i]);
    check_text(got, text);
}

static void children_have_a_world_of_their_own(void)
{
    MPI_Comm children = spawn(3, MPI_COMM_WORLD, MPI_ARGV_NULL, TELL);
    int size, flag;

    check_ok(MPI_Comm_test_inter(children, &flag));
    check(flag);
    check_ok(MPI_Comm_size(children, &size));
    check_equal(size, check_size);
    check_ok(MPI_Comm_remote_size(children, &size));
    check_equal(size, 3);
    for (int i = 0; check_rank == 0 && i < 3; i++)
        expect_told(children, i, (int[]){i, 3, check_size, 1, 0, 1}, "");
    check_ok(MPI_Comm_disconnect(&children));
    check(children == MPI_COMM_NULL);
}

static void they_get_their_arguments(void)
{
    char first[] = "first", second[] = "a b", *arguments[] = {first, second, NULL};
    MPI_Comm children = spawn(1, MPI_COMM_WORLD, arguments, TELL);

    if (check_rank == 0)
        expect_told(children, 0, (int[]){0, 1, check_size, 3, 0, 1}, "a b");
    check_ok(MPI_Comm_disconnect(&children));
}

static void any_rank_may_be_the_root(void)
{
    int root = check_size - 1, codes[2] = {-1, -1};
    MPI_Comm children;

    check_ok(MPI_Comm_spawn(check_rank == root ? program : NULL, MPI_ARGV_NULL,
                            check_rank == root ? 2 : -7, MPI_INFO_NULL, root, MPI_COMM_WORLD,
                            &children, codes));
    check_equal(codes[0], MPI_SUCCESS);
    check_equal(codes[1], MPI_SUCCESS);
    give_task(children, END);
    check_ok(MPI_Comm_disconnect(&children));
}

static void parents_and_children_become_one(void)
{
    MPI_Comm children = spawn(2, MPI_COMM_WORLD, MPI_ARGV_NULL, MERGE), whole;
    int rank, size, sum;

    check_ok(MPI_Intercomm_merge(children, 0, &whole));
    MPI_Comm_rank(whole, &rank);
    MPI_Comm_size(whole, &size);
    check_equal(rank, check_rank);
    check_equal(size, check_size + 2);
    check_ok(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, whole));
    check_equal(sum, size * (size - 1) / 2);
    check_ok(MPI_Comm_disconnect(&whole));
    check_ok(MPI_Comm_disconnect(&children));
}

static void each_rank_may_spawn_for_itself(void)
{
    for (int i = 0; i < 3; i++) {
        MPI_Comm children = spawn(1 + check_rank % 2, MPI_COMM_SELF, MPI_ARGV_NULL, TELL);

        for (int child = 0; child < 1 + check_rank % 2; child++)
            expect_told(children, child, (int[]){child, 1 + check_rank % 2, 1, 1, 0, 1}, "");
        check_ok(MPI_Comm_disconnect(&children));
    }
}

static void children_may_spawn(void)
{
    MPI_Comm children = spawn(2, MPI_COMM_WORLD, MPI_ARGV_NULL, SPAWN);

    for (int i = 0; check_rank == 0 && i < 2; i++) {
        int size = -1;

        MPI_Recv(&size, 1, MPI_INT, i, 1, children, MPI_STATUS_IGNORE);
        check_equal(size, 2);
    }
    check_ok(MPI_Comm_disconnect(&children));
}

static void several_jobs_of_children_live_at_once(void)
{
    MPI_Comm jobs[4];

    for (int i = 0; i < 4; i++)
        jobs[i] = spawn(2, MPI_COMM_WORLD, MPI_ARGV_NULL, TALK_LATE);
    for (int i = 3; i >= 0; i--) {
        check_ok(MPI_Barrier(jobs[i]));
        check_ok(MPI_Comm_disconnect(&jobs[i]));
    }
}

static void the_communicator_may_be_freed(void)
{
    MPI_Comm children = spawn(2, MPI_COMM_WORLD, MPI_ARGV_NULL, FREE);

    check_ok(MPI_Comm_free(&children));
    check(children == MPI_COMM_NULL);
}

static void several_commands_make_one_world(void)
{
    char one[] = "one", *arguments[] = {one, NULL}, *none[] = {NULL};
    char *commands[] = {program, program}, **argvs[] = {arguments, none};
    int codes[3] = {-1, -1, -1};
    const int counts[] = {1, 2};
    const MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    MPI_Comm children;

    check_ok(MPI_Comm_spawn_multiple(2, commands, argvs, counts, infos, 0, MPI_COMM_WORLD,
                                     &children, codes));
    for (int i = 0; i < 3; i++)
        check_equal(codes[i], MPI_SUCCESS);
    give_task(children, TELL);
    if (check_rank == 0) {
        expect_told(children, 0, (int[]){0, 3, check_size, 2, 0, 1}, "one");
        expect_told(children, 1, (int[]){1, 3, check_size, 1, 1, 1}, "");
        expect_told(children, 2, (int[]){2, 3, check_size, 1, 1, 1}, "");
    }
    check_ok(MPI_Comm_disconnect(&children));
    check_ok(MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts, infos, 0, MPI_COMM_WORLD,
                                     &children, MPI_ERRCODES_IGNORE));
    give_task(children, END);
    check_ok(MPI_Comm_disconnect(&children));
}

/* ---- errors and keys ------------------------------------------------------------------------- */

static void expect_failure(int err, const int codes[], int count, int expected)
{
    check_class(err, expected);
    for (int i = 0; expected == MPI_ERR_SPAWN && i < count; i++)
        check_class(codes[i], MPI_ERR_SPAWN);
}

static void a_command_that_is_none_is_an_error(void)
{
    char missing[] = "./no such program", *commands[] = {program, missing};
    int codes[3] = {0};
    const int counts[] = {1, 2};
    const MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    MPI_Comm comm, children = MPI_COMM_SELF;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    expect_failure(MPI_Comm_spawn(missing, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, comm, &children,
                                  codes),
                   codes, 2, MPI_ERR_SPAWN);
    expect_failure(MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts, infos, 0, comm,
                                           &children, codes),
                   codes, 3, MPI_ERR_SPAWN);
    check(children == MPI_COMM_SELF);
    MPI_Comm_free(&comm);
}

static void wrong_arguments_are_errors(void)
{
    char *commands[] = {program};
    const int counts[] = {-1};
    const MPI_Info infos[] = {MPI_INFO_NULL};
    MPI_Comm comm, children = MPI_COMM_SELF;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    check_class(MPI_Comm_spawn(program, MPI_ARGV_NULL, -1, MPI_INFO_NULL, 0, comm, &children,
                               MPI_ERRCODES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, MPI_INFO_NULL, check_size, comm,
                               &children, MPI_ERRCODES_IGNORE), MPI_ERR_ROOT);
    check_class(MPI_Comm_spawn(NULL, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, comm, &children,
                               MPI_ERRCODES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Comm_spawn_multiple(0, commands, MPI_ARGVS_NULL, counts, infos, 0, comm,
                                        &children, MPI_ERRCODES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Comm_spawn_multiple(1, commands, MPI_ARGVS_NULL, counts, infos, 0, comm,
                                        &children, MPI_ERRCODES_IGNORE), MPI_ERR_ARG);
    check(children == MPI_COMM_SELF);
    MPI_Comm_free(&comm);
}

/* The largest of 1, 2, 4 and 30 that is not above 5 counts. */
static void a_soft_number_is_the_largest_possible(void)
{
    int codes[5] = {-1, -1, -1, -1, -1}, size, failed = 0;
    MPI_Comm children;
    MPI_Info info;

    MPI_Info_create(&info);
    MPI_Info_set(info, "soft", "1,2:4:2,30,-3");
    check_ok(MPI_Comm_spawn(program, MPI_ARGV_NULL, 5, info, 0, MPI_COMM_WORLD, &children, codes));
    MPI_Comm_remote_size(children, &size);
    check_equal(size, 4);
    for (int i = 0; i < 5; i++)
        failed += codes[i] != MPI_SUCCESS;
    check_equal(failed, 1);
    give_task(children, END);
    check_ok(MPI_Comm_disconnect(&children));
    MPI_Info_set(info, "soft", "7:9");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    expect_failure(MPI_Comm_spawn(program, MPI_ARGV_NULL, 5, info, 0, MPI_COMM_WORLD, &children,
                                  codes),
                   codes, 5, MPI_ERR_SPAWN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Info_free(&info);
}

static void keys_are_read_and_unknown_ones_ignored(void)
{
    MPI_Comm children;
    MPI_Info info;

    MPI_Info_create(&info);
    MPI_Info_set(info, "appnum", "17");
    MPI_Info_set(info, "nobody knows", "this");
    MPI_Info_set(info, "host", "localhost");
    check_ok(MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, info, 0, MPI_COMM_WORLD, &children,
                            MPI_ERRCODES_IGNORE));
    give_task(children, TELL);
    if (check_rank == 0)
        expect_told(children, 0, (int[]){0, 1, check_size, 1, 17, 1}, "");
    check_ok(MPI_Comm_disconnect(&children));
    MPI_Info_free(&info);
}

#define main parents
CASES(children_have_a_world_of_their_own, they_get_their_arguments, any_rank_may_be_the_root,
      parents_and_children_become_one, each_rank_may_spawn_for_itself, children_may_spawn,
      several_jobs_of_children_live_at_once, the_communicator_may_be_freed,
      several_commands_make_one_world, a_command_that_is_none_is_an_error,
      wrong_arguments_are_errors, a_soft_number_is_the_largest_possible,
      keys_are_read_and_unknown_ones_ignored)
#undef main

int main(int argc, char **argv)
{
    MPI_Comm parent;

    snprintf(program, sizeof program, "%s", argv[0]);
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    return parent == MPI_COMM_NULL ? parents(argc, argv) : run_child(parent, argc, argv);
}
