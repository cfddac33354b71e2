/* SPDX-License-Identifier: MIT */
#include "comm/lobby.h"

#include <string.h>

#include "base/list.h"
#include "base/memory.h"
#include "base/note.h"
#include "mpi.h"
#include "rank/wait.h"
#include "sync/lock.h"

struct meeting {
    struct list link;
    struct meeting_key key; /* its pointers are those of the first to come, who waits for the end */
    int invited;
    int arrived;
    struct group *groups[2]; /* of leaders: the one with the smaller number, the other */
    struct meeting_outcome outcome;
    _Atomic(int) readers;
    _Atomic(bool) is_complete;
    _Atomic(bool) has_come[]; /* by number in the world */
};

struct lobby {
    struct lock lock;
    struct list meetings;
};

struct lobby *lobby_create(void)
{
    struct lobby *lobby = memory_take_zeroed(sizeof *lobby);

    if (lobby != NULL)
        list_init(&lobby->meetings);
    return lobby;
}

static struct meeting *meeting_of(struct list *link)
{
    return container_of(link, struct meeting, link);
}

void lobby_destroy(struct lobby *lobby)
{
    if (lobby == NULL)
        return;
    /* Meetings that an abort has broken off. */
    while (!list_is_empty(&lobby->meetings)) {
        struct meeting *meeting = meeting_of(lobby->meetings.next);

        list_remove(&meeting->link);
        memory_give(meeting);
    }
    memory_give(lobby);
}

static bool is_same_text(const char *one, const char *other)
{
    if (one == NULL || other == NULL)
        return one == other;
    return strcmp(one, other) == 0;
}

static bool is_same_group(const struct group *one, const struct group *other)
{
    if (one == NULL || other == NULL)
        return one == other;
    return group_compare(one, other) == MPI_IDENT;
}

static bool is_same(const struct meeting_key *one, const struct meeting_key *other)
{
    return one->kind == other->kind && one->context == other->context && one->tag == other->tag &&
           one->low == other->low && one->high == other->high &&
           is_same_text(one->text, other->text) && is_same_group(one->group, other->group);
}

static struct meeting *find(struct lobby *lobby, const struct meeting_key *key)
{
    struct list *link;

    for (link = lobby->meetings.next; link != &lobby->meetings; link = link->next)
        if (is_same(&meeting_of(link)->key, key))
            return meeting_of(link);
    return NULL;
}

static int count_invited(const struct meeting_key *key)
{
    switch (key->kind) {
    case MEETING_LEADERS:
        return 2;
    case MEETING_DUP:
        return context_seats(key->context);
    case MEETING_GROUP:
    case MEETING_PARTY:
        break;
    }
    return key->group->size;
}

static const struct rank *invited(const struct meeting_key *key, int i)
{
    switch (key->kind) {
    case MEETING_LEADERS:
        return i == 0 ? key->low : key->high;
    case MEETING_DUP:
        return context_member(key->context, i);
    case MEETING_GROUP:
    case MEETING_PARTY:
        break;
    }
    return key->group->members[i];
}

static struct meeting *open_meeting(struct world *world, const struct meeting_key *key)
{
    struct meeting *meeting = memory_take_zeroed(
        sizeof *meeting + (size_t)world->size * sizeof meeting->has_come[0]);

    if (meeting == NULL)
        return NULL;
    meeting->key = *key;
    meeting->invited = count_invited(key);
    store_relaxed(&meeting->readers, meeting->invited);
    list_append(&world->lobby->meetings, &meeting->link);
    return meeting;
}

/* True for the last, who now has the meeting for himself. */
static bool arrive(struct rank *self, const struct meeting_key *key, struct group *group,
                   const struct meeting_outcome *brought, struct meeting **joined)
{
    struct lobby *lobby = self->world->lobby;
    struct meeting *meeting;
    bool is_last = false;

    lock_take(&lobby->lock);
    meeting = find(lobby, key);
    if (meeting == NULL)
        meeting = open_meeting(self->world, key);
    if (meeting != NULL) {
        store_relaxed(&meeting->has_come[self->world_rank], true);
        is_last = ++meeting->arrived == meeting->invited;
        if (is_last)
            list_remove(&meeting->link);
        if (group != NULL)
            meeting->groups[self == key->high] = group;
        if (brought->context != NULL || brought->err != MPI_SUCCESS)
            meeting->outcome = *brought;
    }
    lock_release(&lobby->lock);
    *joined = meeting;
    return is_last;
}

static void join_groups(struct world *world, struct group *const groups[2],
                        struct meeting_outcome *outcome)
{
    bool overlaps;

    outcome->err = group_overlaps(groups[0], groups[1], &overlaps);
    if (outcome->err == MPI_SUCCESS && overlaps)
        outcome->err = MPI_ERR_COMM;
    if (outcome->err != MPI_SUCCESS)
        return;
    outcome->context = context_create(world, group_hold(groups[0]), group_hold(groups[1]),
                                      groups[0]->size + groups[1]->size);
}

static void decide(struct world *world, struct meeting *meeting)
{
    struct meeting_outcome *outcome = &meeting->outcome;
    struct group *group = (struct group *)(uintptr_t)meeting->key.group;

    switch (meeting->key.kind) {
    case MEETING_GROUP:
        outcome->context = context_create(world, group_hold(group), NULL, group->size);
        break;
    case MEETING_LEADERS:
        join_groups(world, meeting->groups, outcome);
        break;
    case MEETING_DUP:
        outcome->context = context_duplicate(meeting->key.context);
        break;
    case MEETING_PARTY:
        break;
    }
    if (outcome->context == NULL && outcome->err == MPI_SUCCESS)
        outcome->err = MPI_ERR_NO_MEM;
}

/* The meeting may be gone, and what its key points to, when those who have come first leave; what
 * our own key points to is ours. */
static void tell_all(struct meeting *meeting, const struct meeting_key *own)
{
    int i, count = meeting->invited;

    store_seq_cst(&meeting->is_complete, true); /* edge lobby.complete */
    for (i = 0; i < count; i++)
        rank_rouse((struct rank *)(uintptr_t)invited(own, i));
}

struct meeting *lobby_enter(struct rank *self, const struct meeting_key *key, struct group *group,
                            const struct meeting_outcome *brought)
{
    struct meeting *meeting;

    if (arrive(self, key, group, brought, &meeting)) {
        decide(self->world, meeting);
        tell_all(meeting, key);
    }
    return meeting;
}

bool meeting_is_complete(const struct meeting *meeting)
{
    return load_acquire(&meeting->is_complete); /* edge lobby.complete */
}

static int note_outcome(int err)
{
    if (err == MPI_SUCCESS)
        return err;
    if (err == MPI_ERR_COMM)
        return note(err, "the local and the remote group have members in common");
    return note(err, "no memory for a communicator");
}

struct meeting_outcome meeting_leave(struct meeting *meeting)
{
    struct meeting_outcome outcome = meeting->outcome;

    if (meeting->key.kind != MEETING_PARTY)
        note_outcome(outcome.err);
    if (fetch_sub_acq_rel(&meeting->readers, 1) == 1) /* edge lobby.readers */
        memory_give(meeting);
    return outcome;
}

static bool is_incomplete(void *subject)
{
    return !meeting_is_complete(subject);
}

void meeting_describe(const struct meeting *meeting, struct situation *situation)
{
    const struct meeting_key *key = &meeting->key;
    struct situation part;
    int i;

    if (!situation_begin_part(situation, &part))
        return;
    for (i = 0; i < meeting->invited; i++) {
        const struct rank *rank = invited(key, i);

        if (!load_relaxed(&meeting->has_come[rank->world_rank]))
            situation_await(&part, rank);
    }
    if (!situation_end_part(situation, &part))
        fputs("others, who have all come, to go on", situation->words);
    else
        fprintf(situation->words, " to %s", key->kind == MEETING_LEADERS ? "be the other leader"
                                                                          : "take part");
}

static void describe_wait(void *subject, struct situation *situation)
{
    const struct meeting *meeting = subject;
    const struct meeting_key *key = &meeting->key;

    situation->needs_all = true;
    meeting_describe(meeting, situation);
    if (key->text != NULL)
        fprintf(situation->words, ", tag \"%s\"", key->text);
    else
        fprintf(situation->words, ", tag %d", key->tag);
}

static const struct wait complete = {is_incomplete, describe_wait};

struct meeting_outcome lobby_meet(struct rank *self, const struct meeting_key *key,
                                  struct group *group, const struct meeting_outcome *brought)
{
    struct meeting *meeting = lobby_enter(self, key, group, brought);

    if (meeting == NULL)
        return (struct meeting_outcome){.err = note_outcome(MPI_ERR_NO_MEM)};
    rank_wait(self, &complete, meeting);
    return meeting_leave(meeting);
}
