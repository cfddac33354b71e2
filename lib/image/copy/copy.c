/* SPDX-License-Identifier: MIT */
#include "image/copy/copy.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "base/limit.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/page.h"
#include "image/copy/stride.h"
#include "image/module/module_file.h"
#include "image/module/watch.h"
#include "image/whole/valgrind_file.h"

enum { PRISTINE_BYTES_MAX = 256 << 10, RENEWED_BYTES_MAX = 64 << 10 };

/* AddressSanitizer's function, if the program has its runtime: returns where the shadow memory
 * lies. */
__attribute__((weak)) void __asan_get_shadow_mapping(size_t *scale, size_t *offset);

/* LeakSanitizer's functions: memory referred to from a registered region is not a leak. */
__attribute__((weak)) void __lsan_register_root_region(const void *start, size_t bytes);
__attribute__((weak)) void __lsan_unregister_root_region(const void *start, size_t bytes);

static bool has_private(const struct segment *segment)
{
    return segment->private_start < segment->end;
}

static size_t initial_bytes(const struct segment *segment)
{
    if (segment->private_start >= segment->file_end)
        return 0;
    return (size_t)(segment->file_end - segment->private_start);
}

static bool is_writable(const struct segment *segment)
{
    return (segment->protection & PROT_WRITE) != 0;
}

static bool is_mapped_from_file(const struct module *module, const struct segment *segment)
{
    return !is_writable(segment) || initial_bytes(segment) > PRISTINE_BYTES_MAX ||
           (initial_bytes(segment) > 0 && valgrind_file_is_wanted(module));
}

static size_t file_offset_of(const struct segment *segment, const char *address)
{
    return segment->file_offset + (size_t)(address - segment->start);
}

static int read_pristine(const struct module *module, struct segment *segment)
{
    size_t bytes = initial_bytes(segment);
    ssize_t got;
    size_t i;

    segment->pristine = memory_take(bytes);
    if (segment->pristine == NULL)
        return note(-1, "no memory for the data of %s", module->path);
    got = module_file_read(module->file, segment->pristine, bytes,
                           (off_t)file_offset_of(segment, segment->private_start));
    if (got != (ssize_t)bytes)
        return note(-1, "the data of %s cannot be read: %s", module->path,
                    got < 0 ? strerror(errno) : "the file has become shorter");
    for (i = 0; i < module->pointer_count; i++) {
        const struct pointer *pointer = &module->pointers[i];
        char *where = (char *)pointer->where;

        if (where >= segment->private_start && where < segment->file_end)
            memcpy(segment->pristine + (where - segment->private_start), &pointer->value,
                   sizeof pointer->value);
    }
    return 0;
}

static bool is_in_pristine(const struct module *module, const char *where)
{
    int i;

    for (i = 0; i < module->segment_count; i++)
        if (module->segments[i].pristine != NULL &&
            where >= module->segments[i].private_start && where < module->segments[i].file_end)
            return true;
    return false;
}

/* Drops pointers that are equal in every slot and already in the pristine data. */
static void drop_settled_pointers(struct module *module)
{
    size_t i, kept = 0;

    for (i = 0; i < module->pointer_count; i++)
        if (module->pointers[i].is_displaced ||
            !is_in_pristine(module, (char *)module->pointers[i].where))
            module->pointers[kept++] = module->pointers[i];
    module->pointer_count = kept;
}

int copy_prepare(struct module *module)
{
    int i, error = 0;

    if (module->is_prepared)
        return 0;
    module->file = module_file_open(module->path);
    if (module->file < 0)
        return note(-1, "%s cannot be opened: %s", module->path, strerror(errno));
    for (i = 0; i < module->segment_count && error == 0; i++)
        if (initial_bytes(&module->segments[i]) > 0 &&
            !is_mapped_from_file(module, &module->segments[i]))
            error = read_pristine(module, &module->segments[i]);
    if (error != 0)
        return error;
    drop_settled_pointers(module);
    module->is_prepared = true;
    return 0;
}

static int map_initial(int file, const struct segment *segment, ptrdiff_t displacement)
{
    char *start = page_start(segment->private_start);
    char *end = page_end(segment->file_end);

    if (memory_fails() ||
        mmap(start + displacement, (size_t)(end - start), segment->protection,
             MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file,
             (off_t)file_offset_of(segment, start)) == MAP_FAILED)
        return -1;
    if (is_writable(segment))
        memset(segment->file_end + displacement, 0, (size_t)(end - segment->file_end));
    return 0;
}

static enum copy_result map_segment(const struct module *module, int file,
                                    const struct segment *segment, ptrdiff_t displacement)
{
    char *original = page_start(segment->private_start);
    size_t bytes = (size_t)(segment->end - original);
    bool is_there = stride_map(original, bytes, displacement);
    char limit[LIMIT_TEXT_BYTES];
    const char *error;

    if (!is_there && errno == EEXIST)
        return COPY_PLACE_TAKEN;
    if (is_there && segment->pristine != NULL)
        memcpy(segment->private_start + displacement, segment->pristine, initial_bytes(segment));
    if (is_there && (!is_mapped_from_file(module, segment) ||
                     map_initial(file, segment, displacement) == 0)) {
        if (__lsan_register_root_region != NULL && is_writable(segment))
            __lsan_register_root_region(original + displacement, bytes);
        return COPY_MADE;
    }
    error = strerror(errno);
    limit_describe(limit);
    note(-1, "no copy of %zu KiB of data of %s: %s%s", bytes >> 10, module->path, error, limit);
    if (is_there)
        stride_unmap(original, bytes, displacement);
    return COPY_FAILED;
}

/* Copies the red zones between variables, so that writing beyond a variable's end is found in every
 * slot. It copies byte by byte because the sanitizer checks memcpy, and is not instrumented because
 * shadow memory has no shadow. */
__attribute__((no_sanitize("address")))
static void make_shadow(const struct segment *segment, ptrdiff_t displacement, bool is_poisoned)
{
    size_t scale, offset, i;
    const char *original;
    volatile char *copy;

    if (__asan_get_shadow_mapping == NULL)
        return;
    __asan_get_shadow_mapping(&scale, &offset);
    original = (const char *)(((uintptr_t)segment->start >> scale) + offset);
    copy = (char *)(((uintptr_t)(segment->start + displacement) >> scale) + offset);
    for (i = 0; i < (size_t)(segment->end - segment->start) >> scale; i++)
        if (original[i] != 0)
            copy[i] = is_poisoned ? original[i] : 0;
}

static void unmake_segments(const struct module *module, int count, ptrdiff_t displacement)
{
    int i;

    for (i = 0; i < count; i++) {
        const struct segment *segment = &module->segments[i];
        char *original = page_start(segment->private_start);
        size_t bytes = (size_t)(segment->end - original);

        if (!has_private(segment))
            continue;
        if (is_writable(segment))
            make_shadow(segment, displacement, false);
        if (__lsan_unregister_root_region != NULL && is_writable(segment))
            __lsan_unregister_root_region(original + displacement, bytes);
        stride_unmap(original, bytes, displacement);
    }
}

static void set_pointers(const struct module *module, ptrdiff_t displacement)
{
    size_t k;

    for (k = 0; k < module->pointer_count; k++) {
        const struct pointer *pointer = &module->pointers[k];
        char *value = pointer->value + (pointer->is_displaced ? displacement : 0);

        memcpy((char *)pointer->where + displacement, &value, sizeof value);
    }
}

static enum copy_result map_segments(const struct module *module, int file, ptrdiff_t displacement)
{
    int i;

    for (i = 0; i < module->segment_count; i++) {
        enum copy_result result;

        if (!has_private(&module->segments[i]))
            continue;
        result = map_segment(module, file, &module->segments[i], displacement);
        if (result != COPY_MADE) {
            unmake_segments(module, i, displacement);
            return result;
        }
    }
    return COPY_MADE;
}

enum copy_result copy_make(struct module *module, ptrdiff_t displacement)
{
    int i, file = valgrind_file_is_wanted(module) ? valgrind_file_open(module) : -1;
    enum copy_result result =
        map_segments(module, file >= 0 ? file : module->file, displacement);

    if (file >= 0)
        module_file_close(file);
    if (result != COPY_MADE)
        return result;
    set_pointers(module, displacement);
    watch_copy(module, displacement);
    for (i = 0; i < module->segment_count; i++)
        if (has_private(&module->segments[i]) && is_writable(&module->segments[i]))
            make_shadow(&module->segments[i], displacement, true);
    return COPY_MADE;
}

bool copy_is_renewable(const struct module *module)
{
    size_t bytes = 0;
    int i;

    for (i = 0; i < module->segment_count; i++)
        if (has_private(&module->segments[i]) && is_writable(&module->segments[i]))
            bytes += (size_t)(module->segments[i].end - module->segments[i].private_start);
    return bytes <= RENEWED_BYTES_MAX && __asan_get_shadow_mapping == NULL;
}

static bool is_large(const struct segment *segment)
{
    return segment->end - segment->private_start > RENEWED_BYTES_MAX;
}

/* Lets the kernel forget what was written: the file's bytes and zeros are there again. It does not
 * forget memory that is locked, which is written instead. */
static bool renew_large(const struct module *module, const struct segment *segment,
                        ptrdiff_t displacement)
{
    char *start = page_start(segment->private_start) + displacement;
    char *initial = segment->private_start + displacement;
    const size_t bytes = initial_bytes(segment);
    const bool is_forgotten =
        madvise(start, (size_t)(segment->end + displacement - start), MADV_DONTNEED) == 0;

    if (!is_forgotten)
        memset(initial, 0, (size_t)(segment->end - segment->private_start));
    if (segment->pristine != NULL)
        memcpy(initial, segment->pristine, bytes);
    else if (is_forgotten && bytes > 0)
        memset(initial + bytes, 0, (size_t)(page_end(segment->file_end) - segment->file_end));
    else if (bytes > 0)
        return module_file_read(module->file, initial, bytes,
                                (off_t)file_offset_of(segment, segment->private_start)) ==
               (ssize_t)bytes;
    return true;
}

static void renew_small(const struct segment *segment, ptrdiff_t displacement)
{
    char *start = segment->private_start + displacement;
    const size_t initial = initial_bytes(segment);

    if (initial > 0)
        memcpy(start, segment->pristine, initial);
    memset(start + initial, 0, (size_t)(segment->end - segment->private_start) - initial);
}

bool copy_renew(const struct module *module, ptrdiff_t displacement)
{
    int i;

    for (i = 0; i < module->segment_count; i++) {
        const struct segment *segment = &module->segments[i];

        if (!has_private(segment) || !is_writable(segment))
            continue;
        if (!is_large(segment))
            renew_small(segment, displacement);
        else if (!renew_large(module, segment, displacement))
            return false;
    }
    set_pointers(module, displacement);
    return true;
}

void copy_unmake(const struct module *module, ptrdiff_t displacement)
{
    unmake_segments(module, module->segment_count, displacement);
}
