/* SPDX-License-Identifier: MIT */
/* A doubly linked list through a member of its elements. Only one thread at a time may use a
 * list. */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>

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

static inline void list_append(struct list *list, struct list *element)
{
    element->next = list;
    element->previous = list->previous;
    list->previous->next = element;
    list->previous = element;
}

static inline void list_remove(struct list *element)
{
    element->previous->next = element->next;
    element->next->previous = element->previous;
    list_init(element);
}

#endif
