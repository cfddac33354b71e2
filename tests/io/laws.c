/* SPDX-License-Identifier: MIT */
/* The laws of open files, broken one by one: file_check and its like find each. */
#include <criterion/criterion.h>

#include "../base/broken_law.h"
#include "base/note.h"
#include "io/file.h"
#include "io/merge.h"
#include "io/state.h"

enum { MEMBERS = 3, MEMBER = 1 };

static struct world *world;
static struct io_view *view;
static struct file file = {.member = MEMBER};

static int no_main(struct rank *self, void *argument)
{
    (void)self;
    (void)argument;
    return 0;
}

/* The handle of member 1 to a file that three have opened; no rank runs. */
static void open_file(void)
{
    const struct world_options options = {.ranks = MEMBERS, .main = no_main};
    struct open_request request = {.path = "/dev/null", .mode = MPI_MODE_RDWR};
    const struct type *byte = type_predefined(MPI_BYTE);

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    cr_assert(descriptions_floor.create(world));
    request.group = group_of_world(world);
    cr_assert_not_null(request.group);
    cr_assert_eq(description_open(world, &request, &file.description), 0, "%s", note_text());
    file.self = &world->ranks[MEMBER];
    cr_assert_eq(view_create(0, byte, byte, datarep_find(file.self, "native"), false, &view), 0);
    file.view = view;
    group_drop(request.group);
    file_check(&file);
}

static void close_file(void)
{
    file_check(&file);
    view_free(view);
    for (int i = 0; i < MEMBERS; i++)
        description_drop(file.description);
    descriptions_close(world);
    world_destroy(world);
}

TestSuite(file_laws, .init = open_file, .fini = close_file);

/* ---- one member's ---------------------------------------------------------------------------- */

static void be_another_member(void)
{
    file.member = 2;
    file_check(&file);
}

static void end_more_than_has_begun(void)
{
    file.pending = -1;
    file_check(&file);
}

static void point_before_the_file(void)
{
    file.pointer = -1;
    file_check(&file);
}

static void forget_who_has_begun(void)
{
    static struct joint split = {.access.call.name = "MPI_File_read_all_end"};

    file.split = &split;
    file_check(&file);
}

static void close_before_the_end(void)
{
    file.description = NULL;
    file.pending = 1;
    file_check(&file);
}

Test(file_laws, find_what_is_wrong_with_a_handle)
{
    cr_assert(is_caught(be_another_member,
                        "description == NULL || "
                        "description->group->members[file->member] == file->self"));
    cr_assert(is_caught(end_more_than_has_begun, "file->pending >= 0"));
    cr_assert(is_caught(point_before_the_file, "file->pointer >= 0"));
    cr_assert(is_caught(forget_who_has_begun,
                        "file->split == NULL || "
                        "strstr(file->split->access.call.name, \"_begin\") != NULL"));
    cr_assert(is_caught(close_before_the_end, "description != NULL || "
                                              "(file->pending == 0 && file->split == NULL)"));
}

static void see_parts_of_etypes(void)
{
    view->etype_bytes = 7;
    view_check(view);
}

static void see_no_gaps(void)
{
    view->is_contiguous = true;
    view->tile = type_predefined(MPI_DOUBLE_INT); /* a gap is at its end */
    view_check(view);
}

Test(file_laws, find_what_is_wrong_with_a_view)
{
    cr_assert(is_caught(see_parts_of_etypes, "view->tile->size % view->etype_bytes == 0"));
    cr_assert(is_caught(see_no_gaps, "!view->is_contiguous || view->tile->is_dense"));
}

/* ---- what members share ---------------------------------------------------------------------- */

static void drop_more_than_was_held(void)
{
    store_relaxed(&file.description->references, 0);
    file_check(&file);
}

static void share_a_place_before_the_file(void)
{
    store_relaxed(&file.description->pointer, -1);
    file_check(&file);
}

static int decide_nothing(struct accord *accord)
{
    (void)accord;
    return MPI_SUCCESS;
}

static struct showing showings[MEMBERS];

/* Members come to one accord; the last one ends it. */
static struct accord *come(int member)
{
    bool decides;
    struct accord *accord = accord_enter(file.description, member, 1, &showings[member],
                                         decide_nothing, &decides);

    file_check(&file);
    return accord;
}

static void come_without_showing(void)
{
    come(0)->showings[0] = NULL;
    file_check(&file);
}

static void count_one_who_has_not_come(void)
{
    come(0)->arrived = MEMBERS;
    file_check(&file);
}

Test(file_laws, find_what_is_wrong_with_what_members_share)
{
    cr_assert(is_caught(drop_more_than_was_held, "load_relaxed(&description->references) > 0"));
    cr_assert(is_caught(share_a_place_before_the_file,
                        "load_relaxed(&description->pointer) >= 0"));
    cr_assert(is_caught(come_without_showing, "accord_is_over(accord) || "
                                              "showings_of(accord) == accord->arrived"));
    cr_assert(is_caught(count_one_who_has_not_come,
                        "accord->arrived < description->group->size"));
}

Test(file_laws, hold_while_members_come_to_an_accord)
{
    struct accord *accord = NULL;

    for (int i = 0; i < MEMBERS; i++)
        accord = come(i);
    cr_assert(accord_is_over(accord));
    for (int i = 0; i < MEMBERS; i++)
        accord_leave(accord);
}

/* ---- pieces of a collective access ----------------------------------------------------------- */

static struct merge *merge;

static void leave_a_share_undone(void)
{
    merge->to_do = 1;
    merge_check(merge);
}

static void merge_one_that_is_apart(void)
{
    static struct io_access access;

    merge->accesses[1] = merge->singles[1] = &access;
    merge_check(merge);
}

static void cut_nothing(void)
{
    merge->windows = 1;
    merge_check(merge);
}

Test(file_laws, find_what_is_wrong_with_the_pieces_of_an_access)
{
    merge = merge_create(file.description, MEMBERS);
    cr_assert_not_null(merge);
    merge_check(merge);
    cr_assert(is_caught(leave_a_share_undone,
                        "load_relaxed(&merge->finished) == merge->to_do"));
    cr_assert(is_caught(merge_one_that_is_apart,
                        "merge->singles[i] == NULL || merge->accesses[i] == NULL"));
    cr_assert(is_caught(cut_nothing, "merge->windows == 0 || merge->low < merge->high"));
    merge_free(merge);
}
