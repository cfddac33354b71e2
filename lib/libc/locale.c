/* SPDX-License-Identifier: MIT */
#include "libc/locale.h"

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
#include "image/image.h"
#include "libc/libc.h"

/* In libc's order. */
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

/* Threads may use any locale that the rank has ever set, so the rank keeps each of them once. */
struct locale {
    struct locale *next;
    locale_t object;
    char name[NAME_BYTES]; /* of all categories; "": not requested yet */
};

static const char *name_of_one(locale_t object, const struct category *category)
{
    return nl_langinfo_l(_NL_LOCALE_NAME(category->number), object);
}

/* Writes one name if all categories have the same locale, else a name for each. Returns false if
 * the result is too long. */
static bool name_categories(struct locale *locale)
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

static void give_locale(struct locale *locale)
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
    give_locale(copy);
    return NULL;
}

void locale_begin(struct rank *self)
{
    struct libc *libc = libc_of(self);

    libc->locale = libc->locales = copy_of(LC_GLOBAL_LOCALE);
    locale_enter(libc->locale);
}

const void *locale_inherit(struct rank *self)
{
    struct libc *libc = libc_of(self);
    const struct locale *locale;

    lock_take(&libc->locale_lock);
    locale = libc->locale;
    lock_release(&libc->locale_lock);
    return locale;
}

NOT_INSTRUMENTED void locale_enter(const void *locale)
{
    if (locale != NULL)
        uselocale(((const struct locale *)locale)->object);
}

void locale_end(struct libc *libc)
{
    while (libc->locales != NULL) {
        struct locale *locale = libc->locales;

        libc->locales = locale->next;
        give_locale(locale);
    }
}

typedef char *environment_reader(const char *name);

static const char *variable(const char *name)
{
    environment_reader *own;

    *(void **)&own = image_own_function("getenv");
    return own != NULL ? own(name) : getenv(name);
}

/* Returns the locale that the empty name means, according to the rank's environment. libc would
 * read the process's. */
static const char *name_from_environment(const struct category *category)
{
    const char *variables[] = {"LC_ALL", category->name, "LANG"};
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(variables); i++) {
        const char *value = variable(variables[i]);

        if (value != NULL && *value != '\0')
            return value;
    }
    return "C";
}

static bool change_one(struct locale *locale, int mask, const char *name)
{
    /* libc would not free an object that is replaced completely. */
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

static const char *category_name(const struct locale *locale, int number)
{
    size_t i;

    if (number == LC_ALL)
        return locale->name;
    for (i = 0; i < ARRAY_LENGTH(categories); i++)
        if (categories[i].number == number)
            return name_of_one(locale->object, &categories[i]);
    return NULL;
}

/* Returns the kept locale of that name, or keeps this one. */
static struct locale *keep_locale(struct libc *libc, struct locale *made)
{
    struct locale *kept = libc->locales;

    while (kept != NULL && strcmp(kept->name, made->name) != 0)
        kept = kept->next;
    if (kept != NULL) {
        give_locale(made);
        return kept;
    }
    made->next = libc->locales;
    libc->locales = made;
    return made;
}

static const char *set_locale(struct libc *libc, int number, const char *name)
{
    struct locale *made = copy_of(libc->locale->object);

    if (made == NULL || !change(made, number, name) || !name_categories(made)) {
        give_locale(made);
        return NULL;
    }
    libc->locale = keep_locale(libc, made);
    uselocale(libc->locale->object);
    return category_name(libc->locale, number);
}

typedef char *locale_setter(int number, const char *name);

__attribute__((visibility("default"))) char *setlocale(int number, const char *name)
{
    const struct rank *self = rank_self();
    struct libc *libc = self != NULL ? libc_of(self) : NULL;
    const char *result = NULL;

    if (libc == NULL || libc->locale == NULL)
        return ((locale_setter *)libc_function("setlocale"))(number, name);
    lock_take(&libc->locale_lock);
    if (libc->locale->name[0] != '\0' || name_categories(libc->locale))
        result = category_name(libc->locale, number);
    if (result == NULL)
        errno = EINVAL;
    else if (name != NULL)
        result = set_locale(libc, number, name);
    lock_release(&libc->locale_lock);
    return (char *)result;
}
