/* SPDX-License-Identifier: MIT */
#include "fortran/section.h"

#include "fortran/loops.h"
#include "fortran/section_cache.h"
#include "fortran/section_map.h"

/* ---- copies -------------------------------------------------------------------------------- */

/* True if the call would go beyond the end of a copy. */
static bool is_too_short(const CFI_cdesc_t *array, enum section_how how, MPI_Count count,
                         MPI_Datatype type)
{
    MPI_Count lb, extent, begin, true_extent;

    if ((how != SECTION_BLOCK && how != SECTION_REDUCED) || count <= 0)
        return false;
    PMPI_Type_get_extent_c(type, &lb, &extent);
    PMPI_Type_get_true_extent_c(type, &begin, &true_extent);
    return begin + true_extent + (count - 1) * extent > (MPI_Count)section_bytes(array);
}

static struct section copied(const CFI_cdesc_t *array, enum section_use use, MPI_Count count,
                             MPI_Datatype type)
{
    struct section section = {.count = count, .type = type, .use = use};

    section.copy = use & PENDING ? section_copy_make_pending(array, use & WRITES)
                                 : section_copy_make(array);
    if (section.copy == NULL)
        return (struct section){.error = MPI_ERR_NO_MEM};
    section.base = section_copy_base(section.copy);
    return section;
}

void section_finish(struct section *section)
{
    if (section->is_made)
        PMPI_Type_free(&section->type);
    if (section->copy != NULL)
        section_copy_end(section->copy, section->use & WRITES);
}

void section_keep(struct section *section, int code, const int *request, bool is_persistent)
{
    if (section->is_made)
        PMPI_Type_free(&section->type);
    if (code == MPI_SUCCESS)
        section_copy_keep(section->copy, *request, is_persistent);
    else if (section->copy != NULL)
        section_copy_end(section->copy, false);
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

/* Elements one stride apart, or blocks of that many. */
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

/* A type with gaps. In one loop its elements are evenly spaced, for whatever count; else there is a
 * type for all that a block has. */
static bool make_mapped(const CFI_cdesc_t *array, const struct loops *loops, enum section_how how,
                        MPI_Count *count, MPI_Datatype type, MPI_Datatype *made)
{
    MPI_Count lb, extent, element = (MPI_Count)array->elem_len;
    MPI_Datatype block;
    bool is_made;

    if (loops->count != 1) {
        is_made = how == SECTION_BLOCK && section_map(array, *count, type, made);
        *count = 1;
        return is_made;
    }
    if (PMPI_Type_get_extent_c(type, &lb, &extent) != MPI_SUCCESS || lb % element != 0 ||
        extent % element != 0 || !section_map(array, 1, type, &block))
        return false;
    is_made = PMPI_Type_create_resized_c(block, lb / element * loops->loop[0].stride,
                                         extent / element * loops->loop[0].stride,
                                         made) == MPI_SUCCESS;
    PMPI_Type_free(&block);
    return is_made;
}

/* True if count and type can be described: how many of the made type there are is in `count`. */
static bool make_section(const struct loops *loops, enum section_how how, MPI_Count *count,
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
    bool is_mapped = !is_dense(type, &key.bytes), is_made;

    if (is_mapped)
        key.bytes = (MPI_Count)array->elem_len;
    if (!loops_of_section(&key.loops, array, key.bytes))
        return (struct section){.error = MPI_ERR_TYPE};
    if (key.loops.count == 1)
        key.count = 0; /* whatever the count is */
    if (section_cache_find(&key, &section))
        return section;
    if (is_mapped)
        is_made = make_mapped(array, &key.loops, how, &section.count, type, &section.type);
    else
        is_made = make_section(&key.loops, how, &section.count, type, &section.type);
    if (!is_made)
        return (struct section){.error = MPI_ERR_TYPE};
    PMPI_Type_commit(&section.type);
    section.is_made = !section_cache_keep(&key, &section);
    return section;
}

struct section section_make(const CFI_cdesc_t *array, enum section_how how, enum section_use use,
                            MPI_Count count, MPI_Datatype type)
{
    struct section section = {.base = array->base_addr, .count = count, .type = type};

    if (is_constant(array->base_addr) || type == MPI_DATATYPE_NULL || how == SECTION_ADDRESS ||
        how == SECTION_ONE || section_bytes(array) == 0 ||
        (count == 0 && how != SECTION_ELEMENTS && how != SECTION_WHOLE))
        return section;
    if (how != SECTION_REDUCED && how != SECTION_WHOLE) {
        section = described(array, how, count, type);
        if (section.error == MPI_SUCCESS)
            return section;
    }
    if ((use & PENDING) && !(use & REQUESTED))
        return (struct section){
            .error = refused(MPI_ERR_BUFFER,
                             "no datatype describes this section with gaps, and the call must not "
                             "copy it: pass an array without gaps that lives until the operation "
                             "is complete")};
    if (is_too_short(array, how, count, type))
        return (struct section){
            .error = refused(MPI_ERR_COUNT, "a section has fewer elements than count and datatype "
                                            "say")};
    return copied(array, use, count, type);
}
