/* SPDX-License-Identifier: MIT */
#include "fortran/cell.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* C may read the integer as an MPI_Aint, or its lower half as an int. */
struct attribute_cell {
    MPI_Aint value;
    struct attribute_cell *next;       /* of those with this value's hash */
    struct attribute_cell *next_place; /* of those with this address's hash */
};

enum { CHAINS = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct attribute_cell *by_value[CHAINS], *by_place[CHAINS];

static size_t chain_of(uintptr_t key)
{
    return (size_t)((uint64_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 54);
}

static struct attribute_cell *make_attribute_cell(MPI_Aint value)
{
    struct attribute_cell *cell = malloc(sizeof *cell);

    if (cell == NULL)
        return NULL;
    *cell = (struct attribute_cell){value, by_value[chain_of((uintptr_t)value)],
                          by_place[chain_of((uintptr_t)cell)]};
    by_value[chain_of((uintptr_t)value)] = cell;
    by_place[chain_of((uintptr_t)cell)] = cell;
    return cell;
}

void *cell_of(MPI_Aint value)
{
    struct attribute_cell *cell;

    pthread_mutex_lock(&lock);
    cell = by_value[chain_of((uintptr_t)value)];
    while (cell != NULL && cell->value != value)
        cell = cell->next;
    if (cell == NULL)
        cell = make_attribute_cell(value);
    pthread_mutex_unlock(&lock);
    return cell;
}

MPI_Aint cell_value(void *attribute)
{
    const struct attribute_cell *cell;

    pthread_mutex_lock(&lock);
    cell = by_place[chain_of((uintptr_t)attribute)];
    while (cell != NULL && (const void *)cell != attribute)
        cell = cell->next_place;
    pthread_mutex_unlock(&lock);
    return cell != NULL ? cell->value : (MPI_Aint)attribute;
}
