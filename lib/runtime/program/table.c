/* SPDX-License-Identifier: MIT */
/* hsearch's table, and the results of functions that look up users, groups and terminals, one set
 * for each rank. The plugin that compiles this file makes them private, like the program's
 * variables. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <search.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak hcreate
#pragma weak hsearch
#pragma weak hdestroy
#pragma weak getpwnam
#pragma weak getpwuid
#pragma weak getgrnam
#pragma weak getgrgid
#pragma weak ttyname

enum { TEXT_BYTES = 1024, TEXT_BYTES_MAX = 1 << 24, TERMINAL_BYTES = 256 };

static struct hsearch_data table;

int hcreate(size_t entries)
{
    return hcreate_r(entries, &table);
}

ENTRY *hsearch(ENTRY entry, ACTION action)
{
    ENTRY *found;

    return hsearch_r(entry, action, &found, &table) != 0 ? found : NULL;
}

void hdestroy(void)
{
    hdestroy_r(&table);
}

/* Memory for the strings of the latest entry. */
struct text {
    char *bytes;
    size_t room;
};

static bool grow(struct text *text)
{
    size_t room = 2 * text->room + TEXT_BYTES;
    char *grown = room <= TEXT_BYTES_MAX ? realloc(text->bytes, room) : NULL;

    if (grown != NULL)
        *text = (struct text){grown, room};
    return grown != NULL;
}

static struct passwd user;
static struct text user_text;

struct passwd *getpwnam(const char *name)
{
    struct passwd *found = NULL;

    do
        errno = getpwnam_r(name, &user, user_text.bytes, user_text.room, &found);
    while (errno == ERANGE && grow(&user_text));
    return found;
}

struct passwd *getpwuid(uid_t id)
{
    struct passwd *found = NULL;

    do
        errno = getpwuid_r(id, &user, user_text.bytes, user_text.room, &found);
    while (errno == ERANGE && grow(&user_text));
    return found;
}

static struct group group;
static struct text group_text;

struct group *getgrnam(const char *name)
{
    struct group *found = NULL;

    do
        errno = getgrnam_r(name, &group, group_text.bytes, group_text.room, &found);
    while (errno == ERANGE && grow(&group_text));
    return found;
}

struct group *getgrgid(gid_t id)
{
    struct group *found = NULL;

    do
        errno = getgrgid_r(id, &group, group_text.bytes, group_text.room, &found);
    while (errno == ERANGE && grow(&group_text));
    return found;
}

char *ttyname(int file)
{
    static char name[TERMINAL_BYTES];

    errno = ttyname_r(file, name, sizeof name);
    return errno == 0 ? name : NULL;
}
