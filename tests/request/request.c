/* SPDX-License-Identifier: MIT */
/* Requests by themselves: a class of the test's own, which no message completes. */
#include "request/request.h"

#include <heddle/criterion.h>

#include "../base/broken_law.h"
#include "rank/choice.h"
#include "request/completion.h"

static int released;

static void release(struct request *request)
{
    (void)request;
    released++;
}

static int start_again(struct request *request)
{
    (void)request;
    return MPI_SUCCESS;
}

static const struct request_class class = {.release = release, .restart = start_again};

MPI_TestCase(request, is_done_when_it_is_completed_and_then_goes_back_to_the_spare_ones,
         .ranks = 1, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct request *request = request_create(self, &class, self->comm_world);

    cr_assert(!request_test(request));
    request_complete(request);
    request_wait(request);
    request_check(request);
    released = 0;
    request_free(request);
    cr_assert(released == 1);
    cr_assert(self->requests->spare == request);
    request_pool_check(self);
}

MPI_TestCase(request, that_is_given_up_is_freed_when_it_is_done, .ranks = 1, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct request *request = request_create(self, &class, self->comm_world);

    cr_assert(request_give_up(request) == MPI_SUCCESS);
    cr_assert(request_has_orphans(self));
    request_pool_check(self);
    request_sweep_orphans(self);
    cr_assert(request_has_orphans(self), "it is not done");
    request_complete(request);
    request_wait_orphans(self, NULL);
    cr_assert(!request_has_orphans(self));
    cr_assert(self->requests->spare == request);
    request_pool_check(self);
}

MPI_TestCase(request, that_is_persistent_is_as_law_1_says_when_it_is_freed,
         .ranks = 1, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct request *request = request_create(self, &class, self->comm_world);

    request->is_persistent = request->is_inactive = true;
    request_check(request);
    cr_assert(request_restart(request) == MPI_SUCCESS);
    cr_assert(!request_test(request));
    request_complete(request);
    cr_assert(request_test(request));
    request->is_inactive = true;
    request_free(request);
    request_pool_check(self);
}

/* ---- choices -------------------------------------------------------------------------------- */

struct answers {
    struct chooser chooser;
    int answer, is_told_no;
    int asked[CHOICES];
    int candidates;
};

static int pick(struct chooser *chooser, const struct choice_point *point)
{
    struct answers *answers = container_of(chooser, struct answers, chooser);

    answers->asked[point->kind]++;
    if (point->kind != CHOICE_TEST)
        answers->candidates = point->count;
    return point->kind == CHOICE_TEST ? answers->is_told_no : answers->answer;
}

MPI_TestCase(request, that_any_of_several_calls_report_is_a_choice, .ranks = 1, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct answers answers = {.chooser = {pick}, .answer = 1};
    struct request *all[4] = {NULL};

    for (int i = 1; i < 4; i++)
        all[i] = request_create(self, &class, self->comm_world);
    request_complete(all[1]);
    request_complete(all[3]);
    cr_assert(request_poll_any(self, 4, all) == 1, "the default is the first");
    choice_set(self, &answers.chooser);
    cr_assert(request_poll_any(self, 4, all) == 3);
    cr_assert(request_wait_any(self, 4, all) == 3);
    cr_assert(answers.asked[CHOICE_COMPLETION] == 2 && answers.candidates == 2);
    choice_set(self, NULL);
    cr_assert(request_wait_any(self, 4, all) == 1);
    request_complete(all[2]);
    for (int i = 1; i < 4; i++)
        request_free(all[i]);
}

MPI_TestCase(request, that_is_done_may_be_tested_in_vain, .ranks = 1, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct answers answers = {.chooser = {pick}, .is_told_no = 1};
    struct request *request = request_create(self, &class, self->comm_world);

    cr_assert(request_poll(self, NULL));
    cr_assert(!request_poll(self, request));
    choice_set(self, &answers.chooser);
    cr_assert(!request_poll(self, request));
    cr_assert(answers.asked[CHOICE_TEST] == 0, "there is no choice yet");
    request_complete(request);
    cr_assert(!request_poll(self, request));
    cr_assert(!request_poll_all(self, 1, &request));
    cr_assert(request_poll_any(self, 1, &request) == MPI_UNDEFINED);
    cr_assert(answers.asked[CHOICE_TEST] == 3);
    choice_set(self, NULL);
    cr_assert(request_poll(self, request));
    cr_assert(request_poll_all(self, 1, &request));
    cr_assert(request_poll_any(self, 1, &request) == 0);
    request_free(request);
}

/* ---- laws ----------------------------------------------------------------------------------- */

static struct rank rank;
static struct request_pool pool;
static struct request request = {.owner = &rank, .class = &class, .object = {.is_freed = true}};

static void spare_a_cancelled_one(void)
{
    request.is_cancelled = true;
    request_pool_check(&rank);
}

static void stop_one_that_is_not_persistent(void)
{
    request.is_inactive = true;
    request_check(&request);
}

static void orphan_one_with_a_handle(void)
{
    request.is_orphan = true;
    request.object.is_freed = false;
    request_check(&request);
}

Test(request, its_check_finds_what_is_wrong)
{
    rank.requests = &pool;
    pool.spare = &request;
    request_pool_check(&rank);
    request_check(&request);
    cr_assert(is_caught(spare_a_cancelled_one, "!(spare->is_persistent | spare->is_inactive | "
                                               "spare->is_orphan | spare->is_cancelled)"));
    cr_assert(is_caught(stop_one_that_is_not_persistent,
                        "request->is_persistent || !request->is_inactive"));
    cr_assert(is_caught(orphan_one_with_a_handle,
                        "!request->is_orphan || request->object.is_freed"));
}
