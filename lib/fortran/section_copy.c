/* SPDX-License-Identifier: MIT */
#include "fortran/section_copy.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fortran/glue.h"

struct section_copy {
    struct section_copy *next; /* of those that belong to requests, or that one call has claimed */
    int request;
    int index; /* of the request in the list of the call that has claimed the copy */
    bool is_persistent, is_active;
    char *row;    /* the elements one after the other */
    char *before; /* NULL, or what they were when the operation started */
    CFI_CDESC_T(CFI_MAX_RANK) section;
};

static const CFI_cdesc_t *section_of(const struct section_copy *copy)
{
    return (const CFI_cdesc_t *)&copy->section;
}

static size_t elements_of(const CFI_cdesc_t *array)
{
    size_t elements = 1;

    for (int i = 0; i < array->rank; i++)
        elements *= array->dim[i].extent > 0 ? (size_t)array->dim[i].extent : 0;
    return elements;
}

size_t section_bytes(const CFI_cdesc_t *array)
{
    return elements_of(array) * array->elem_len;
}

/* ---- copying ------------------------------------------------------------------------------- */

static void copy_in(const CFI_cdesc_t *array, char *place, char *row, const char *before)
{
    (void)before;
    memcpy(row, place, array->elem_len);
}

static void copy_out(const CFI_cdesc_t *array, char *place, char *row, const char *before)
{
    (void)before;
    memcpy(place, row, array->elem_len);
}

static void copy_changed(const CFI_cdesc_t *array, char *place, char *row, const char *before)
{
    if (memcmp(row, before, array->elem_len) == 0)
        return;
    for (size_t i = 0; i < array->elem_len; i++)
        if (row[i] != before[i])
            place[i] = row[i];
}

typedef void copy_element(const CFI_cdesc_t *array, char *place, char *row, const char *before);

static inline __attribute__((always_inline)) void
for_elements(const struct section_copy *copy, copy_element *element)
{
    const CFI_cdesc_t *array = section_of(copy);
    CFI_index_t at[CFI_MAX_RANK] = {0};
    char *place = array->base_addr, *row = copy->row;
    size_t left = elements_of(array);

    while (left-- > 0) {
        int i = 0;

        element(array, place, row, copy->before != NULL ? copy->before + (row - copy->row) : NULL);
        row += array->elem_len;
        while (i < array->rank && ++at[i] == array->dim[i].extent) {
            place -= (array->dim[i].extent - 1) * array->dim[i].sm;
            at[i++] = 0;
        }
        if (i < array->rank)
            place += array->dim[i].sm;
    }
}

static void fill_section_copy(struct section_copy *copy)
{
    for_elements(copy, copy_in);
    if (copy->before != NULL)
        memcpy(copy->before, copy->row, section_bytes(section_of(copy)));
}

static void free_copy(struct section_copy *copy)
{
    if (copy == NULL)
        return;
    free(copy->row);
    free(copy->before);
    free(copy);
}

static struct section_copy *make_section_copy(const CFI_cdesc_t *array, bool with_before)
{
    struct section_copy *copy = calloc(1, sizeof *copy);
    size_t bytes = section_bytes(array);

    if (copy == NULL)
        return NULL;
    memcpy(&copy->section, array,
           offsetof(CFI_cdesc_t, dim) + (size_t)array->rank * sizeof array->dim[0]);
    copy->row = malloc(bytes);
    copy->before = with_before ? malloc(bytes) : NULL;
    if (copy->row != NULL && (copy->before != NULL || !with_before)) {
        fill_section_copy(copy);
        return copy;
    }
    free_copy(copy);
    return NULL;
}

struct section_copy *section_copy_make(const CFI_cdesc_t *array)
{
    return make_section_copy(array, false);
}

struct section_copy *section_copy_make_pending(const CFI_cdesc_t *array, bool is_written)
{
    return make_section_copy(array, is_written);
}

void *section_copy_base(const struct section_copy *copy)
{
    return copy->row;
}

void section_copy_end(struct section_copy *copy, bool is_written)
{
    if (is_written)
        for_elements(copy, copy_out);
    free_copy(copy);
}

/* ---- of requests --------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct section_copy *kept;
static struct section_copy *left; /* whose operations may go on after MPI_REQUEST_FREE */
int section_copies_pending;

static void put_section_copy(struct section_copy **list, struct section_copy *copy)
{
    pthread_mutex_lock(&lock);
    copy->next = *list;
    *list = copy;
    if (list == &kept)
        __atomic_add_fetch(&section_copies_pending, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
}

void section_copy_keep(struct section_copy *copy, int request, bool is_persistent)
{
    if (copy == NULL)
        return;
    copy->request = request;
    copy->is_persistent = is_persistent;
    copy->is_active = !is_persistent;
    put_section_copy(&kept, copy);
}

struct section_copy *section_copies_find(int count, const int requests[])
{
    struct section_copy *found = NULL;

    pthread_mutex_lock(&lock);
    for (struct section_copy **at = &kept; *at != NULL;) {
        struct section_copy *copy = *at;
        int i = 0;

        while (i < count && requests[i] != copy->request)
            i++;
        if (i >= count) {
            at = &copy->next;
            continue;
        }
        *at = copy->next;
        copy->index = i;
        copy->next = found;
        found = copy;
        __atomic_sub_fetch(&section_copies_pending, 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

void section_copies_start(struct section_copy *claimed)
{
    for (; claimed != NULL; claimed = claimed->next) {
        fill_section_copy(claimed);
        claimed->is_active = true;
    }
}

/* True of an inactive request, too. */
static bool is_complete(int request)
{
    int flag = 1;

    if (request == request_out(MPI_REQUEST_NULL))
        return true;
    return PMPI_Request_get_status(request_in(request), &flag, MPI_STATUS_IGNORE) !=
               MPI_SUCCESS ||
           flag;
}

static void give_back(struct section_copy *copy)
{
    if (copy->is_active && copy->before != NULL)
        for_elements(copy, copy_changed);
    copy->is_active = false;
}

void section_copies_give_back(struct section_copy *claimed, const int requests[])
{
    while (claimed != NULL) {
        struct section_copy *copy = claimed;
        int now = requests[copy->index];

        claimed = copy->next;
        if (is_complete(now))
            give_back(copy);
        if (copy->is_active || (copy->is_persistent && now == copy->request))
            put_section_copy(&kept, copy);
        else
            free_copy(copy);
    }
}

void section_copies_leave(struct section_copy *claimed, const int requests[])
{
    while (claimed != NULL) {
        struct section_copy *copy = claimed;

        claimed = copy->next;
        if (copy->is_active && !is_complete(requests[copy->index])) {
            put_section_copy(&left, copy);
        } else {
            give_back(copy);
            free_copy(copy);
        }
    }
}
