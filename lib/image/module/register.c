/* SPDX-License-Identifier: MIT */
#include "image/module/register.h"

#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/page.h"
#include "image/guest/guest_file.h"
#include "image/module/arrival.h"
#include "image/module/defer.h"
#include "image/module/module.h"
#include "image/module/order.h"
#include "image/module/relocation.h"
#include "image/module/watch.h"
#include "image/opening.h"
#include "image/slot.h"
#include "image/start.h"
#include "image/whole/loaded.h"
#include "image/whole/thunks.h"
#include "image/whole/whole.h"

static void add_segment(struct module *module, const ElfW(Phdr) * header)
{
    char *start = (char *)module->base + header->p_vaddr;
    struct segment *segment = &module->segments[module->segment_count++];

    must(module->segment_count <= SEGMENTS_MAX);
    segment->start = page_start(start);
    segment->file_end = start + header->p_filesz;
    segment->end = page_end(start + header->p_memsz);
    segment->file_offset = header->p_offset - (size_t)(start - segment->start);
    segment->protection = (header->p_flags & PF_R ? PROT_READ : 0) |
                          (header->p_flags & PF_W ? PROT_WRITE : 0) |
                          (header->p_flags & PF_X ? PROT_EXEC : 0);
}

static void read_header(struct module *module, const ElfW(Phdr) * header)
{
    char *start = (char *)module->base + header->p_vaddr;

    switch (header->p_type) {
    case PT_LOAD:
        if (module->start == NULL || page_start(start) < module->start)
            module->start = page_start(start);
        if (page_end(start + header->p_memsz) > module->end)
            module->end = page_end(start + header->p_memsz);
        if (header->p_flags & PF_W || module->is_whole)
            add_segment(module, header);
        break;
    case PT_DYNAMIC:
        module->dynamic = (const ElfW(Dyn) *)start;
        break;
    case PT_GNU_RELRO:
        module->protected_start = page_start(start);
        module->protected_end = page_start(start + header->p_memsz);
        break;
    case PT_TLS:
        module->tls_start = start;
        module->tls_end = start + header->p_filesz;
        break;
    case PT_GUEST_TLS:
        module->is_guest = true;
        module->tls_start = start;
        module->tls_end = start + header->p_filesz;
        module->tls_bytes = (header->p_memsz + header->p_align - 1) & -header->p_align;
        module->tls_offset = -(ptrdiff_t)module->tls_bytes;
        break;
    }
}

struct search {
    const void *address;
    struct module *module;
};

void register_describe(struct module *module, const struct dl_phdr_info *info)
{
    int i;

    module->base = (ptrdiff_t)info->dlpi_addr;
    module->is_executable = info->dlpi_name[0] == '\0';
    module->is_relocatable = info->dlpi_addr != 0;
    snprintf(module->path, sizeof module->path, "%s",
             module->is_executable ? "/proc/self/exe" : info->dlpi_name);
    for (i = 0; i < info->dlpi_phnum; i++)
        read_header(module, &info->dlpi_phdr[i]);
    module->tls_module = info->dlpi_tls_modid;
    if (info->dlpi_tls_data != NULL && !module->is_guest)
        module->tls_offset = (char *)info->dlpi_tls_data - (char *)pthread_self();
}

static int read_headers(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    struct search *search = argument;

    (void)bytes;
    if (!loader_has_mapped(info, search->address))
        return 0;
    register_describe(search->module, info);
    return 1;
}

static int compare_ranges(const void *left, const void *right)
{
    const struct range *a = left, *b = right;

    return (a->start > b->start) - (a->start < b->start);
}

/* Merges overlapping ranges: common and weak variables have several records, which may differ in
 * size. */
static void merge_ranges(struct module *module)
{
    size_t i, kept = 0;

    if (module->range_count == 0)
        return;
    qsort(module->ranges, module->range_count, sizeof *module->ranges, compare_ranges);
    for (i = 1; i < module->range_count; i++) {
        struct range *last = &module->ranges[kept];

        if (module->ranges[i].start > last->end)
            module->ranges[++kept] = module->ranges[i];
        else if (module->ranges[i].end > last->end)
            last->end = module->ranges[i].end;
    }
    module->range_count = kept + 1;
}

/* True if this module has the variable's memory. Several modules may define a name, and one of them
 * wins. */
static bool is_own(const struct module *module, const char *address)
{
    return address >= module->start && address < module->end;
}

static void add_range(struct module *module, char *start, char *end)
{
    if (is_own(module, start))
        module->ranges[module->range_count++] = (struct range){.start = start, .end = end};
}

/* Adds the range between the linker's bounds of a section, which the program walks over. */
static void add_section(struct module *module, const struct heddle_record *bound)
{
    static const char prefix[] = "__start_";
    size_t i;

    if (strncmp(bound->name, prefix, strlen(prefix)) != 0)
        return;
    for (i = 0; i < module->record_count; i++) {
        const struct heddle_record *other = &module->records[i];

        if (record_kind(other) == RECORD_USED_PRIVATE &&
            strncmp(other->name, "__stop_", strlen("__stop_")) == 0 &&
            strcmp(other->name + strlen("__stop_"), bound->name + strlen(prefix)) == 0 &&
            other->address > bound->address)
            add_range(module, bound->address, other->address);
    }
}

static int compare_addresses(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;

    return (*a > *b) - (*a < *b);
}

static void read_records(struct module *module)
{
    size_t i;

    for (i = 0; i < module->record_count; i++) {
        const struct heddle_record *record = &module->records[i];

        switch (record_kind(record)) {
        case RECORD_PRIVATE:
        case RECORD_PRIVATE_UNLESS_USED:
            /* Even an empty variable has an address in one slot. */
            add_range(module, record->address,
                      record->address + (record->size != 0 ? record->size : 1));
            break;
        case RECORD_USED_PRIVATE:
            add_section(module, record);
            break;
        case RECORD_SHARED:
            if (is_own(module, record->address))
                module->shared[module->shared_count++] = record->address;
            break;
        case RECORD_CONSTRUCTOR:
        case RECORD_DESTRUCTOR:
            module->functions[module->function_count++] = record;
            break;
        case RECORD_TELLS_ACCESSES:
            module->tells_accesses = true;
            break;
        }
    }
    merge_ranges(module);
    qsort(module->shared, module->shared_count, sizeof *module->shared, compare_addresses);
    order_functions(module);
}

static void find_private_starts(struct module *module)
{
    int i;
    size_t k;

    for (i = 0; i < module->segment_count; i++) {
        struct segment *segment = &module->segments[i];

        segment->private_start = module->is_whole ? segment->start : segment->end;
        for (k = module->range_count; k-- > 0;)
            if (module->ranges[k].start >= segment->start &&
                module->ranges[k].start < segment->private_start)
                segment->private_start = module->ranges[k].start;
    }
}

/* No caller is there yet, or the loader is, to report it to. */
static _Noreturn void end_without_memory(void)
{
    fprintf(stderr, "heddle: no memory for the start of the program%s\n", memory_hint());
    _exit(EXIT_FAILURE);
}

static void *taken(void *block)
{
    if (block == NULL)
        end_without_memory();
    return block;
}

void register_require_memory(void)
{
    if (modules_are_none() && !memory_is_there())
        end_without_memory();
}

struct module *register_create(const struct heddle_module *tables)
{
    struct module *module;
    size_t count = 0;

    register_require_memory();
    module = taken(memory_take_zeroed(sizeof *module));
    module->is_readable = tables->version == RECORD_VERSION;
    if (module->is_readable)
        count = (size_t)(tables->records_end - tables->records);
    watch_init(&module->watched);
    module->file = -1;
    module->records = tables->records;
    module->record_count = count;
    /* Each record, also a section's bound, gives at most one range, and may split one. */
    module->ranges = taken(memory_take((2 * count + 1) * sizeof *module->ranges));
    module->shared = taken(memory_take((count + 1) * sizeof *module->shared));
    module->functions = taken(memory_take((count + 1) * sizeof *module->functions));
    return module;
}

/* Keeps the module loaded even if the program closes it, because its copies cannot move and other
 * ranks use them. */
static void keep_loaded(const struct module *module)
{
    void *handle = loader_open(module->path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);

    if (handle != NULL)
        loader_close(handle);
}

struct newcomer {
    struct module *module;
    struct module *user; /* copied whole; it needs the module. NULL: there is none */
};

static int arrive(void *argument)
{
    const struct newcomer *newcomer = argument;
    struct module *module = newcomer->module;
    int error;

    modules_lock_to_change();
    /* Set before the append: ranks that start meanwhile walk the modules without the lock. */
    module->is_opened = slots_are_started();
    if (newcomer->user != NULL && !module->is_opened)
        module_insert(module, newcomer->user);
    else
        module_append(module);
    module->is_deferred = module->is_whole ? whole_defer(module)
                                           : (module->is_opened ? opening_is_under_way()
                                                              : defer_is_possible()) &&
                                                 defer_functions(module);
    error = arrival_copy(module);
    if (error == 0)
        store_release(&module->is_everywhere, true); /* edge module.everywhere */
    modules_unlock();
    return error;
}

static void give_module(struct module *module)
{
    memory_give(module->ranges);
    memory_give(module->shared);
    memory_give(module->functions);
    memory_give(module);
}

void register_append(struct module *module)
{
    struct newcomer newcomer = {.module = module};

    find_private_starts(module);
    if (opening_puts_off(module)) {
        give_module(module);
        return;
    }
    if (!module->is_whole && whole_is_there() && thunks_lead(module) != 0)
        arrival_refuse();
    if (relocation_collect(module) != 0)
        end_without_memory();
    relocation_lead_to_own(module);
    if (!module->is_whole && whole_is_there() && !slots_are_started())
        newcomer.user = loaded_first_user(module);
    if (loader_hold(arrive, &newcomer) != 0)
        arrival_refuse();
    if (module->is_opened)
        keep_loaded(module);
}

/* Each module's first constructor calls it. It cannot report errors to anyone, so errors end the
 * process. */
void heddle_register(const struct heddle_module *tables)
{
    struct search search = {.address = tables};
    struct heap *heap = memory_use(NULL); /* modules outlive the job that opened them */

    search.module = register_create(tables);
    must(loader_walk(read_headers, &search) == 1);
    read_records(search.module);
    register_append(search.module);
    memory_use(heap);
}
