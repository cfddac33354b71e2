/* SPDX-License-Identifier: MIT */
#include "comm/lobby.h"

#include <string.h>

#include "base/list.h"
#include "base/memory.h"
#include "base/note.h"
#include "comm/comm_world.h"
#include "mpi_types.h"
#include "rank/wait.h"
#include "sync/lock.h"

struct appointment {
    struct list link;
    /* Its pointers are those of the first to come, which waits for the end. */
    struct appointment_key key;
    int invited;
    int arrived;
    struct group *groups[2]; /* of leaders: the one with the smaller number, the other */
    struct appointment_outcome outcome;
    _Atomic(int) readers;
    _Atomic(bool) is_complete;
    _Atomic(bool) has_come[]; /* by number among those that the key names */
};

struct lobby {
    struct lock lock;
    struct list appointments;
};

struct lobby *lobby_create(void)
{
    struct lobby *lobby = memory_take_zeroed(sizeof *lobby);

    if (lobby != NULL)
        list_init(&lobby->appointments);
    return lobby;
}

static struct appointment *appointment_of(struct list *link)
{
    return container_of(link, struct appointment, link);
}

void lobby_destroy(struct lobby *lobby)
{
    if (lobby == NULL)
        return;
    /* Appointments that an abort has broken off. */
    while (!list_is_empty(&lobby->appointments)) {
        struct appointment *appointment = appointment_of(lobby->appointments.next);

        list_remove(&appointment->link);
        memory_give(appointment);
    }
    memory_give(lobby);
}

static bool is_same_text(const char *one, const char *other)
{
    if (one == NULL || other == NULL)
        return one == other;
    return strcmp(one, other) == 0;
}

static bool is_same_appointment(const struct appointment_key *one,
                                const struct appointment_key *other)
{
    return one->kind == other->kind && one->context == other->context && one->tag == other->tag &&
           one->low == other->low && one->high == other->high &&
           is_same_text(one->text, other->text) && group_is_identical(one->group, other->group);
}

static struct appointment *find_appointment(struct lobby *lobby, const struct appointment_key *key)
{
    struct list *link;

    for (link = lobby->appointments.next; link != &lobby->appointments; link = link->next)
        if (is_same_appointment(&appointment_of(link)->key, key))
            return appointment_of(link);
    return NULL;
}

static int count_invited(const struct appointment_key *key)
{
    switch (key->kind) {
    case APPOINTMENT_LEADERS:
        return 2;
    case APPOINTMENT_DUP:
        return context_seats(key->context);
    case APPOINTMENT_GROUP:
    case APPOINTMENT_FOLLOWERS:
        break;
    }
    return key->group->size;
}

static const struct rank *invited(const struct appointment_key *key, int i)
{
    switch (key->kind) {
    case APPOINTMENT_LEADERS:
        return i == 0 ? key->low : key->high;
    case APPOINTMENT_DUP:
        return context_member(key->context, i);
    case APPOINTMENT_GROUP:
    case APPOINTMENT_FOLLOWERS:
        break;
    }
    return key->group->members[i];
}

static struct appointment *open_appointment(struct lobby *lobby, const struct appointment_key *key)
{
    int count = count_invited(key);
    struct appointment *appointment = memory_take_zeroed(
        sizeof *appointment + (size_t)count * sizeof appointment->has_come[0]);

    if (appointment == NULL)
        return NULL;
    appointment->key = *key;
    appointment->invited = count;
    store_relaxed(&appointment->readers, appointment->invited);
    list_append(&lobby->appointments, &appointment->link);
    return appointment;
}

/* True for the last, which now has the appointment for itself. */
static bool arrive(const struct appointment_key *key, struct group *group,
                   const struct appointment_outcome *brought, struct appointment **joined)
{
    struct lobby *lobby = comm_world_of(invited(key, 0)->world)->lobby;
    struct appointment *appointment;
    bool is_last = false;

    lock_take(&lobby->lock);
    appointment = find_appointment(lobby, key);
    if (appointment == NULL)
        appointment = open_appointment(lobby, key);
    if (appointment != NULL) {
        store_relaxed(&appointment->has_come[key->own], true);
        is_last = ++appointment->arrived == appointment->invited;
        if (is_last)
            list_remove(&appointment->link);
        if (group != NULL)
            appointment->groups[key->own] = group;
        if (brought->context != NULL || brought->err != MPI_SUCCESS)
            appointment->outcome = *brought;
    }
    lock_release(&lobby->lock);
    *joined = appointment;
    return is_last;
}

static void join_groups(struct world *world, struct group *const groups[2],
                        struct appointment_outcome *outcome)
{
    bool overlaps;

    outcome->err = group_overlaps(groups[0], groups[1], &overlaps);
    if (outcome->err == MPI_SUCCESS && overlaps)
        outcome->err = MPI_ERR_COMM;
    if (outcome->err != MPI_SUCCESS)
        return;
    outcome->context = context_create(world, group_share(groups[0]), group_share(groups[1]),
                                      groups[0]->size + groups[1]->size);
}

static void decide(struct world *world, struct appointment *appointment)
{
    struct appointment_outcome *outcome = &appointment->outcome;
    struct group *group = (struct group *)(uintptr_t)appointment->key.group;

    switch (appointment->key.kind) {
    case APPOINTMENT_GROUP:
        outcome->context = context_create(world, group_hold(group), NULL, group->size);
        break;
    case APPOINTMENT_LEADERS:
        join_groups(world, appointment->groups, outcome);
        break;
    case APPOINTMENT_DUP:
        outcome->context = context_duplicate(appointment->key.context);
        break;
    case APPOINTMENT_FOLLOWERS:
        break;
    }
    if (outcome->context == NULL && outcome->err == MPI_SUCCESS)
        outcome->err = MPI_ERR_NO_MEM;
}

/* The appointment may be gone, and what its key points to, when those that came first leave; what
 * our own key points to is ours. */
static void tell_all(struct appointment *appointment, const struct appointment_key *own)
{
    int i, count = appointment->invited;

    store_seq_cst(&appointment->is_complete, true); /* edge lobby.complete */
    for (i = 0; i < count; i++)
        rank_wake((struct rank *)(uintptr_t)invited(own, i));
}

struct appointment *lobby_enter(struct rank *self, const struct appointment_key *key,
                                struct group *group, const struct appointment_outcome *brought)
{
    struct appointment *appointment;

    if (arrive(key, group, brought, &appointment)) {
        decide(self->world, appointment);
        tell_all(appointment, key);
    }
    return appointment;
}

bool appointment_is_complete(const struct appointment *appointment)
{
    return load_acquire(&appointment->is_complete); /* edge lobby.complete */
}

static int note_outcome(int err)
{
    if (err == MPI_SUCCESS)
        return err;
    if (err == MPI_ERR_COMM)
        return note(err, "the local and the remote group have members in common");
    return note(err, "no memory for a communicator");
}

struct appointment_outcome appointment_leave(struct appointment *appointment)
{
    struct appointment_outcome outcome = appointment->outcome;

    if (appointment->key.kind != APPOINTMENT_FOLLOWERS)
        note_outcome(outcome.err);
    if (fetch_sub_acq_rel(&appointment->readers, 1) == 1) /* edge lobby.readers */
        memory_give(appointment);
    return outcome;
}

static bool is_incomplete(void *subject)
{
    return !appointment_is_complete(subject);
}

void appointment_describe(const struct appointment *appointment, struct wait_report *wait_report)
{
    const struct appointment_key *key = &appointment->key;
    struct wait_report part;
    int i;

    if (!wait_report_begin_part(wait_report, &part))
        return;
    for (i = 0; i < appointment->invited; i++)
        if (!load_relaxed(&appointment->has_come[i]))
            wait_report_await(&part, invited(key, i));
    if (!wait_report_end_part(wait_report, &part))
        fputs("others, which have all come, to go on", wait_report->words);
    else
        fputs(key->kind == APPOINTMENT_LEADERS ? " to be the other leader" : " to take part",
              wait_report->words);
}

static void describe_wait(void *subject, struct wait_report *wait_report)
{
    const struct appointment *appointment = subject;
    const struct appointment_key *key = &appointment->key;

    wait_report->needs_all = true;
    appointment_describe(appointment, wait_report);
    if (key->text != NULL)
        fprintf(wait_report->words, ", tag \"%s\"", key->text);
    else
        fprintf(wait_report->words, ", tag %d", key->tag);
}

static const struct wait complete = {.is_pending = is_incomplete, .describe = describe_wait};

struct appointment_outcome lobby_meet(struct rank *self, const struct appointment_key *key,
                                      struct group *group,
                                      const struct appointment_outcome *brought)
{
    struct appointment *appointment = lobby_enter(self, key, group, brought);

    if (appointment == NULL)
        return (struct appointment_outcome){.err = note_outcome(MPI_ERR_NO_MEM)};
    rank_wait(self, &complete, appointment);
    return appointment_leave(appointment);
}
