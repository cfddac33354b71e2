/* SPDX-License-Identifier: MIT */
#include "rank/locale.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/container.h"
#include "base/libc.h"
#include "base/memory.h"
#include "base/sanitizer.h"
#include "rank/rank.h"

/* In the order in which libc names them. */
static const struct category {
    int number;
    const char *name;
} categories[] = {
    {LC_CTYPE, "LC_CTYPE"},
    {LC_NUMERIC, "LC_NUMERIC"},
    {LC_TIME, "LC_TIME"},
    {LC_COLLATE, "LC_COLLATE"},
    {LC_MONETARY, "LC_MONETARY"},
    {LC_MESSAGES, "LC_MESSAGES"},
    {LC_PAPER, "LC_PAPER"},
    {LC_NAME, "LC_NAME"},
    {LC_ADDRESS, "LC_ADDRESS"},
    {LC_TELEPHONE, "LC_TELEPHONE"},
    {LC_MEASUREMENT, "LC_MEASUREMENT"},
    {LC_IDENTIFICATION, "LC_IDENTIFICATION"},
};

enum { NAME_BYTES = 1024 };

/* Threads may use any that the rank has ever set: it keeps them all, each once. */
struct locale {
    struct locale *next;
    locale_t object;
    char name[NAME_BYTES]; /* of all categories; "": nobody has asked yet */
};

static const char *name_of_one(locale_t object, const struct category *category)
{
    return nl_langinfo_l(_NL_LOCALE_NAME(category->number), object);
}

/* One name when all categories have the same, else each with its own. False: it is too long. */
static bool describe(struct locale *locale)
{
    const char *first = name_of_one(locale->object, &categories[0]);
    size_t length = 0, i;
    bool is_one = true;

    for (i = 1; i < ARRAY_LENGTH(categories); i++)
        is_one = is_one && strcmp(name_of_one(locale->object, &categories[i]), first) == 0;
    if (is_one)
        return snprintf(locale->name, NAME_BYTES, "%s", first) < NAME_BYTES;
    for (i = 0; i < ARRAY_LENGTH(categories) && length < NAME_BYTES; i++)
        length += (size_t)snprintf(locale->name + length, NAME_BYTES - length, "%s%s=%s",
                                   i > 0 ? ";" : "", categories[i].name,
                                   name_of_one(locale->object, &categories[i]));
    return length < NAME_BYTES;
}

static void give(struct locale *locale)
{
    if (locale == NULL)
        return;
    if (locale->object != (locale_t)0)
        freelocale(locale->object);
    memory_give(locale);
}

static struct locale *copy_of(locale_t object)
{
    struct locale *copy = memory_take(sizeof *copy);

    if (copy == NULL)
        return NULL;
    copy->next = NULL;
    copy->name[0] = '\0';
    copy->object = duplocale(object);
    if (copy->object != (locale_t)0)
        return copy;
    give(copy);
    return NULL;
}

bool locale_begin(struct rank *self)
{
    self->locale = self->locales = copy_of(LC_GLOBAL_LOCALE);
    locale_enter(self->locale);
    return self->locale != NULL;
}

const struct locale *locale_of(struct rank *self)
{
    const struct locale *locale;

    lock_take(&self->locale_lock);
    locale = self->locale;
    lock_release(&self->locale_lock);
    return locale;
}

NOT_INSTRUMENTED void locale_enter(const struct locale *locale)
{
    if (locale != NULL)
        uselocale(locale->object);
}

void locale_end(struct rank *rank)
{
    while (rank->locales != NULL) {
        struct locale *locale = rank->locales;

        rank->locales = locale->next;
        give(locale);
    }
}

/* The rank's environment says what the empty name means; libc would look into the process's. */
static const char *name_from_environment(const struct category *category)
{
    const char *variables[] = {"LC_ALL", category->name, "LANG"};
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(variables); i++) {
        const char *value = getenv(variables[i]);

        if (value != NULL && *value != '\0')
            return value;
    }
    return "C";
}

static bool change_one(struct locale *locale, int mask, const char *name)
{
    /* libc would forget to free an object of which nothing is left. */
    locale_t base = mask != LC_ALL_MASK ? locale->object : (locale_t)0;
    locale_t changed = newlocale(mask, name, base);

    if (changed == (locale_t)0)
        return false;
    if (base == (locale_t)0)
        freelocale(locale->object);
    locale->object = changed;
    return true;
}

static bool change(struct locale *locale, int number, const char *name)
{
    size_t i;

    if (*name != '\0')
        return change_one(locale, number == LC_ALL ? LC_ALL_MASK : 1 << number, name);
    for (i = 0; i < ARRAY_LENGTH(categories); i++)
        if ((number == LC_ALL || number == categories[i].number) &&
            !change_one(locale, 1 << categories[i].number,
                        name_from_environment(&categories[i])))
            return false;
    return true;
}

static const char *name_of(const struct locale *locale, int number)
{
    size_t i;

    if (number == LC_ALL)
        return locale->name;
    for (i = 0; i < ARRAY_LENGTH(categories); i++)
        if (categories[i].number == number)
            return name_of_one(locale->object, &categories[i]);
    return NULL;
}

/* The one of the same name that is kept already, else this one from now on. */
static struct locale *keep(struct rank *self, struct locale *made)
{
    struct locale *kept = self->locales;

    while (kept != NULL && strcmp(kept->name, made->name) != 0)
        kept = kept->next;
    if (kept != NULL) {
        give(made);
        return kept;
    }
    made->next = self->locales;
    self->locales = made;
    return made;
}

static const char *set(struct rank *self, int number, const char *name)
{
    struct locale *made = copy_of(self->locale->object);

    if (made == NULL || !change(made, number, name) || !describe(made)) {
        give(made);
        return NULL;
    }
    self->locale = keep(self, made);
    uselocale(self->locale->object);
    return name_of(self->locale, number);
}

typedef char *locale_setter(int number, const char *name);

__attribute__((visibility("default"))) char *setlocale(int number, const char *name)
{
    struct rank *self = rank_self();
    const char *result = NULL;

    if (self == NULL || self->locale == NULL)
        return ((locale_setter *)libc_function("setlocale"))(number, name);
    lock_take(&self->locale_lock);
    if (self->locale->name[0] != '\0' || describe(self->locale))
        result = name_of(self->locale, number);
    if (result == NULL)
        errno = EINVAL;
    else if (name != NULL)
        result = set(self, number, name);
    lock_release(&self->locale_lock);
    return (char *)result;
}
