/* SPDX-License-Identifier: MIT */
#include "type/rank_types.h"

#include <string.h>

#include "base/container.h"
#include "base/memory.h"
#include "base/note.h"
#include "rank/world.h"
#include "type/build.h"

struct named {
    const struct type *type;
    char *name;
    struct named *next;
};

struct rank_types {
    struct lock lock;
    struct type *types; /* linked by next_dropped, which only the last drop needs */
    struct named *names;
};

/* NULL: the rank has none yet. */
static struct rank_types *rank_types_of(struct rank *rank)
{
    return load_acquire(&rank->local[FLOOR_TYPE]); /* edge rank_types.made */
}

/* Made when first needed; NULL: no memory. */
static struct rank_types *find_or_make(struct rank *self)
{
    struct rank_types *made;
    void *known = rank_types_of(self);

    if (known != NULL)
        return known;
    made = memory_take_zeroed(sizeof *made);
    if (made == NULL ||
        compare_exchange_acq_rel(&self->local[FLOOR_TYPE], &known, made)) /* edge rank_types.made */
        return made;
    memory_give(made); /* another thread of the rank was faster */
    return known;
}

/* Locks the rank's types. NULL: no memory, and nothing is locked. */
static struct rank_types *rank_types_take(struct rank *self)
{
    struct rank_types *rank_types = find_or_make(self);

    if (rank_types != NULL)
        lock_take(&rank_types->lock);
    return rank_types;
}

static void rank_types_put(struct rank_types *rank_types, struct type *type)
{
    type->is_predefined = type->is_committed = true;
    type->next_dropped = rank_types->types;
    rank_types->types = type;
}

static int note_no_memory(void)
{
    return note(MPI_ERR_NO_MEM, "no memory for a datatype");
}

/* A kind of a Fortran compiler: its decimal digits and its largest exponent of ten. Tables list the
 * smallest kind first. */
struct kind {
    int precision;
    int range;
    int external;
    MPI_Datatype like;
};

#define UNLIMITED 0

static MPI_Datatype f90_like(int combiner, int precision, int range, int *external)
{
    const struct kind reals[] = {{6, 37, 4, MPI_REAL4},
                                 {15, 307, 8, MPI_REAL8},
                                 {18, 4931, 16, MPI_LONG_DOUBLE},
                                 {33, 4931, 16, MPI_REAL16}};
    const struct kind complexes[] = {{6, 37, 8, MPI_COMPLEX8},
                                     {15, 307, 16, MPI_COMPLEX16},
                                     {18, 4931, 32, MPI_C_LONG_DOUBLE_COMPLEX},
                                     {33, 4931, 32, MPI_COMPLEX32}};
    const struct kind integers[] = {{UNLIMITED, 2, 1, MPI_INTEGER1},
                                    {UNLIMITED, 4, 2, MPI_INTEGER2},
                                    {UNLIMITED, 9, 4, MPI_INTEGER4},
                                    {UNLIMITED, 18, 8, MPI_INTEGER8},
                                    {UNLIMITED, 38, 16, MPI_INTEGER16}};
    const struct kind *kinds = combiner == MPI_COMBINER_F90_REAL      ? reals
                               : combiner == MPI_COMBINER_F90_COMPLEX ? complexes
                                                                      : integers;
    size_t count = kinds == integers ? ARRAY_LENGTH(integers) : ARRAY_LENGTH(reals), i;

    for (i = 0; i < count; i++)
        if ((precision == MPI_UNDEFINED || precision <= kinds[i].precision) &&
            (range == MPI_UNDEFINED || range <= kinds[i].range)) {
            *external = kinds[i].external;
            return kinds[i].like;
        }
    return MPI_DATATYPE_NULL;
}

static int note_no_kind(bool is_integer, int precision, int range)
{
    if (precision == MPI_UNDEFINED && range == MPI_UNDEFINED)
        return note(MPI_ERR_ARG, "%s MPI_UNDEFINED", is_integer ? "r is" : "p and r are both");
    if (is_integer || precision == MPI_UNDEFINED)
        return note(MPI_ERR_ARG, "r %d: no kind of Fortran has that range", range);
    if (range == MPI_UNDEFINED)
        return note(MPI_ERR_ARG, "p %d: no kind of Fortran has that precision", precision);
    return note(MPI_ERR_ARG, "p %d and r %d: no kind of Fortran has that precision and range",
                precision, range);
}

/* Makes a type whose data are those of the named type, and whose signature matches only itself. */
static int make_f90(struct rank *self, int combiner, int precision, int range, struct type **made)
{
    bool is_integer = combiner == MPI_COMBINER_F90_INTEGER;
    struct contents contents = {.combiner = combiner, .integer_count = is_integer ? 1 : 2};
    int external = 0, err;
    const struct type *like = type_predefined(f90_like(combiner, precision, range, &external));
    struct type *type;

    if (like == NULL || (precision == MPI_UNDEFINED && range == MPI_UNDEFINED))
        return note_no_kind(is_integer, precision, range);
    err = build_begin(self->world->store, &contents, NULL, &type);
    if (err != MPI_SUCCESS)
        return err;
    if (!is_integer)
        type->contents.integers[0] = precision;
    type->contents.integers[is_integer ? 0 : 1] = range;
    type->size = type->extent = type->true_extent = like->size;
    type->elements = type->sig_hash_length = 1;
    type->sig_hash =
        SIG_HASH_DIGIT(((uint64_t)combiner << 48) ^ ((uint64_t)(uint16_t)precision << 24) ^
                       (uint64_t)(uint16_t)range ^ UINT64_C(1) << 63);
    type->layout = like->layout;
    type->is_dense = true;
    type->alignment = like->alignment;
    type->class = like->class;
    type->element = like->element;
    type->external = external;
    *made = type;
    return MPI_SUCCESS;
}

static struct type *find_f90(const struct rank_types *rank_types, int combiner, int precision,
                             int range)
{
    struct type *type;

    for (type = rank_types->types; type != NULL; type = type->next_dropped) {
        const struct contents *contents = &type->contents;

        if (contents->combiner != combiner)
            continue;
        if (combiner == MPI_COMBINER_F90_INTEGER ? contents->integers[0] == range
                                                 : contents->integers[0] == precision &&
                                                       contents->integers[1] == range)
            return type;
    }
    return NULL;
}

int rank_types_f90(struct rank *self, int combiner, int precision, int range, struct type **type)
{
    struct rank_types *rank_types = rank_types_take(self);
    int err = MPI_SUCCESS;

    if (rank_types == NULL)
        return note_no_memory();
    *type = find_f90(rank_types, combiner, precision, range);
    if (*type == NULL) {
        err = make_f90(self, combiner, precision, range, type);
        if (err == MPI_SUCCESS)
            rank_types_put(rank_types, *type);
    }
    lock_release(&rank_types->lock);
    return err;
}

static bool can_be_value(const struct type *type)
{
    return type->is_predefined && type->element != ELEMENT_NONE &&
           (type->class == CLASS_C_INTEGER || type->class == CLASS_FORTRAN_INTEGER ||
            type->class == CLASS_FLOATING || type->class == CLASS_MULTI_LANGUAGE);
}

static bool can_be_index(const struct type *type)
{
    return can_be_value(type) && type->class != CLASS_FLOATING;
}

static struct type *find_pair(const struct rank_types *rank_types, const struct type *value,
                              const struct type *index)
{
    struct type *type;

    for (type = rank_types->types; type != NULL; type = type->next_dropped)
        if (type->pair[0] == value && type->pair[1] == index)
            return type;
    return NULL;
}

/* Lays out the pair as MPI_Type_create_struct of the two types would, aligned as C does. */
static int make_pair(struct rank *self, const struct type *value, const struct type *index,
                     struct type **made)
{
    const struct contents contents = {.combiner = MPI_COMBINER_VALUE_INDEX, .type_count = 2};
    const struct type *const parts[] = {value, index};
    struct type *type;
    int err = build_begin(self->world->store, &contents, parts, &type);

    if (err != MPI_SUCCESS)
        return err;
    type->shape.count = 2;
    type->pair[0] = value;
    type->pair[1] = index;
    type->class = CLASS_PAIR;
    type->element = ELEMENT_PAIR;
    err = build_end(type);
    if (err == MPI_SUCCESS)
        *made = type;
    return err;
}

int rank_types_pair(struct rank *self, const struct type *value, const struct type *index,
               const struct type **pair)
{
    struct rank_types *rank_types;
    struct type *made;
    int err = MPI_SUCCESS;

    *pair = type_named_pair(value, index);
    if (*pair != NULL || !can_be_value(value) || !can_be_index(index))
        return MPI_SUCCESS;
    rank_types = rank_types_take(self);
    if (rank_types == NULL)
        return note_no_memory();
    made = find_pair(rank_types, value, index);
    if (made == NULL) {
        err = make_pair(self, value, index, &made);
        if (err == MPI_SUCCESS)
            rank_types_put(rank_types, made);
    }
    lock_release(&rank_types->lock);
    if (err == MPI_SUCCESS)
        *pair = made;
    return err;
}

static struct named *find_name(const struct rank_types *rank_types, const struct type *type)
{
    struct named *named = rank_types->names;

    while (named != NULL && named->type != type)
        named = named->next;
    return named;
}

static int name_predefined(struct rank *self, const struct type *type, char *name)
{
    struct rank_types *rank_types = rank_types_take(self);
    struct named *named;

    if (rank_types == NULL)
        return note_no_memory();
    named = find_name(rank_types, type);
    if (named == NULL) {
        named = memory_take_zeroed(sizeof *named);
        if (named == NULL) {
            lock_release(&rank_types->lock);
            return note_no_memory();
        }
        *named = (struct named){.type = type, .next = rank_types->names};
        rank_types->names = named;
    }
    memory_give(named->name);
    named->name = name;
    lock_release(&rank_types->lock);
    return MPI_SUCCESS;
}

int rank_types_name_type(struct rank *self, const struct type *type, const char *name)
{
    size_t length = strnlen(name, MPI_MAX_OBJECT_NAME - 1);
    char *copy = memory_take(length + 1);
    int err;

    if (copy == NULL)
        return note_no_memory();
    memcpy(copy, name, length);
    copy[length] = '\0';
    if (type->is_predefined) {
        err = name_predefined(self, type, copy);
        if (err != MPI_SUCCESS)
            memory_give(copy);
        return err;
    }
    memory_give(type->own_name);
    ((struct type *)(uintptr_t)type)->own_name = copy;
    return MPI_SUCCESS;
}

const char *rank_types_type_name(struct rank *self, const struct type *type)
{
    struct rank_types *rank_types = rank_types_of(self);
    const struct named *named = NULL;

    if (type->is_predefined && rank_types != NULL) {
        lock_take(&rank_types->lock);
        named = find_name(rank_types, type);
        lock_release(&rank_types->lock);
    }
    if (named != NULL)
        return named->name;
    if (type->name != NULL)
        return type->name;
    return type->own_name != NULL ? type->own_name : "";
}

void rank_types_close(struct rank *self)
{
    struct rank_types *rank_types = rank_types_of(self);

    if (rank_types == NULL)
        return;
    while (rank_types->types != NULL) {
        struct type *type = rank_types->types;

        rank_types->types = type->next_dropped;
        type->object.is_freed = true;
        type_drop(type);
    }
    while (rank_types->names != NULL) {
        struct named *named = rank_types->names;

        rank_types->names = named->next;
        memory_give(named->name);
        memory_give(named);
    }
    memory_give(rank_types);
    store_relaxed(&self->local[FLOOR_TYPE], NULL);
}
