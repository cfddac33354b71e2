/* SPDX-License-Identifier: MIT */
#include "tool/control.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/container.h"

#define KNOB(name, category, default_value, lowest, highest, meaning)          \
    static_assert((lowest) >= INT_MIN && (highest) <= INT_MAX, #name " is an int");
#define KNOB_CHOICE(name, category, default_value, lowest, highest, values, meaning) \
    KNOB(name, category, default_value, lowest, highest, meaning)
#define KNOB_FILE(name, category, meaning)
#define KNOB_TEXT(name, category, meaning)
#include "base/knob.def"
#undef KNOB
#undef KNOB_CHOICE
#undef KNOB_FILE
#undef KNOB_TEXT

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

void control_read(const struct knob *knob, void *value)
{
    if (knob->text != NULL)
        memcpy(value, text_of(knob), strlen(text_of(knob)) + 1);
    else
        memcpy(value, &(int){(int)*knob->value}, sizeof(int));
}
