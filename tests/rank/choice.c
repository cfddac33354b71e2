/* SPDX-License-Identifier: MIT */
/* Choices of calls that wait for requests or look at them: a scripted chooser gives every answer in
 * turn, the call does what was answered, and the record says so in words. Choices of messages are
 * in tests/p2p/choice.c. */
#include "script.h"

enum { TAG = 5 };

/* ---- which request --------------------------------------------------------------------------- */

enum { REQUESTS = 3 };

static void start(MPI_Request receives[], int got[])
{
    for (int i = 0; i < REQUESTS; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &receives[i]);
    for (int i = 0; i < REQUESTS; i++)
        MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_SELF);
    for (int i = 0, is_done; i < REQUESTS; i++)
        do
            MPI_Request_get_status(receives[i], &is_done, MPI_STATUS_IGNORE);
        while (!is_done);
}

MPI_TestCase(choice, of_a_call_for_any_request_is_one_that_is_done, .ranks = 1, .forbids_leaks = 1)
{
    static const char *const words[] = {"MPI_Waitany at choice.c in rank 0 reported request 1",
                                        "MPI_Testany at choice.c in rank 0 reported request 1"};
    MPI_Request receives[REQUESTS];
    int got[REQUESTS], index, flag;
    struct script script;

    for (int answer = 0; answer < REQUESTS; answer++)
        for (int tests = 0; tests < 2; tests++) {
            start(receives, got);
            script_begin(&script, CHOICE_COMPLETION, answer);
            if (tests)
                MPI_Testany(REQUESTS, receives, &index, &flag, MPI_STATUS_IGNORE);
            else
                MPI_Waitany(REQUESTS, receives, &index, MPI_STATUS_IGNORE);
            script_end(&script, 1, answer == 1 ? words[tests] : NULL);
            cr_assert_eq(index, answer);
            MPI_Waitall(REQUESTS, receives, MPI_STATUSES_IGNORE);
        }
}

/* Bit i of the subset: request i is left out. */
static void report_some(int subset, int tests)
{
    MPI_Request receives[REQUESTS];
    int got[REQUESTS], indices[REQUESTS], count, expected = 0;
    struct script script;

    start(receives, got);
    script_begin(&script, CHOICE_SOME, 0);
    for (int i = 0; i < REQUESTS; i++)
        script.answers[i] = subset >> i & 1;
    if (tests)
        MPI_Testsome(REQUESTS, receives, &count, indices, MPI_STATUSES_IGNORE);
    else
        MPI_Waitsome(REQUESTS, receives, &count, indices, MPI_STATUSES_IGNORE);
    choice_set(rank_self(), NULL);
    for (int i = 0; i < REQUESTS; i++)
        if (!(subset >> i & 1) || (i == REQUESTS - 1 && expected == 0))
            cr_assert_eq(indices[expected++], i);
    cr_assert_eq(count, expected);
    MPI_Waitall(REQUESTS, receives, MPI_STATUSES_IGNORE);
}

MPI_TestCase(choice, of_a_call_for_some_requests_is_any_subset, .ranks = 1, .forbids_leaks = 1)
{
    for (int subset = 0; subset < 1 << REQUESTS; subset++)
        for (int tests = 0; tests < 2; tests++)
            report_some(subset, tests);
}

/* ---- yes or no ------------------------------------------------------------------------------- */

typedef bool looking(MPI_Request *receive);

static bool look_by_test(MPI_Request *receive)
{
    int flag;

    MPI_Test(receive, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static bool look_by_testall(MPI_Request *receive)
{
    int flag;

    MPI_Testall(1, receive, &flag, MPI_STATUSES_IGNORE);
    return flag;
}

static bool look_by_testany(MPI_Request *receive)
{
    int flag, index;

    MPI_Testany(1, receive, &index, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static bool look_by_testsome(MPI_Request *receive)
{
    int count, index;

    MPI_Testsome(1, receive, &count, &index, MPI_STATUSES_IGNORE);
    return count == 1;
}

static bool look_by_get_status(MPI_Request *receive)
{
    int flag;

    MPI_Request_get_status(*receive, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static bool look_by_iprobe(MPI_Request *receive)
{
    int flag;

    (void)receive;
    MPI_Iprobe(0, TAG, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static bool look_by_improbe(MPI_Request *receive)
{
    MPI_Message message;
    int flag, got;

    (void)receive;
    MPI_Improbe(0, TAG, MPI_COMM_SELF, &flag, &message, MPI_STATUS_IGNORE);
    if (!flag)
        return false;
    MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Send(&got, 1, MPI_INT, 0, TAG, MPI_COMM_SELF);
    return true;
}

static const struct {
    looking *look;
    const char *yes, *no;
} lookings[] = {
    {look_by_test, "MPI_Test at choice.c in rank 0 said yes",
     "MPI_Test at choice.c in rank 0 said no once more"},
    {look_by_testall, NULL, "MPI_Testall at choice.c in rank 0 said no once more"},
    {look_by_testany, NULL, "MPI_Testany at choice.c in rank 0 said no once more"},
    {look_by_testsome, NULL, "MPI_Testsome at choice.c in rank 0 said no once more"},
    {look_by_get_status, NULL, "MPI_Request_get_status at choice.c in rank 0 said no once more"},
    {look_by_iprobe, NULL, "MPI_Iprobe at choice.c in rank 0 said no once more"},
    {look_by_improbe, NULL, "MPI_Improbe at choice.c in rank 0 said no once more"},
};

/* There is a message for a receive, and one without. */
MPI_TestCase(choice, of_a_call_that_looks_is_whether_it_says_yes, .ranks = 1, .forbids_leaks = 1)
{
    for (size_t way = 0; way < ARRAY_LENGTH(lookings); way++) {
        struct script script;
        MPI_Request receive;
        int got;

        MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &receive);
        MPI_Send(&(int){1}, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
        MPI_Send(&(int){2}, 1, MPI_INT, 0, TAG, MPI_COMM_SELF);
        script_begin(&script, CHOICE_TEST, 1);
        cr_assert(!lookings[way].look(&receive), "%s", lookings[way].no);
        script_end(&script, 1, lookings[way].no);
        script_begin(&script, CHOICE_TEST, 0);
        cr_assert(lookings[way].look(&receive), "%s", lookings[way].no);
        script_end(&script, 1, lookings[way].yes);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        MPI_Recv(&got, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    }
}

MPI_TestCase(choice, of_a_partition_is_whether_it_has_arrived, .ranks = 1, .forbids_leaks = 1)
{
    MPI_Request requests[2];
    int out = 7, in = 0, flag;
    struct script script;

    MPI_Psend_init(&out, 1, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(&in, 1, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready(0, requests[0]);
    do
        MPI_Parrived(requests[1], 0, &flag);
    while (!flag);
    script_begin(&script, CHOICE_TEST, 1);
    MPI_Parrived(requests[1], 0, &flag);
    script_end(&script, 1, "MPI_Parrived at choice.c in rank 0 said no once more");
    cr_assert(!flag);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Kinds that other tests reach without a call of MPI, and numbers. */
MPI_TestCase(choice, is_told_in_words, .ranks = 1)
{
    struct choice_candidate ranks[] = {{2, CHOICE_NO_NUMBER, 0, 0}, {3, TAG, 11, 1}, {4, 0, 22, 2}};
    struct choice_point point = {
        .kind = CHOICE_LOCK, .candidates = ranks, .count = 3, .rank = rank_self()};
    static const struct {
        enum choice kind;
        int answer;
        const char *name, *expected;
    } cases[] = {
        {CHOICE_LOCK, 0, NULL, "release of a lock in rank 0 gave the lock to rank 2"},
        {CHOICE_LOCK, 0, "MPI_Win_unlock", "MPI_Win_unlock in rank 0 gave the lock to rank 2"},
        {CHOICE_PORT, 0, "MPI_Comm_accept", "MPI_Comm_accept in rank 0 met rank 2"},
        {CHOICE_WILDCARD, 1, NULL,
         "receive from any source in rank 0 took the message of rank 3, tag 5, its 11th"},
        {CHOICE_PROBE, 2, "MPI_Probe",
         "probe of any source in rank 0 found the message of rank 4, tag 0, its 22nd"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char words[WORDS_BYTES];
        FILE *out = fmemopen(words, sizeof words, "w");

        point.kind = cases[i].kind;
        point.name = cases[i].name;
        choice_describe(out, NULL, &point, cases[i].answer);
        fclose(out);
        cr_assert_str_eq(words, cases[i].expected);
    }
}
