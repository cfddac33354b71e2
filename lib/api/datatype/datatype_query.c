/* SPDX-License-Identifier: MIT */
/* How a type was made, and searching predefined types by their properties. */
#include "api/datatype/datatype.h"
#include "api/generated/datatypes.h"
#include "base/note.h"
#include "type/rank_types.h"

/* Rejects the plain form of a query if the type was made by a large form. */
static int check_plain(const struct contents *contents)
{
    if (contents->large_count == 0)
        return MPI_SUCCESS;
    return note(MPI_ERR_TYPE, "datatype was made with large counts: use the large form");
}

static int give_envelope(const struct contents *contents, struct int_slot integers,
                         struct int_slot addresses, struct int_slot types, int *combiner)
{
    int err = check_slot(integers, "num_integers");

    if (err == MPI_SUCCESS)
        err = check_slot(addresses, "num_addresses");
    if (err == MPI_SUCCESS)
        err = check_slot(types, "num_datatypes");
    if (err == MPI_SUCCESS)
        err = check_pointer(combiner, "combiner");
    if (err != MPI_SUCCESS)
        return err;
    slot_write(integers, contents->integer_count);
    slot_write(addresses, contents->address_count);
    slot_write(types, contents->type_count);
    *combiner = contents->combiner;
    return MPI_SUCCESS;
}

int api_type_get_envelope(const struct call *call, MPI_Datatype datatype, int *num_integers,
                          int *num_addresses, int *num_datatypes, int *combiner)
{
    const struct type *type;
    int err = check_type_call(datatype, "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_plain(&type->contents);
    if (err == MPI_SUCCESS)
        err = give_envelope(&type->contents, slot_narrow(num_integers),
                            slot_narrow(num_addresses), slot_narrow(num_datatypes), combiner);
    return err == MPI_SUCCESS ? MPI_SUCCESS : raise_self(call, err);
}

int api_type_get_envelope_c(const struct call *call, MPI_Datatype datatype,
                            MPI_Count *num_integers, MPI_Count *num_addresses,
                            MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner)
{
    const struct type *type;
    int err = check_type_call(datatype, "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_pointer(num_large_counts, "num_large_counts");
    if (err == MPI_SUCCESS)
        err = give_envelope(&type->contents, slot_wide(num_integers), slot_wide(num_addresses),
                            slot_wide(num_datatypes), combiner);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *num_large_counts = type->contents.large_count;
    return MPI_SUCCESS;
}

static int check_room(MPI_Count room, const void *array, MPI_Count needed, const char *room_name,
                      const char *array_name)
{
    if (room < needed)
        return note(MPI_ERR_ARG, "%s %lld is less than the %lld that there are", room_name,
                    (long long)room, (long long)needed);
    return check_array(array, array_name, needed);
}

/* The user's arrays for the contents, and their lengths. */
struct copies {
    MPI_Count max_integers, max_addresses, max_larges, max_types;
    int *integers;
    MPI_Aint *addresses;
    MPI_Count *larges;
    MPI_Datatype *types;
};

static int check_copies(const struct contents *contents, const struct copies *to)
{
    int err = MPI_SUCCESS;

    if (contents->combiner == MPI_COMBINER_NAMED)
        return note(MPI_ERR_TYPE, "datatype is a named predefined type: it has no contents");
    err = check_room(to->max_integers, to->integers, contents->integer_count, "max_integers",
                     "array_of_integers");
    if (err == MPI_SUCCESS)
        err = check_room(to->max_addresses, to->addresses, contents->address_count,
                         "max_addresses", "array_of_addresses");
    if (err == MPI_SUCCESS)
        err = check_room(to->max_larges, to->larges, contents->large_count, "max_large_counts",
                         "array_of_large_counts");
    if (err == MPI_SUCCESS)
        err = check_room(to->max_types, to->types, contents->type_count, "max_datatypes",
                         "array_of_datatypes");
    return err;
}

/* Gives derived types as new handles, because the user may have freed those that he passed to the
 * constructor. */
static int give_types(const struct contents *contents, MPI_Datatype types[])
{
    MPI_Count i;

    for (i = 0; i < contents->type_count; i++) {
        const struct type *child = contents->types[i];
        struct type *copy;
        int err = MPI_SUCCESS;

        types[i] = type_handle(child);
        if (child->is_predefined)
            continue;
        err = type_copy(handle_store(), child, &copy);
        if (err != MPI_SUCCESS) {
            while (i-- > 0)
                if (!contents->types[i]->is_predefined)
                    type_drop(handle_derived_type(types[i]));
            return err;
        }
        types[i] = handle_of_type(copy);
    }
    return MPI_SUCCESS;
}

static int give_contents(const struct type *type, const struct copies *to)
{
    const struct contents *contents = &type->contents;
    int err = check_copies(contents, to);

    if (err == MPI_SUCCESS)
        err = give_types(contents, to->types);
    if (err != MPI_SUCCESS)
        return err;
    if (contents->integer_count > 0)
        memcpy(to->integers, contents->integers,
               (size_t)contents->integer_count * sizeof *to->integers);
    if (contents->address_count > 0)
        memcpy(to->addresses, contents->addresses,
               (size_t)contents->address_count * sizeof *to->addresses);
    if (contents->large_count > 0)
        memcpy(to->larges, contents->larges,
               (size_t)contents->large_count * sizeof *to->larges);
    return MPI_SUCCESS;
}

int api_type_get_contents(const struct call *call, MPI_Datatype datatype, int max_integers,
                          int max_addresses, int max_datatypes, int *array_of_integers,
                          MPI_Aint *array_of_addresses, MPI_Datatype *array_of_datatypes)
{
    const struct copies to = {.max_integers = max_integers,
                              .max_addresses = max_addresses,
                              .max_types = max_datatypes,
                              .integers = array_of_integers,
                              .addresses = array_of_addresses,
                              .types = array_of_datatypes};
    const struct type *type;
    int err = check_type_call(datatype, "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_plain(&type->contents);
    if (err == MPI_SUCCESS)
        err = give_contents(type, &to);
    return err == MPI_SUCCESS ? MPI_SUCCESS : raise_self(call, err);
}

int api_type_get_contents_c(const struct call *call, MPI_Datatype datatype,
                            MPI_Count max_integers, MPI_Count max_addresses,
                            MPI_Count max_large_counts, MPI_Count max_datatypes,
                            int *array_of_integers, MPI_Aint *array_of_addresses,
                            MPI_Count *array_of_large_counts, MPI_Datatype *array_of_datatypes)
{
    const struct copies to = {.max_integers = max_integers,
                              .max_addresses = max_addresses,
                              .max_larges = max_large_counts,
                              .max_types = max_datatypes,
                              .integers = array_of_integers,
                              .addresses = array_of_addresses,
                              .larges = array_of_large_counts,
                              .types = array_of_datatypes};
    const struct type *type;
    int err = check_type_call(datatype, "datatype", &type);

    if (err == MPI_SUCCESS)
        err = give_contents(type, &to);
    return err == MPI_SUCCESS ? MPI_SUCCESS : raise_self(call, err);
}

static int create_f90(const struct call *call, int combiner, int precision, int range,
                      MPI_Datatype *newtype)
{
    struct type *found = NULL;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(newtype, "newtype");
    if (err == MPI_SUCCESS)
        err = rank_types_f90(rank_self(), combiner, precision, range, &found);
    return give_type(call, err, found, newtype);
}

int api_type_create_f90_real(const struct call *call, int p, int r, MPI_Datatype *newtype)
{
    return create_f90(call, MPI_COMBINER_F90_REAL, p, r, newtype);
}

int api_type_create_f90_complex(const struct call *call, int p, int r, MPI_Datatype *newtype)
{
    return create_f90(call, MPI_COMBINER_F90_COMPLEX, p, r, newtype);
}

int api_type_create_f90_integer(const struct call *call, int r, MPI_Datatype *newtype)
{
    return create_f90(call, MPI_COMBINER_F90_INTEGER, MPI_UNDEFINED, r, newtype);
}

int api_type_match_size(const struct call *call, int typeclass, int size, MPI_Datatype *datatype)
{
    const struct type *type;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(datatype, "datatype");
    if (err == MPI_SUCCESS)
        err = type_match_size(typeclass, size, &type);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *datatype = type_handle(type);
    return MPI_SUCCESS;
}

int api_type_get_value_index(const struct call *call, MPI_Datatype value_type,
                             MPI_Datatype index_type, MPI_Datatype *pair_type)
{
    const struct type *value, *index, *pair = NULL;
    int err = check_type_call(value_type, "value_type", &value);

    if (err == MPI_SUCCESS)
        err = check_type(index_type, "index_type", &index);
    if (err == MPI_SUCCESS)
        err = check_pointer(pair_type, "pair_type");
    if (err == MPI_SUCCESS)
        err = rank_types_pair(rank_self(), value, index, &pair);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *pair_type = pair != NULL ? type_handle(pair) : MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}
