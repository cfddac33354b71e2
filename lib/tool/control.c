/* SPDX-License-Identifier: MIT */
#include "tool/control.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/container.h"
#include "p2p/p2p.h"
#include "p2p/policy.h"
#include "rank/rank.h"

#define KNOB(name, category, default_value, lowest, highest, meaning) \
    static_assert((lowest) >= INT_MIN && (highest) <= INT_MAX, #name " is an int");
#include "base/knob.def"

int control_count(void)
{
    int count = 0;

    while (knob_at(count) != NULL)
        count++;
    return count;
}

int control_find(const char *name)
{
    char each[KNOB_NAME_BYTES];
    const struct knob *knob;

    for (int i = 0; (knob = knob_at(i)) != NULL; i++) {
        knob_name_variable(knob, each);
        if (strcmp(each, name) == 0)
            return i;
    }
    return -1;
}

/* Tunables that make memory fail are for the library's own tests. */
int control_verbosity(const struct knob *knob)
{
    static const char *const tuning[] = {"messages", "collectives", "waiting"};

    if (strncmp(knob->name, "fail_", strlen("fail_")) == 0 || strcmp(knob->name, "chaos") == 0)
        return MPI_T_VERBOSITY_MPIDEV_DETAIL;
    for (size_t i = 0; i < ARRAY_LENGTH(tuning); i++)
        if (strcmp(knob->category, tuning[i]) == 0)
            return MPI_T_VERBOSITY_TUNER_BASIC;
    return MPI_T_VERBOSITY_USER_BASIC;
}

MPI_Datatype control_datatype(const struct knob *knob)
{
    return knob->text != NULL ? MPI_CHAR : MPI_INT;
}

static const char *text_of(const struct knob *knob)
{
    return *knob->text != NULL ? *knob->text : "";
}

int control_length(const struct knob *knob)
{
    return knob->text != NULL ? (int)strlen(text_of(knob)) + 1 : 1;
}

void control_read(const struct knob *knob, struct rank *rank, void *value)
{
    if (knob->text != NULL)
        memcpy(value, text_of(knob), strlen(text_of(knob)) + 1);
    else if (knob->scope != KNOB_IS_CONSTANT && rank != NULL)
        memcpy(value, &(int){load_relaxed(knob_own(knob, &rank->own))}, sizeof(int));
    else
        memcpy(value, &(int){(int)*knob->value}, sizeof(int));
}

int control_scope(const struct knob *knob)
{
    switch (knob->scope) {
    case KNOB_IS_LOCAL:
        return MPI_T_SCOPE_LOCAL;
    case KNOB_IS_ALL_EQ:
        return MPI_T_SCOPE_ALL_EQ;
    default:
        return MPI_T_SCOPE_CONSTANT;
    }
}

/* A seed is taken when messaging begins, and then nothing takes the choices from chance. */
static int check_eager(struct rank *rank, int value)
{
    if (load_relaxed(&rank->own.eager) > EAGER_ALWAYS)
        return MPI_T_ERR_CVAR_SET_NOT_NOW;
    return value <= EAGER_ALWAYS ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

int control_write(const struct knob *knob, struct rank *rank, const void *value)
{
    int number, err = MPI_SUCCESS;

    if (knob->scope == KNOB_IS_CONSTANT)
        return MPI_T_ERR_CVAR_SET_NEVER;
    if (rank == NULL || rank->phase == RANK_FINALIZED)
        return MPI_T_ERR_CVAR_SET_NOT_NOW;
    memcpy(&number, value, sizeof number);
    if (number < knob->lowest || number > knob->highest)
        return MPI_T_ERR_INVALID;
    if (knob->value == &knobs.eager)
        err = check_eager(rank, number);
    if (err != MPI_SUCCESS)
        return err;
    store_relaxed(knob_own(knob, &rank->own), number);
    if (knob->value == &knobs.eager && number != EAGER_BY_SIZE)
        p2p_leave_fast_path(rank);
    return MPI_SUCCESS;
}
