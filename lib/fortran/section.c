/* SPDX-License-Identifier: MIT */
#include "fortran/section.h"

#include <stdlib.h>
#include <string.h>

#include "fortran/section_cache.h"
#include "fortran/loops.h"

/* ---- copies -------------------------------------------------------------------------------- */

static size_t elements_of(const CFI_cdesc_t *array)
{
    size_t elements = 1;

    for (int i = 0; i < array->rank; i++)
        elements *= array->dim[i].extent > 0 ? (size_t)array->dim[i].extent : 0;
    return elements;
}

/* Copies between a section and memory in a row. */
static void copy(const CFI_cdesc_t *array, char *row, bool is_out)
{
    CFI_index_t at[CFI_MAX_RANK] = {0};
    char *place = array->base_addr;
    size_t left = elements_of(array);

    while (left-- > 0) {
        int i = 0;

        memcpy(is_out ? place : row, is_out ? row : place, array->elem_len);
        row += array->elem_len;
        while (i < array->rank && ++at[i] == array->dim[i].extent) {
            place -= (array->dim[i].extent - 1) * array->dim[i].sm;
            at[i++] = 0;
        }
        if (i < array->rank)
            place += array->dim[i].sm;
    }
}

/* True if the call would go beyond the end of a copy. */
static bool is_too_short(const CFI_cdesc_t *array, enum section_how how, MPI_Count count,
                         MPI_Datatype type)
{
    MPI_Count bytes = 0;

    if (how != SECTION_BLOCK && how != SECTION_REDUCED)
        return false;
    PMPI_Type_size_c(type, &bytes);
    return bytes > 0 && count > (MPI_Count)(elements_of(array) * array->elem_len) / bytes;
}

/* Copies also an output: elements that the call does not write must keep their values. */
static struct section copied(const CFI_cdesc_t *array, enum section_use use, MPI_Count count,
                             MPI_Datatype type)
{
    struct section section = {.count = count, .type = type, .copied = array, .use = use};

    section.base = malloc(elements_of(array) * array->elem_len);
    if (section.base == NULL)
        return (struct section){.error = MPI_ERR_NO_MEM};
    copy(array, section.base, false);
    return section;
}

void section_finish(struct section *section)
{
    if (section->is_made)
        PMPI_Type_free(&section->type);
    if (section->copied == NULL || section->base == NULL)
        return;
    if (section->use & WRITES)
        copy(section->copied, section->base, true);
    free(section->base);
}

/* ---- errors -------------------------------------------------------------------------------- */

/* Tells the error handler that belongs to no communicator. */
static int refused(int class, const char *sentence)
{
    int code = class;

    if (PMPI_Add_error_code(class, &code) == MPI_SUCCESS)
        PMPI_Add_error_string(code, sentence);
    PMPI_Comm_call_errhandler(MPI_COMM_SELF, code);
    return code;
}

/* ---- types --------------------------------------------------------------------------------- */

/* A type without gaps, so that count and type say how many bytes in a row are meant. */
static bool is_dense(MPI_Datatype type, MPI_Count *bytes)
{
    MPI_Count lb, extent;

    if (PMPI_Type_size_c(type, bytes) != MPI_SUCCESS ||
        PMPI_Type_get_extent_c(type, &lb, &extent) != MPI_SUCCESS)
        return false;
    if (lb != 0 || extent != *bytes)
        return false;
    PMPI_Type_get_true_extent_c(type, &lb, &extent);
    return lb == 0 && extent == *bytes;
}

/* Elements one stride apart, or blocks of so many. */
static int make_spaced(MPI_Datatype block, MPI_Aint stride, MPI_Datatype *made)
{
    return PMPI_Type_create_resized_c(block, 0, stride, made);
}

static int make_blocks(const struct loops *loops, MPI_Count count, MPI_Datatype type,
                       MPI_Datatype *made)
{
    MPI_Count inner = loops_elements(loops, 1);
    MPI_Datatype block;
    int err = loops_type(loops, count, type, &block);

    if (err != MPI_SUCCESS)
        return err;
    err = make_spaced(block, count / inner * loops->loop[loops->count - 1].stride, made);
    PMPI_Type_free(&block);
    return err;
}

/* True if count and type can be described: how many of the made type there are is in `count`. */
static bool make(const struct loops *loops, enum section_how how, MPI_Count *count,
                 MPI_Datatype type, MPI_Datatype *made)
{
    if (loops->count == 1 && (how == SECTION_BLOCK || how == SECTION_BLOCKS ||
                              how == SECTION_ELEMENTS))
        return make_spaced(type, loops->loop[0].stride, made) == MPI_SUCCESS;
    if (*count < 0 || loops->count == 0)
        return false;
    if (how == SECTION_BLOCK && *count <= loops_elements(loops, 0)) {
        bool is_made = loops_type(loops, *count, type, made) == MPI_SUCCESS;

        *count = 1;
        return is_made;
    }
    if (how == SECTION_BLOCKS && *count > 0 && *count % loops_elements(loops, 1) == 0) {
        bool is_made = make_blocks(loops, *count, type, made) == MPI_SUCCESS;

        *count = 1;
        return is_made;
    }
    return false;
}

static struct section described(const CFI_cdesc_t *array, enum section_how how, MPI_Count count,
                                MPI_Datatype type)
{
    struct section section = {.base = array->base_addr, .count = count};
    struct section_key key = {.how = how, .count = count, .type = type};
    bool is_kept;

    if (!is_dense(type, &key.bytes) || !loops_of_section(&key.loops, array, key.bytes))
        return (struct section){.error = MPI_ERR_TYPE};
    if (key.loops.count == 1)
        key.count = 0; /* whatever the count is */
    if (section_cache_find(&key, &section))
        return section;
    if (!make(&key.loops, how, &section.count, type, &section.type))
        return (struct section){.error = MPI_ERR_TYPE};
    PMPI_Type_commit(&section.type);
    is_kept = section_cache_keep(&key, &section);
    section.is_made = !is_kept;
    return section;
}

struct section section_make(const CFI_cdesc_t *array, enum section_how how, enum section_use use,
                            MPI_Count count, MPI_Datatype type)
{
    struct section section = {.base = array->base_addr, .count = count, .type = type};

    if (is_constant(array->base_addr) || how == SECTION_ADDRESS || how == SECTION_ONE ||
        elements_of(array) == 0 || (count == 0 && how != SECTION_ELEMENTS && how != SECTION_WHOLE))
        return section;
    if (how != SECTION_REDUCED && how != SECTION_WHOLE) {
        section = described(array, how, count, type);
        if (section.error == MPI_SUCCESS)
            return section;
    }
    if (use & PENDING)
        return (struct section){
            .error = refused(MPI_ERR_BUFFER, "a section with gaps cannot be described by a type "
                                             "here, and the call may not copy it")};
    if (is_too_short(array, how, count, type))
        return (struct section){
            .error = refused(MPI_ERR_COUNT, "a section has fewer elements than count and datatype "
                                            "say")};
    return copied(array, use, count, type);
}
