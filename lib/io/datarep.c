/* SPDX-License-Identifier: MIT */
#include "io/datarep.h"

#include <limits.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "base/tsan.h"
#include "io/filetype.h"
#include "io/state.h"
#include "type/external.h"

static const struct datarep built_in[] = {
    {.name = "native", .kind = DATAREP_NATIVE},
    {.name = "internal", .kind = DATAREP_NATIVE},
    {.name = "external32", .kind = DATAREP_EXTERNAL32},
};

const struct datarep *datarep_find(struct rank *self, const char *name)
{
    const struct io_rank *own = io_rank_of(self);
    const struct datarep *found;
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(built_in); i++)
        if (strcmp(name, built_in[i].name) == 0)
            return &built_in[i];
    guard_enter(&self->guard);
    found = own != NULL ? own->datareps : NULL;
    while (found != NULL && strcmp(name, found->name) != 0)
        found = found->next;
    guard_leave(&self->guard);
    return found;
}

int datarep_register(struct rank *self, const char *name, const struct datarep *wanted)
{
    struct io_rank *own = io_rank_of(self);
    size_t bytes = strlen(name) + 1;
    struct datarep *made;

    if (datarep_find(self, name) != NULL)
        return note(MPI_ERR_DUP_DATAREP, "datarep \"%s\" is defined already", name);
    made = own != NULL ? memory_take(sizeof *made + bytes) : NULL;
    if (made == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a data representation");
    *made = *wanted;
    memcpy(made->own_name, name, bytes);
    made->name = made->own_name;
    made->kind = DATAREP_OF_USER;
    guard_enter(&self->guard);
    made->next = own->datareps;
    own->datareps = made;
    guard_leave(&self->guard);
    return MPI_SUCCESS;
}

void datareps_give(struct datarep *first)
{
    while (first != NULL) {
        struct datarep *next = first->next;

        memory_give(first);
        first = next;
    }
}

/* ---- sizes ----------------------------------------------------------------------------------- */

int datarep_size(const struct datarep *datarep, const struct type *type, MPI_Count *bytes)
{
    switch (datarep->kind) {
    case DATAREP_NATIVE:
        *bytes = type->size;
        return MPI_SUCCESS;
    case DATAREP_EXTERNAL32:
        *bytes = type->external;
        return MPI_SUCCESS;
    default:
        return filetype_size(datarep, type, bytes);
    }
}

int datarep_type(const struct datarep *datarep, const struct type *type,
                 const struct type **in_file)
{
    if (datarep->kind == DATAREP_NATIVE ||
        (datarep->kind == DATAREP_EXTERNAL32 && type->external == type->size)) {
        type_hold(type);
        *in_file = type;
        return MPI_SUCCESS;
    }
    return filetype_make(datarep, type, in_file);
}

bool datarep_converts(const struct datarep *datarep, const struct type *type)
{
    return datarep->kind != DATAREP_NATIVE && type->size > 0;
}

MPI_Count datarep_bytes_here(const struct datarep *datarep, const struct type *type,
                             MPI_Count bytes, MPI_Count *items)
{
    struct filetype_prefix prefix = {.datarep = datarep, .left = bytes};

    filetype_measure(&prefix, type);
    if (items != NULL)
        *items = prefix.items;
    return prefix.here;
}

/* ---- conversion ------------------------------------------------------------------------------ */

/* The elements of the data from the first one on. */
static struct data part_of_data(const struct data *data, MPI_Count first, MPI_Count count)
{
    return (struct data){.buf = (char *)data->buf + first * data->type->extent,
                         .count = count,
                         .type = data->type};
}

/* Calls a user's function for that many basic elements, from the first one of element `first` on.
 * ThreadSanitizer does not look into it: a helper thread may run it, for a rank that waits, with a
 * buffer of the library's. */
static int call(const struct datarep *datarep, const struct converter *conversion,
                const struct data *data, MPI_Count first, MPI_Count items, void *in_file)
{
    MPI_Datatype handle = type_handle(data->type);
    MPI_Count position = first * data->type->elements;
    int result;

    if (conversion->large == NULL && items > INT_MAX)
        return note(MPI_ERR_CONVERSION, "%lld elements at once do not fit the conversion function "
                                        "of datarep \"%s\"", (long long)items, datarep->name);
    tsan_hide();
    if (conversion->large != NULL)
        result = conversion->large(data->buf, handle, items, in_file, position,
                                   datarep->extra_state);
    else
        result = conversion->plain(data->buf, handle, (int)items, in_file, position,
                                   datarep->extra_state);
    tsan_show();
    if (result == MPI_SUCCESS)
        return MPI_SUCCESS;
    return note(MPI_ERR_CONVERSION, "the conversion function of datarep \"%s\" returned %d",
                datarep->name, result);
}

static bool is_there(const struct converter *conversion)
{
    return conversion->plain != NULL || conversion->large != NULL;
}

int datarep_pack(const struct datarep *datarep, const struct data *data, MPI_Count first,
                 MPI_Count count, void *out)
{
    struct data part = part_of_data(data, first, count);

    if (datarep->kind == DATAREP_EXTERNAL32)
        external_pack(&part, out);
    else if (is_there(&datarep->write))
        return call(datarep, &datarep->write, data, first, count * data->type->elements, out);
    else
        data_pack(&part, 0, out, data_bytes(&part));
    return MPI_SUCCESS;
}

int datarep_unpack(const struct datarep *datarep, const struct data *data, MPI_Count first,
                   MPI_Count count, const void *in)
{
    struct data part = part_of_data(data, first, count);

    if (datarep->kind == DATAREP_EXTERNAL32)
        external_unpack(&part, in);
    else if (is_there(&datarep->read))
        return call(datarep, &datarep->read, data, first, count * data->type->elements,
                    (void *)(uintptr_t)in);
    else
        data_unpack(&part, 0, in, data_bytes(&part));
    return MPI_SUCCESS;
}

/* A whole element is converted, so a copy keeps what memory has from byte `here` on. */
static int unpack_external_items(const struct data *element, MPI_Count here, const void *in)
{
    MPI_Count bytes = element->type->size;
    char *kept = memory_take((size_t)bytes);

    if (kept == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for an element in a file");
    data_pack(element, 0, kept, bytes);
    external_unpack(element, in);
    data_unpack(element, here, kept + here, bytes - here);
    memory_give(kept);
    return MPI_SUCCESS;
}

int datarep_unpack_items(const struct datarep *datarep, const struct data *data, MPI_Count number,
                         MPI_Count bytes, const void *in)
{
    struct data element = part_of_data(data, number, 1);
    MPI_Count items, here = datarep_bytes_here(datarep, data->type, bytes, &items);

    if (items == 0)
        return MPI_SUCCESS;
    if (datarep->kind == DATAREP_EXTERNAL32)
        return unpack_external_items(&element, here, in);
    if (is_there(&datarep->read))
        return call(datarep, &datarep->read, data, number, items, (void *)(uintptr_t)in);
    data_unpack(&element, 0, in, here);
    return MPI_SUCCESS;
}
