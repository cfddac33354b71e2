/* SPDX-License-Identifier: MIT */
/* Programs of lib/io: a collective access, which its members merge. Each member is a rank. */
#include "io/joint.h"
#include "io/window.h"
#include "programs.h"
#include "ranks.h"
#include "request/request.h"

enum { MEMBERS = 2, WINDOWS = 2 };

static struct file {
    struct description description;
    struct io_view view;
    struct joint joints[MEMBERS];
    int touched[MEMBERS][WINDOWS + 1];
    struct request *requests[MEMBERS];
} *file;

static const struct request_class access_class = {.has_to_be_completed = true};

/* The data of each access are touched once by whoever carries it out, or once in each window, and
 * once by their member at the end. */
static void begin(bool is_ascending)
{
    struct group *group;

    begin_ranks(MEMBERS, false);
    file = model_take(sizeof *file);
    group = model_take(sizeof *group + MEMBERS * sizeof group->members[0]);
    group->size = MEMBERS;
    file->description = (struct description){.has_places = true, .group = group};
    list_init(&file->description.accords);
    file->view = (struct io_view){.is_contiguous = true, .is_ascending = is_ascending};
    for (int i = 0; i < MEMBERS; i++) {
        group->members[i] = &world->ranks[i];
        file->joints[i].access = (struct io_access){
            .description = &file->description,
            .view = &file->view,
            .data = data_at(file->touched[i], (MPI_Count)WINDOWS * WINDOW_BYTES),
            .bytes = (MPI_Count)WINDOWS * WINDOW_BYTES,
            .is_write = true,
            .tactics.nodes = MEMBERS};
    }
}

/* Each access is a share. */
void begin_file(void)
{
    begin(false);
}

/* Each window is a share. */
void begin_file_of_windows(void)
{
    begin(true);
}

/* The outcome is the member's from joint_finish on. */
static void end(int member, int touched)
{
    struct joint *joint = &file->joints[member];

    model_assert(joint_note(joint) == MPI_SUCCESS);
    model_assert(joint->access.done_bytes > 0);
    joint_end(joint);
    model_assert(file->touched[member][0] == touched);
}

void two_write_together(int thread)
{
    struct rank *self = become_rank(thread);
    const int member = self->world_rank;

    model_assert(joint_begin(&file->joints[member], member, 1) == MPI_SUCCESS);
    joint_finish(self, &file->joints[member]);
    end(member, 2);
}

/* ---- a merge without its accord -------------------------------------------------------------- */

static struct merge *merge;

static void begin_merge(bool is_ascending)
{
    begin(is_ascending);
    merge = merge_create(&file->description, MEMBERS);
    model_assert(merge != NULL);
    for (int i = 0; i < MEMBERS; i++) {
        file->joints[i].access.member = i;
        merge->accesses[i] = &file->joints[i].access;
    }
    merge_plan(merge);
}

void begin_merge_of_accesses(void)
{
    begin_merge(false);
}

void begin_merge_of_windows(void)
{
    begin_merge(true);
}

/* The member that does the last share concludes the merge: it has to see the shares of all members,
 * and the lowest end of the file that a window has reported. */
void two_work(int thread)
{
    const int member = become_rank(thread)->world_rank;

    if (!merge_work(merge, &file->joints[member].access))
        return;
    model_assert(merge->windows == 0 || load_relaxed(&merge->end) == merge->high - 1);
    merge_conclude(merge);
    for (int i = 0; i < MEMBERS; i++) {
        model_assert(file->touched[i][0] == 1);
        model_assert(file->joints[i].access.done_bytes > 0);
    }
    shared->count++;
}

void one_has_concluded(void)
{
    model_assert(shared->count == 1);
    model_assert(load_relaxed(&merge->finished) == merge->to_do);
}

/* ---- an accord without a merge --------------------------------------------------------------- */

static int see_all(struct accord *accord)
{
    for (int i = 0; i < MEMBERS; i++)
        model_assert(((const struct joint *)accord->showings[i]->body)->etypes == 1 + i);
    shared->count++;
    return MPI_SUCCESS;
}

void two_agree(int thread)
{
    struct rank *self = become_rank(thread);
    const int member = self->world_rank;
    struct joint *joint = &file->joints[member];

    joint->etypes = 1 + member;
    joint->showing.body = joint;
    model_assert(accord_hold_all(self, &file->description, member, 1, &joint->showing, see_all) ==
                 MPI_SUCCESS);
    joint->etypes = 0;
    model_assert(shared->count == 1);
}

/* ---- accesses with requests ------------------------------------------------------------------ */

/* Accesses with a request: the last to come does all. */
void begin_file_with_requests(void)
{
    begin(false);
    for (int i = 0; i < MEMBERS; i++) {
        struct rank *self = become(i);

        model_assert(request_pool_open(self) == MPI_SUCCESS);
        file->requests[i] = request_create(self, &access_class, NULL);
        file->joints[i].access.request = file->requests[i];
        file->joints[i].access.bytes = 1;
    }
}

void two_start_to_write_together(int thread)
{
    struct rank *self = become_rank(thread);
    const int member = self->world_rank;

    model_assert(joint_begin(&file->joints[member], member, 1) == MPI_SUCCESS);
    await_request(self, file->requests[member]);
    model_assert(file->requests[member]->error == MPI_SUCCESS);
    end(member, 2);
}
