/* SPDX-License-Identifier: MIT */
/* Libraries that a program whose code is copied opens later.
 *
 * A library must become a module after the loader has bound it, and before its constructors run.
 * The loader has no call for that. But it runs the constructors of a library with the flag
 * DF_1_INITFIRST before all others. So the loader opens a file in memory, the herald, that needs
 * the library, has the flag, and calls whole_arrive. */
#include "image/whole_open.h"

#include <elf.h>
#include <limits.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/loader.h"
#include "base/memory.h"
#include "image/late.h"
#include "image/start.h"
#include "image/whole.h"

enum { PAGE_BYTES = 4096, CODE_BYTES = 32, NAME_BYTES = 64, HEADERS = 4, ENTRIES = 10 };

/* The herald's file: what is only read, and from the next page on what the loader writes to. */
struct herald {
    struct {
        ElfW(Ehdr) head;
        ElfW(Phdr) headers[HEADERS];
        unsigned char code[CODE_BYTES];
        uint32_t hash[4];
        ElfW(Sym) symbols[1];
        char names[PATH_MAX + 1]; /* the empty one, and the library's */
    } constant;
    ElfW(Dyn) dynamic[ENTRIES] __attribute__((aligned(PAGE_BYTES)));
};

/* Calls whole_arrive with the herald's name: movabs $name, %rdi; movabs $whole_arrive, %rax;
 * jmp *%rax. */
static void write_code(unsigned char code[], const char *name)
{
    void (*target)(const char *herald) = whole_arrive;

    memcpy(code, "\x48\xbf", 2);
    memcpy(code + 2, &name, sizeof name);
    memcpy(code + 10, "\x48\xb8", 2);
    memcpy(code + 12, &target, sizeof target);
    memcpy(code + 20, "\xff\xe0", 2);
}

static void write_headers(struct herald *herald)
{
    const ElfW(Phdr) headers[HEADERS] = {
        {.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_align = PAGE_BYTES,
         .p_filesz = sizeof herald->constant, .p_memsz = sizeof herald->constant},
        {.p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_align = PAGE_BYTES,
         .p_offset = offsetof(struct herald, dynamic), .p_vaddr = offsetof(struct herald, dynamic),
         .p_filesz = sizeof herald->dynamic, .p_memsz = sizeof herald->dynamic},
        {.p_type = PT_DYNAMIC, .p_flags = PF_R | PF_W, .p_align = sizeof(ElfW(Addr)),
         .p_offset = offsetof(struct herald, dynamic), .p_vaddr = offsetof(struct herald, dynamic),
         .p_filesz = sizeof herald->dynamic, .p_memsz = sizeof herald->dynamic},
        {.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W},
    };

    memcpy(herald->constant.headers, headers, sizeof headers);
    memcpy(herald->constant.head.e_ident, ELFMAG, SELFMAG);
    herald->constant.head.e_ident[EI_CLASS] = ELFCLASS64;
    herald->constant.head.e_ident[EI_DATA] = ELFDATA2LSB;
    herald->constant.head.e_ident[EI_VERSION] = EV_CURRENT;
    herald->constant.head.e_type = ET_DYN;
    herald->constant.head.e_machine = EM_X86_64;
    herald->constant.head.e_version = EV_CURRENT;
    herald->constant.head.e_phoff = offsetof(struct herald, constant.headers);
    herald->constant.head.e_ehsize = sizeof herald->constant.head;
    herald->constant.head.e_phentsize = sizeof(ElfW(Phdr));
    herald->constant.head.e_phnum = HEADERS;
}

static void write_dynamic(struct herald *herald)
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
    };

    memcpy(herald->dynamic, dynamic, sizeof dynamic);
    herald->constant.hash[0] = herald->constant.hash[1] = 1; /* buckets and chains */
}

static bool write_herald(int descriptor, const char *library, const char *name)
{
    struct herald *herald = memory_take_zeroed(sizeof *herald);
    bool is_written = false;

    if (herald != NULL) {
        write_headers(herald);
        write_code(herald->constant.code, name);
        write_dynamic(herald);
        memcpy(herald->constant.names + 1, library, strlen(library));
        is_written = write(descriptor, herald, sizeof *herald) == sizeof *herald;
    }
    memory_give(herald);
    return is_written;
}

static void *open_by_herald(const char *library, int mode)
{
    int descriptor = memfd_create("heddle-herald", MFD_CLOEXEC);
    void *herald, *handle = NULL;
    char name[NAME_BYTES];

    if (descriptor < 0)
        return NULL;
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    herald = write_herald(descriptor, library, name) ? loader_open(name, mode) : NULL;
    if (herald != NULL) {
        handle = loader_open(library, mode);
        loader_close(herald);
    }
    close(descriptor);
    return handle;
}

void *whole_open(const char *library, int mode)
{
    void *handle;

    if (library == NULL || *library == '\0' || (mode & RTLD_NOLOAD) != 0 ||
        strlen(library) >= PATH_MAX)
        return loader_open(library, mode);
    mode = (mode & ~RTLD_LAZY) | RTLD_NOW; /* what is bound later would be the first copy's */
    /* Most ranks open what another one has opened before: that takes no room for a new library. */
    handle = loader_open(library, mode | RTLD_NOLOAD);
    if (handle != NULL) {
        late_construct(handle);
        return handle;
    }
    heddle_opening();
    handle = open_by_herald(library, mode);
    whole_tell_debugger();
    heddle_opened(handle);
    return handle;
}
