/* SPDX-License-Identifier: MIT */
#include "timeline/advice.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Parts of the job's time below which there is no advice: one in this many. */
enum { WAITS_MATTER = 20, COUNTS_MATTER = 100 };

/* Fewer cannot matter. */
enum { SMALL_MESSAGES_MIN = 1000, UNEXPECTED_MESSAGES_MIN = 1000, SMALL_ACCESSES_MIN = 100 };

/* A receiver that waits longer for each small message waits for what its sender does between. */
enum { SMALL_MESSAGE_NS = 100000 };

/* A message that comes before its receive is kept, found and copied once more. */
enum { UNEXPECTED_NS = 300, COPIED_BYTES_PER_NS = 8 };

const char *advice_word(enum advice_kind kind)
{
    static const char *const words[ADVICE_KINDS] = {
        [ADVICE_LATE_SENDER] = "late sender",
        [ADVICE_LATE_RECEIVER] = "late receiver",
        [ADVICE_IMBALANCE] = "imbalance",
        [ADVICE_EPOCH] = "epoch",
        [ADVICE_SMALL_MESSAGES] = "small messages",
        [ADVICE_UNEXPECTED_MESSAGES] = "unexpected messages",
        [ADVICE_SMALL_ACCESSES] = "small accesses",
        [ADVICE_STRIDED_ACCESSES] = "strided accesses",
    };

    return words[kind];
}

/* ---- the list -------------------------------------------------------------------------------- */

struct list_of_advice {
    struct summary_advice *first;
    int count;
};

/* Keeps the list in order, the most valuable first. */
static void put_advice(struct list_of_advice *list, const struct summary_advice *advice)
{
    int at = list->count < ADVICE_MAX ? list->count++ : ADVICE_MAX;

    for (; at > 0 && list->first[at - 1].ns < advice->ns; at--)
        if (at < ADVICE_MAX)
            list->first[at] = list->first[at - 1];
    if (at < ADVICE_MAX)
        list->first[at] = *advice;
}

static bool matters(const struct summary *summary, uint64_t ns, int part)
{
    return ns > 0 && ns / (uint64_t)summary->ranks >= summary->ns / (uint64_t)part;
}

/* ---- waits ----------------------------------------------------------------------------------- */

static int order(int64_t one, int64_t other)
{
    return one < other ? -1 : one > other;
}

/* Waits of one place for one other place are one group, ordered by the rank that they are for. */
static int compare_places(const struct summary_link *a, const struct summary_link *b)
{
    int result = order(a->kind, b->kind);

    result = result != 0 ? result : order(a->site, b->site);
    result = result != 0 ? result : order(a->there, b->there);
    if (result == 0 && a->name != b->name && a->name != NULL && b->name != NULL)
        result = strcmp(a->name, b->name);
    return result;
}

static int compare_links(const void *one, const void *other)
{
    const struct summary_link *a = one, *b = other;
    int result = compare_places(a, b);

    result = result != 0 ? result : order(a->other, b->other);
    return result != 0 ? result : order(a->rank, b->rank);
}

static struct summary_call *find_call(const struct summary *summary, uint32_t site,
                                      const char *name)
{
    for (int i = 0; i < summary->call_count; i++)
        if (summary->calls[i].site == site &&
            (name == NULL || strcmp(summary->calls[i].name, name) == 0))
            return &summary->calls[i];
    return NULL;
}

/* The rank for which more than half of the time of a group was waited. */
static int most_awaited(const struct summary_link *links, int count, uint64_t all)
{
    uint64_t sum = 0;

    for (int i = 0; i < count; i++) {
        sum = i > 0 && links[i].other == links[i - 1].other ? sum + links[i].sum : links[i].sum;
        if (sum > all / 2)
            return links[i].other;
    }
    return SUMMARY_NO_RANK;
}

/* The rank that waits least, and much less than the others, where all make the call: it comes
 * last. */
static int least_waiting(const struct summary *summary, const struct summary_advice *advice,
                         const uint64_t waited[])
{
    const struct summary_call *call = find_call(summary, advice->site, advice->name);
    int least = 0;

    if (call == NULL || call->ranks < summary->ranks || summary->ranks < 2)
        return SUMMARY_NO_RANK;
    for (int i = 1; i < summary->ranks; i++)
        if (waited[i] < waited[least])
            least = i;
    return waited[least] < advice->ns / (uint64_t)summary->ranks / 2 ? least : SUMMARY_NO_RANK;
}

static enum advice_kind kind_of(enum tally_kind kind)
{
    static const enum advice_kind kinds[] = {
        [TALLY_FOR_SENDER] = ADVICE_LATE_SENDER, [TALLY_FOR_RECEIVER] = ADVICE_LATE_RECEIVER,
        [TALLY_FOR_MEMBER] = ADVICE_IMBALANCE,   [TALLY_FOR_EPOCH] = ADVICE_EPOCH,
        [TALLY_FOR_OTHERS] = ADVICE_IMBALANCE,
    };

    return kinds[kind];
}

/* The receive that got most of the messages which that call has sent. */
static uint32_t place_of_receive(const struct summary *summary, uint32_t sent_at)
{
    const struct summary_link *most = NULL;

    for (int i = 0; i < summary->link_count; i++) {
        const struct summary_link *link = &summary->links[i];

        if (link->kind == TALLY_MATCHED && link->there == sent_at &&
            (most == NULL || link->count > most->count))
            most = link;
    }
    return most != NULL ? most->site : 0;
}

/* `waited` has room for a number of each rank. */
static struct summary_advice describe_group(const struct summary *summary,
                                    const struct summary_link *links, int count,
                                    uint64_t waited[])
{
    struct summary_advice advice = {.kind = kind_of(links->kind),
                            .site = links->site,
                            .there = links->there,
                            .name = links->name};

    memset(waited, 0, (size_t)summary->ranks * sizeof waited[0]);
    for (int i = 0; i < count; i++) {
        advice.ns += links[i].sum;
        advice.count += links[i].count;
        waited[links[i].rank] += links[i].sum;
    }
    for (int i = 0; i < summary->ranks; i++) {
        advice.waiters += waited[i] > 0;
        if (waited[i] > advice.longest_ns) {
            advice.longest = i;
            advice.longest_ns = waited[i];
        }
    }
    advice.late = most_awaited(links, count, advice.ns);
    if (advice.late == SUMMARY_NO_RANK && advice.kind == ADVICE_IMBALANCE)
        advice.late = least_waiting(summary, &advice, waited);
    return advice;
}

/* The call that sent what the wait was for; 0: unknown, or that was no message. */
static uint32_t place_of_send(const struct summary_link *link)
{
    if (link->kind == TALLY_FOR_RECEIVER)
        return link->there != 0 ? link->there : link->site;
    return link->kind == TALLY_FOR_SENDER ? link->there : 0;
}

/* Links of one place stand together. */
static void add_up_awaited(const struct summary *summary)
{
    struct summary_call *call = NULL;

    for (int i = 0; i < summary->link_count; i++) {
        uint32_t site = place_of_send(&summary->links[i]);

        if (call == NULL || call->site != site)
            call = site != 0 ? find_call(summary, site, NULL) : NULL;
        if (call != NULL)
            call->awaited += summary->links[i].sum;
    }
}

/* Are messages small and many that this call sends? Then a rank that waits for them waits because
 * of that. */
static bool sends_many(const struct summary *summary, uint32_t site)
{
    const struct summary_call *call = site != 0 ? find_call(summary, site, NULL) : NULL;

    return call != NULL && call->similar >= SMALL_MESSAGES_MIN &&
           call->similar >= call->calls / 2 && call->awaited / call->similar <= SMALL_MESSAGE_NS;
}

static bool is_imbalance(const struct summary_link *link)
{
    return summary_is_wait(link) && kind_of(link->kind) == ADVICE_IMBALANCE;
}

/* Looks at imbalances, or at all other waits. */
static void look_at_waits(const struct summary *summary, bool at_imbalances, uint64_t waited[],
                          struct list_of_advice *list)
{
    int first, next;

    for (first = 0; first < summary->link_count; first = next) {
        const struct summary_link *links = &summary->links[first];
        struct summary_advice advice;

        for (next = first + 1; next < summary->link_count &&
                               compare_places(links, &summary->links[next]) == 0; next++)
            continue;
        if (!summary_is_wait(links) || is_imbalance(links) != at_imbalances ||
            sends_many(summary, place_of_send(links)))
            continue;
        advice = describe_group(summary, links, next - first, waited);
        if (!matters(summary, advice.ns, WAITS_MATTER))
            continue;
        if (advice.kind == ADVICE_LATE_RECEIVER)
            advice.there = place_of_receive(summary, place_of_send(links));
        put_advice(list, &advice);
    }
}

/* ---- what is counted ------------------------------------------------------------------------- */

static uint64_t share_of(uint64_t all, uint64_t part, uint64_t whole)
{
    return whole > 0 ? (uint64_t)((double)all * (double)part / (double)whole) : 0;
}

static void look_at_messages(const struct summary *summary, const struct summary_call *call,
                             struct list_of_advice *list)
{
    struct summary_advice advice = {.kind = ADVICE_SMALL_MESSAGES,
                            .site = call->site,
                            .name = call->name,
                            .late = SUMMARY_NO_RANK,
                            .count = call->similar};

    if (!sends_many(summary, call->site) || call->similar < SMALL_MESSAGES_MIN)
        return;
    advice.ns = share_of(call->ns - call->waited, call->similar, call->calls) + call->awaited;
    advice.there = place_of_receive(summary, call->site);
    if (matters(summary, advice.ns, COUNTS_MATTER))
        put_advice(list, &advice);
}

/* The call makes `count` accesses that could be one. */
static void look_at_accesses(const struct summary *summary, const struct summary_call *call,
                             enum advice_kind kind, uint64_t count, struct list_of_advice *list)
{
    const struct summary_advice advice = {.kind = kind,
                                          .ns = share_of(call->ns, count, call->calls),
                                          .site = call->site,
                                          .name = call->name,
                                          .late = SUMMARY_NO_RANK,
                                          .count = count,
                                          .ranks = call->ranks};

    if (count >= SMALL_ACCESSES_MIN && matters(summary, advice.ns, COUNTS_MATTER))
        put_advice(list, &advice);
}

/* The time of calls at either place, without their waits. */
static uint64_t time_of_calls(const struct summary *summary, uint32_t site, uint32_t there)
{
    uint64_t ns = 0;

    for (int i = 0; i < summary->call_count; i++)
        if (summary->calls[i].site == site || summary->calls[i].site == there)
            ns += summary->calls[i].ns - summary->calls[i].waited;
    return ns;
}

/* Where processors have more to do than they can, calls take longer than what they use of them.
 * The part of the processor time is the part of the calls' time there. */
static uint64_t stretch(const struct summary *summary, uint64_t ns, uint64_t calls_ns)
{
    uint64_t used = ns < summary->processor_ns ? ns : summary->processor_ns;
    uint64_t stretched = share_of(calls_ns, used, summary->processor_ns);

    return stretched > ns ? stretched : ns;
}

/* Unexpected messages of one call are one advice: their links, ordered, stand together. */
static void look_at_unexpected(const struct summary *summary, struct list_of_advice *list)
{
    struct summary_advice advice;

    for (int i = 0; i < summary->link_count; i++) {
        const struct summary_link *link = &summary->links[i];

        if (link->kind != TALLY_UNEXPECTED || sends_many(summary, link->there))
            continue;
        if (i == 0 || link[-1].kind != TALLY_UNEXPECTED || link[-1].there != link->there)
            advice = (struct summary_advice){.kind = ADVICE_UNEXPECTED_MESSAGES,
                                     .site = link->there,
                                     .there = place_of_receive(summary, link->there),
                                     .late = SUMMARY_NO_RANK};
        advice.count += link->count;
        advice.bytes += link->sum;
        if (i + 1 < summary->link_count && link[1].kind == TALLY_UNEXPECTED &&
            link[1].there == link->there)
            continue;
        advice.ns = stretch(summary,
                            advice.count * UNEXPECTED_NS + advice.bytes / COPIED_BYTES_PER_NS,
                            time_of_calls(summary, advice.site, advice.there));
        if (advice.count >= UNEXPECTED_MESSAGES_MIN && matters(summary, advice.ns, COUNTS_MATTER))
            put_advice(list, &advice);
    }
}

/* ---- imbalances that have been explained ----------------------------------------------------- */

static bool has_advice(const struct list_of_advice *list, uint32_t site)
{
    for (int i = 0; site != 0 && i < list->count; i++)
        if (list->first[i].site == site || list->first[i].there == site)
            return true;
    return false;
}

/* The time of each rank in calls of which there is advice. */
static void add_up_advised(const struct summary *summary, const struct list_of_advice *list,
                           uint64_t explained[])
{
    memset(explained, 0, (size_t)summary->ranks * sizeof explained[0]);
    for (int i = 0; i < summary->time_count; i++)
        if (has_advice(list, summary->times[i].site))
            explained[summary->times[i].rank] += summary->times[i].ns;
}

/* Waits of one rank for another one stand together; those for an unknown rank come first. */
static int compare_pairs(const void *one, const void *other)
{
    const struct summary_link *a = one, *b = other;
    int result = order(a->rank, b->rank);

    return result != 0 ? result : order(a->other, b->other);
}

/* How much later ranks come to what `links` wait for than the time explains that they spend in
 * calls of which there is advice. It is unknown which of a rank's waits is the later for that, so
 * they are added up. */
static uint64_t unexplained(const struct summary *summary, const struct summary_link links[],
                            int count, const uint64_t explained[])
{
    uint64_t sum = 0, waits, excess, most = 0;
    int next;

    for (int i = 0; i < summary->ranks; i++)
        most = explained[i] > most ? explained[i] : most;
    for (int i = 0; i < count; i = next) {
        uint64_t late = links[i].other != SUMMARY_NO_RANK ? explained[links[i].other] : most;
        uint64_t own = explained[links[i].rank];

        waits = 0;
        for (next = i; next < count && compare_pairs(&links[i], &links[next]) == 0; next++)
            waits += links[next].sum;
        excess = late > own ? late - own : 0;
        sum += waits > excess ? waits - excess : 0;
    }
    return sum;
}

/* -1: no memory. */
static int look_at_imbalances(const struct summary *summary, uint64_t waited[],
                              struct list_of_advice *list)
{
    struct summary_link *links =
        memory_take(((size_t)summary->link_count + 1) * sizeof links[0]);
    int count = 0;

    if (links == NULL)
        return -1;
    for (int i = 0; i < summary->link_count; i++)
        if (is_imbalance(&summary->links[i]))
            links[count++] = summary->links[i];
    qsort(links, (size_t)count, sizeof links[0], compare_pairs);
    add_up_advised(summary, list, waited);
    if (matters(summary, unexplained(summary, links, count, waited), WAITS_MATTER))
        look_at_waits(summary, true, waited, list);
    memory_give(links);
    return 0;
}

int advice_find(struct summary *summary, struct summary_advice advice[ADVICE_MAX])
{
    struct list_of_advice list = {.first = advice};
    int err;
    uint64_t *waited = memory_take(((size_t)summary->ranks + 1) * sizeof *waited);

    if (waited == NULL)
        return -1;
    if (summary->link_count > 0)
        qsort(summary->links, (size_t)summary->link_count, sizeof summary->links[0],
              compare_links);
    add_up_awaited(summary);
    look_at_waits(summary, false, waited, &list);
    for (int i = 0; i < summary->call_count; i++) {
        look_at_messages(summary, &summary->calls[i], &list);
        look_at_accesses(summary, &summary->calls[i], ADVICE_SMALL_ACCESSES,
                         summary->calls[i].adjacent, &list);
        look_at_accesses(summary, &summary->calls[i], ADVICE_STRIDED_ACCESSES,
                         summary->calls[i].strided, &list);
    }
    look_at_unexpected(summary, &list);
    err = look_at_imbalances(summary, waited, &list);
    memory_give(waited);
    return err == 0 ? list.count : -1;
}
