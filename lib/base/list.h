/* SPDX-License-Identifier: MIT */
/* A doubly linked list through a member of its elements. Only one thread at a time may use a
 * list. */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>

#include "base/must.h"

struct list {
    struct list *next;
    struct list *previous;
};

static inline void list_init(struct list *list)
{
    list->next = list;
    list->previous = list;
}

static inline bool list_is_empty(const struct list *list)
{
    return list->next == list;
}

/* Checks the laws: an element's neighbours point to it, and the list is circular. */
static inline void list_check(const struct list *element)
{
    must(element->next->previous == element);
    must(element->previous->next == element);
}

/* Counts the elements, one by one. */
static inline long list_length(const struct list *list)
{
    const struct list *link;
    long count = 0;

    for (link = list->next; link != list; link = link->next)
        count++;
    return count;
}

static inline void list_append(struct list *list, struct list *element)
{
    law(list->previous->next == list);
    element->next = list;
    element->previous = list->previous;
    list->previous->next = element;
    list->previous = element;
}

static inline void list_remove(struct list *element)
{
    if (LAWS_ARE_CHECKED)
        list_check(element);
    element->previous->next = element->next;
    element->next->previous = element->previous;
    list_init(element);
}

#endif
