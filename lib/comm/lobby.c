/* SPDX-License-Identifier: MIT */
#include "comm/lobby.h"

#include <string.h>

#include "base/list.h"
#include "base/memory.h"
#include "base/note.h"
#include "mpi.h"
#include "rank/sleeper.h"
#include "rank/wait.h"
#include "sync/lock.h"

struct meeting {
    struct list link;
    struct meeting_key key; /* its pointers are those of the first to come, who waits for the end */
    int arrived;
    struct group *groups[2];
    struct meeting_outcome outcome;
    _Atomic(int) readers;
    _Atomic(bool) is_complete;
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

static struct meeting *open_meeting(struct lobby *lobby, const struct meeting_key *key,
                                    int expected)
{
    struct meeting *meeting = memory_take_zeroed(sizeof *meeting);

    if (meeting == NULL)
        return NULL;
    meeting->key = *key;
    store_relaxed(&meeting->readers, expected);
    list_append(&lobby->meetings, &meeting->link);
    return meeting;
}

/* True for the last, who now has the meeting for himself. */
static bool arrive(struct lobby *lobby, const struct meeting_key *key, int expected,
                   struct group *group, int side, const struct meeting_outcome *brought,
                   struct meeting **joined)
{
    struct meeting *meeting;
    bool is_last = false;

    lock_take(&lobby->lock);
    meeting = find(lobby, key);
    if (meeting == NULL)
        meeting = open_meeting(lobby, key, expected);
    if (meeting != NULL) {
        is_last = ++meeting->arrived == expected;
        if (is_last)
            list_remove(&meeting->link);
        if (group != NULL)
            meeting->groups[side] = group;
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

static void make_duplicate(const struct context *old, struct meeting_outcome *outcome)
{
    outcome->context = context_create(old->world, group_hold(old->groups[0]),
                                      old->groups[1] != NULL ? group_hold(old->groups[1]) : NULL,
                                      context_seats(old));
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
        make_duplicate(meeting->key.context, outcome);
        break;
    case MEETING_PARTY:
        break;
    }
    if (outcome->context == NULL && outcome->err == MPI_SUCCESS)
        outcome->err = MPI_ERR_NO_MEM;
}

static void rouse_all(const struct group *group)
{
    int i;

    for (i = 0; group != NULL && i < group->size; i++)
        rank_rouse(group->members[i]);
}

static void tell_all(struct rank *self, struct meeting *meeting)
{
    const struct meeting_key key = meeting->key;
    struct group *group = (struct group *)(uintptr_t)key.group;

    /* The key points to what is the first one's to come, who may leave before we are done. */
    if (group != NULL)
        group_hold(group);
    store_seq_cst(&meeting->is_complete, true); /* edge lobby.complete */
    if (key.kind == MEETING_LEADERS) {
        rank_rouse((struct rank *)(uintptr_t)(key.low == self ? key.high : key.low));
    } else if (key.kind == MEETING_DUP) {
        rouse_all(key.context->groups[0]); /* our own comm holds that context */
        rouse_all(key.context->groups[1]);
    } else {
        rouse_all(group);
    }
    group_drop(group);
}

struct meeting *lobby_enter(struct rank *self, const struct meeting_key *key, int expected,
                            struct group *group, int side, const struct meeting_outcome *brought)
{
    struct meeting *meeting;

    if (arrive(self->world->lobby, key, expected, group, side, brought, &meeting)) {
        decide(self->world, meeting);
        tell_all(self, meeting);
    }
    return meeting;
}

bool meeting_is_complete(const struct meeting *meeting)
{
    return load_acquire(&meeting->is_complete); /* edge lobby.complete */
}

static int describe(int err)
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
        describe(outcome.err);
    if (fetch_sub_acq_rel(&meeting->readers, 1) == 1) /* edge lobby.readers */
        memory_give(meeting);
    return outcome;
}

static bool is_incomplete(void *subject)
{
    return !meeting_is_complete(subject);
}

/* Has that rank come to the meeting, and waits for its end? */
static bool has_come(const struct rank *rank, const struct meeting *meeting)
{
    const struct list *link;

    for (link = rank->sleepers.next; link != &rank->sleepers; link = link->next)
        if (container_of(link, struct sleeper, link)->subject == meeting)
            return true;
    return false;
}

static void describe_meeting(void *subject, struct situation *situation)
{
    const struct meeting *meeting = subject;
    const struct meeting_key *key = &meeting->key;
    int i;

    situation->needs_all = true;
    for (i = 0; key->group != NULL && i < key->group->size; i++)
        if (!situation->is_frozen || !has_come(key->group->members[i], meeting))
            situation_await(situation, key->group->members[i]);
    if (key->kind == MEETING_LEADERS)
        situation_await(situation, key->low == situation->rank ? key->high : key->low);
    fputs("waits for ", situation->words);
    situation_list(situation->words, situation->rank->world, situation->awaited);
    fprintf(situation->words, " to %s", key->kind == MEETING_LEADERS ? "be the other leader"
                                                                      : "take part");
    if (key->text != NULL)
        fprintf(situation->words, ", tag \"%s\"", key->text);
    else
        fprintf(situation->words, ", tag %d", key->tag);
}

static const struct wait complete = {is_incomplete, describe_meeting};

struct meeting_outcome lobby_meet(struct rank *self, const struct meeting_key *key, int expected,
                                  struct group *group, int side,
                                  const struct meeting_outcome *brought)
{
    struct meeting *meeting = lobby_enter(self, key, expected, group, side, brought);

    if (meeting == NULL)
        return (struct meeting_outcome){.err = describe(MPI_ERR_NO_MEM)};
    rank_wait_for(self, &complete, meeting);
    return meeting_leave(meeting);
}
