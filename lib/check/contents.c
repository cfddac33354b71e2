/* SPDX-License-Identifier: MIT */
#include "check/contents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/place.h"
#include "base/symbol.h"
#include "check/blocks.h"
#include "check/buffers.h"
#include "check/descriptions.h"
#include "check/named.h"
#include "check/pending.h"
#include "type/wording.h"

enum { TEXT_BYTES = 200, NAME_BYTES = 80 };

_Atomic(bool) contents_are_known;

void contents_begin(void)
{
    if (knobs.buffers < BUFFERS_ARE_REPORTED || load_relaxed(&contents_are_known))
        return;
    descriptions_read();
    blocks_record();
    store_relaxed(&contents_are_known, true);
}

/* ---- objects --------------------------------------------------------------------------------- */

bool content_find(uintptr_t address, struct content *found)
{
    const uintptr_t original = named_original(address);
    struct described_variable variable;
    struct heap_block block;

    if (description_of_variable(original, &variable)) {
        *found = (struct content){variable.start + (address - original), variable.bytes,
                                 variable.layout, NULL, 0};
        return true;
    }
    if (!blocks_find(address, &block))
        return false;
    *found = (struct content){block.start, block.bytes, description_of_allocation(block.site),
                             block.site, block.number};
    return true;
}

bool content_is_certain(const struct content *object)
{
    return object->site == NULL || blocks_are_certain(object->number);
}

/* ---- layouts --------------------------------------------------------------------------------- */

/* A layout as image/described.h has it. */
enum { PARTS_MAX = 80 };

struct part {
    MPI_Count offset, bytes, count;
    char kind;
};

struct layout {
    MPI_Count bytes;
    int count; /* of parts */
    struct part parts[PARTS_MAX];
    char datatype[NAME_BYTES]; /* empty: none describes it */
    const char *name;
};

static bool read_part(const char **text, struct part *part)
{
    char *end;

    part->offset = strtoll(*text, &end, 10);
    part->kind = *end;
    if (part->kind != 'i' && part->kind != 'r')
        return false;
    part->bytes = strtoll(end + 1, &end, 10);
    part->count = *end == '*' ? strtoll(end + 1, &end, 10) : 1;
    *text = end;
    return part->bytes > 0 && part->count > 0;
}

/* False: the text is none that this library knows. */
static bool read_layout(const char *text, struct layout *layout)
{
    size_t length;
    char *end;

    layout->bytes = strtoll(text, &end, 10);
    layout->count = 0;
    text = end + 1;
    if (*end != ' ' || layout->bytes <= 0)
        return false;
    while (*text != '-' && *text != ' ') {
        if (layout->count == PARTS_MAX || !read_part(&text, &layout->parts[layout->count++]))
            return false;
        text += *text == ',';
    }
    text += *text == '-';
    length = *text == ' ' ? strcspn(text + 1, " ") : 0;
    if (length == 0 || length >= sizeof layout->datatype || text[1 + length] != ' ')
        return false;
    snprintf(layout->datatype, sizeof layout->datatype, "%.*s",
             text[1] == '-' ? 0 : (int)length, text + 1);
    layout->name = text + 1 + length + 1;
    return true;
}

/* The part that has this byte of an element; NULL: none is known. */
static const struct part *part_at(const struct layout *layout, MPI_Count byte)
{
    int i;

    for (i = 0; i < layout->count; i++) {
        const struct part *part = &layout->parts[i];

        if (byte >= part->offset && byte < part->offset + part->bytes * part->count)
            return part;
    }
    return NULL;
}

/* ---- comparing ------------------------------------------------------------------------------- */

enum { ELEMENTS_MAX = 64, STEPS_MAX = 4096 };

/* A walk along the basic types of data. */
struct walk {
    const struct layout *layout;
    MPI_Count shift; /* of the buffer's address in an object of such elements */
    MPI_Count room; /* the object's bytes: data may go on in another one */
    int steps;
    /* A contradiction, if `part` is not NULL: */
    const struct part *part;
    MPI_Count byte; /* of the element, where it begins */
    char kind; /* of what the datatype describes there */
    MPI_Count bytes;
};

/* Is there nothing against such a number in that place? */
static bool suits(struct walk *walk, MPI_Count at, char kind, MPI_Count bytes)
{
    const MPI_Count place = walk->shift + at;
    const bool is_inside = place >= 0 && place < walk->room;
    const MPI_Count byte = is_inside ? place % walk->layout->bytes : 0;
    const struct part *part = is_inside ? part_at(walk->layout, byte) : NULL;

    if (part == NULL || (part->kind == kind && part->bytes == bytes &&
                         (byte - part->offset) % bytes == 0))
        return true;
    walk->part = part;
    walk->byte = byte - (byte - part->offset) % part->bytes;
    walk->kind = kind;
    walk->bytes = bytes;
    return false;
}

static bool suits_basic(struct walk *walk, const struct type *type, MPI_Count at)
{
    switch (type->element) {
    case ELEMENT_INT16:
    case ELEMENT_INT32:
    case ELEMENT_INT64:
    case ELEMENT_INT128:
    case ELEMENT_UINT16:
    case ELEMENT_UINT32:
    case ELEMENT_UINT64:
        return suits(walk, at, 'i', type->size);
    case ELEMENT_FLOAT:
    case ELEMENT_DOUBLE:
    case ELEMENT_LONG_DOUBLE:
    case ELEMENT_QUAD:
    case ELEMENT_HALF:
        return suits(walk, at, 'r', type->size);
    case ELEMENT_COMPLEX_FLOAT:
    case ELEMENT_COMPLEX_DOUBLE:
    case ELEMENT_COMPLEX_LONG_DOUBLE:
    case ELEMENT_COMPLEX_QUAD:
    case ELEMENT_COMPLEX_HALF:
        return suits(walk, at, 'r', type->size / 2) &&
               suits(walk, at + type->size / 2, 'r', type->size / 2);
    default:
        return true;
    }
}

static bool suits_pair(struct walk *walk, const struct type *pair, MPI_Count at)
{
    return suits_basic(walk, pair->pair[0], at) &&
           suits_basic(walk, pair->pair[1], at + type_pair_index(pair));
}

static struct block block_of(const struct type *type, MPI_Count i)
{
    const struct shape *shape = &type->shape;

    return shape->child != NULL
               ? (struct block){i * shape->stride, shape->blocklength, shape->child}
               : type_block(type, i);
}

static bool suits_type(struct walk *walk, const struct type *type, MPI_Count at)
{
    MPI_Count i, k;

    if (type->pair[0] != NULL)
        return suits_pair(walk, type, at);
    if (type->is_predefined)
        return suits_basic(walk, type, at);
    for (i = 0; i < type->shape.count; i++) {
        const struct block block = block_of(type, i);

        for (k = 0; k < block.length; k++)
            if (++walk->steps > STEPS_MAX)
                return true;
            else if (!suits_type(walk, block.child,
                                 at + block.displacement + k * block.child->extent))
                return false;
    }
    return true;
}

/* Do the data fit an object of such elements, at that address? */
static bool suit(struct walk *walk, const struct data *data)
{
    MPI_Count i;

    for (i = 0; i < data->count && i < ELEMENTS_MAX && walk->steps < STEPS_MAX; i++)
        if (!suits_type(walk, data->type, i * data->type->extent))
            return false;
    return true;
}

/* ---- telling --------------------------------------------------------------------------------- */

static const char *kind_in_words(char kind)
{
    return kind == 'r' ? "a floating-point number" : "an integer";
}

const char *allocated_describe(const void *site, char text[])
{
    struct places *places = places_open();
    char place[PLACE_TEXT_BYTES];

    text[0] = '\0';
    if (!symbol_is_of_standard_library(places_find(places, (uintptr_t)site - 1).function))
        snprintf(text, ALLOCATED_BYTES, " in %s", place_describe(places, site, place));
    places_close(places);
    return text;
}

/* Writes what the data have there, and what their type has. */
static void describe_contradiction(const struct walk *walk, const struct data *data, char text[])
{
    const struct layout *layout = walk->layout;
    char type[TYPE_TEXT_BYTES], inside[TEXT_BYTES] = "", advice[TEXT_BYTES];

    type_wording(data->type, type);
    if (layout->count > 1 || layout->bytes != layout->parts[0].bytes)
        snprintf(inside, sizeof inside, ", which has %s of %lld bytes at its byte %lld,",
                 kind_in_words(walk->part->kind), (long long)walk->part->bytes,
                 (long long)walk->byte);
    if (layout->datatype[0] != '\0')
        snprintf(advice, sizeof advice, "the datatype of `%.60s` is %s", layout->name,
                 layout->datatype);
    else
        snprintf(advice, sizeof advice, "give a datatype that describes `%.60s`", layout->name);
    snprintf(text, BUFFER_SENTENCE_BYTES,
             "`%.60s`%s but the datatype, %s, describes %s of %lld bytes there: %s", layout->name,
             inside[0] != '\0' ? inside : ",", type, kind_in_words(walk->kind),
             (long long)walk->bytes, advice);
}

static int tell(const struct call *call, const char *name, const struct data *data,
                const struct walk *walk, const struct content *object)
{
    struct call allocation = {.site = object != NULL ? object->site : NULL};
    char sentence[BUFFER_SENTENCE_BYTES + 400], what[BUFFER_SENTENCE_BYTES], variable[NAMED_BYTES];
    char allocated[ALLOCATED_BYTES];
    struct local_variable local;
    struct named_buffer named = {data_span(data).low, NULL};
    struct place_pair places;

    describe_contradiction(walk, data, what);
    place_describe_pair(call->site, call->site, &places);
    if (object == NULL &&
        local_variable_find(call, name, (const char *)data->buf - walk->shift, &local))
        named.local = &local;
    if (object == NULL)
        snprintf(sentence, sizeof sentence, "%s in %s%s points to %s", name, places.one,
                 named.local != NULL ? named_describe(&named, variable) : "", what);
    else if (object->site != NULL)
        snprintf(sentence, sizeof sentence, "%s in %s is in memory allocated%s for %s", name,
                 places.one, allocated_describe(object->site, allocated), what);
    else
        snprintf(sentence, sizeof sentence, "%s in %s%s is a variable of %s", name, places.one,
                 named_describe(&named, variable), what);
    return buffers_tell(call, FINDING_BUFFER_TYPE, object != NULL && object->site != NULL
                                                       ? &allocation
                                                       : call, sentence);
}

/* ---- buffers --------------------------------------------------------------------------------- */

/* How far from its argument a block begins. */
static MPI_Count shift_of(const struct buffer_used *used, const struct data *block)
{
    return used->argument != NULL
               ? (MPI_Count)((uintptr_t)block->buf - (uintptr_t)used->argument->buf)
               : 0;
}

/* Compares with the type that the argument points to. Only one element of it is known: the argument
 * may be the first member of a structure, or the first of several variables. */
static int compare_argument(const struct call *call, const char *name, const struct data *data,
                            MPI_Count shift, const char *description)
{
    struct walk walk = {.steps = 0};
    struct layout layout;

    if (!read_layout(description, &layout))
        return MPI_SUCCESS;
    walk.layout = &layout;
    walk.shift = shift;
    walk.room = layout.bytes;
    return suit(&walk, data) ? MPI_SUCCESS : tell(call, name, data, &walk, NULL);
}

static int compare_object(const struct call *call, const char *name, const struct data *data)
{
    struct walk walk = {.steps = 0};
    struct content content;
    struct layout layout;

    if (!content_find(data_span(data).low, &content) || content.layout == NULL ||
        !read_layout(content.layout, &layout))
        return MPI_SUCCESS;
    walk.layout = &layout;
    walk.shift = (MPI_Count)((uintptr_t)data->buf - content.start);
    walk.room = (MPI_Count)content.bytes;
    return suit(&walk, data) || !content_is_certain(&content)
               ? MPI_SUCCESS
               : tell(call, name, data, &walk, &content);
}

/* An argument that is described as "-" is not compared, and neither is its memory. */
static int compare_block(const struct call *call, const struct buffer_used *used,
                         const struct data *block)
{
    const char *description = description_of_argument(call->site, used->name);

    return description != NULL
               ? compare_argument(call, used->name, block, shift_of(used, block), description)
               : compare_object(call, used->name, block);
}

int contents_compare(const struct call *call, const struct buffer_used *used)
{
    enum { BLOCKS_MAX = 16 };
    int i, err = MPI_SUCCESS;

    if (likely(!load_relaxed(&contents_are_known)))
        return MPI_SUCCESS;
    for (i = 0; i < used->count && i < BLOCKS_MAX && err == MPI_SUCCESS; i++)
        if (data_bytes(&used->blocks[i]) > 0)
            err = compare_block(call, used, &used->blocks[i]);
    return err;
}
