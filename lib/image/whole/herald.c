/* SPDX-License-Identifier: MIT */
#include "image/whole/herald.h"

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/page.h"
#include "image/processor.h"
#include "image/whole/whole.h"

enum { NAME_BYTES = 96, HEADERS = 4, ENTRIES = 10 };

/* The herald's file: what is only read, and then what the loader writes to, mapped a page away. */
struct herald {
    struct {
        ElfW(Ehdr) head;
        ElfW(Phdr) headers[HEADERS];
        unsigned char code[HERALD_CODE_BYTES];
        uint32_t hash[4];
        ElfW(Sym) symbols[1];
        char names[1 + HERALD_TEXT_MAX + HERALD_TEXT_MAX]; /* the empty one, and the wish's */
    } constant;
    ElfW(Dyn) dynamic[ENTRIES];
};

static void write_headers(struct herald *herald)
{
    const ElfW(Off) dynamic = offsetof(struct herald, dynamic);
    const ElfW(Phdr) headers[HEADERS] = {
        {.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_align = page_bytes(),
         .p_filesz = sizeof herald->constant, .p_memsz = sizeof herald->constant},
        {.p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_align = page_bytes(),
         .p_offset = dynamic, .p_vaddr = dynamic + page_bytes(),
         .p_filesz = sizeof herald->dynamic, .p_memsz = sizeof herald->dynamic},
        {.p_type = PT_DYNAMIC, .p_flags = PF_R | PF_W, .p_align = sizeof(ElfW(Addr)),
         .p_offset = dynamic, .p_vaddr = dynamic + page_bytes(),
         .p_filesz = sizeof herald->dynamic, .p_memsz = sizeof herald->dynamic},
        {.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W},
    };

    memcpy(herald->constant.headers, headers, sizeof headers);
    memcpy(herald->constant.head.e_ident, ELFMAG, SELFMAG);
    herald->constant.head.e_ident[EI_CLASS] = ELFCLASS64;
    herald->constant.head.e_ident[EI_DATA] = ELFDATA2LSB;
    herald->constant.head.e_ident[EI_VERSION] = EV_CURRENT;
    herald->constant.head.e_type = ET_DYN;
    herald->constant.head.e_machine = PROCESSOR;
    herald->constant.head.e_version = EV_CURRENT;
    herald->constant.head.e_phoff = offsetof(struct herald, constant.headers);
    herald->constant.head.e_ehsize = sizeof herald->constant.head;
    herald->constant.head.e_phentsize = sizeof(ElfW(Phdr));
    herald->constant.head.e_phnum = HEADERS;
}

static void write_dynamic(struct herald *herald, const struct herald_wish *wish)
{
    const ElfW(Dyn) dynamic[ENTRIES] = {
        {.d_tag = DT_NEEDED, .d_un.d_val = 1},
        {.d_tag = DT_STRTAB, .d_un.d_ptr = offsetof(struct herald, constant.names)},
        {.d_tag = DT_STRSZ, .d_un.d_val = sizeof herald->constant.names},
        {.d_tag = DT_SYMTAB, .d_un.d_ptr = offsetof(struct herald, constant.symbols)},
        {.d_tag = DT_SYMENT, .d_un.d_val = sizeof(ElfW(Sym))},
        {.d_tag = DT_HASH, .d_un.d_ptr = offsetof(struct herald, constant.hash)},
        {.d_tag = DT_INIT, .d_un.d_ptr = offsetof(struct herald, constant.code)},
        {.d_tag = DT_FLAGS_1, .d_un.d_val = DF_1_INITFIRST},
        {.d_tag = wish->directories_tag, .d_un.d_val = strlen(wish->library) + 2},
    };

    memcpy(herald->dynamic, dynamic, sizeof dynamic);
    herald->constant.hash[0] = herald->constant.hash[1] = 1; /* buckets and chains */
}

static void write_names(struct herald *herald, const struct herald_wish *wish)
{
    char *next = stpcpy(herald->constant.names + 1, wish->library);

    stpcpy(next + 1, wish->directories);
}

static bool write_herald(int descriptor, const struct herald_wish *wish, const char *name)
{
    struct herald *herald = memory_take_zeroed(sizeof *herald);
    bool is_written = false;

    if (herald != NULL) {
        write_headers(herald);
        herald_write_code(herald->constant.code, whole_arrive, name);
        write_dynamic(herald, wish);
        write_names(herald, wish);
        is_written = write(descriptor, herald, sizeof *herald) == sizeof *herald;
    }
    memory_give(herald);
    return is_written;
}

/* Gives each herald a name of its own, since the loader takes objects of one name for one: a number
 * in binary digits, in which a slash is a zero, and a dot with a slash a one. */
static void write_name(char name[NAME_BYTES], int descriptor)
{
    static _Atomic(unsigned) heralds;
    unsigned number = fetch_add_relaxed(&heralds, 1);
    char *next = stpcpy(name, "/proc/self/fd/");

    for (; number > 0; number /= 2)
        next = stpcpy(next, number % 2 == 0 ? "/" : "./");
    snprintf(next, NAME_BYTES - (size_t)(next - name), "%d", descriptor);
}

void *herald_open(const struct herald_wish *wish, int mode)
{
    int descriptor = memfd_create("heddle-herald", MFD_CLOEXEC);
    char name[NAME_BYTES];
    void *herald;

    if (descriptor < 0)
        return NULL;
    write_name(name, descriptor);
    herald = write_herald(descriptor, wish, name) ? loader_open(name, mode) : NULL;
    close(descriptor);
    return herald;
}
