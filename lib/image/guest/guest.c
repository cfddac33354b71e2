/* SPDX-License-Identifier: MIT */
#include "image/guest/guest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/loader.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/sanitizer.h"
#include "base/tsan.h"
#include "image/guest/guest_calls.h"
#include "image/guest/guest_file.h"
#include "image/guest/guest_names.h"
#include "image/module/module.h"
#include "image/opening.h"
#include "image/slot.h"

extern _Thread_local ptrdiff_t heddle_displacement;

/* Makes linkers show the symbol of an executable that is linked with the library. */
__attribute__((used)) static const struct heddle_program *const program_of_first = &heddle_program;

static struct {
    pthread_mutex_t lock; /* one is opened at a time */
    _Atomic(struct guest *) first;
    struct guest *refused; /* the loader keeps them */
} guests = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- the space for thread-local variables ---------------------------------------------------- */

struct clearance {
    const char *space, *space_end; /* the library's */
    const char *first;             /* the block of the process's first executable */
    bool is_parted;                /* something lies between the two */
};

static const ElfW(Phdr) *header_of(const struct dl_phdr_info *info, ElfW(Word) type)
{
    int i;

    for (i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == type)
            return &info->dlpi_phdr[i];
    return NULL;
}

static int find_first(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    struct clearance *clearance = argument;

    (void)bytes;
    clearance->first = info->dlpi_tls_data;
    return 1; /* the loader lists the executable first */
}

static int find_between(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    struct clearance *clearance = argument;
    const ElfW(Phdr) *header = header_of(info, PT_TLS);
    const char *start = info->dlpi_tls_data;

    (void)bytes;
    if (start != NULL && header != NULL && start < clearance->first &&
        start + header->p_memsz > clearance->space_end && header_of(info, PT_GUEST_TLS) == NULL)
        clearance->is_parted = true;
    return 0;
}

/* The bytes below the thread pointer that a guest may use. */
static size_t find_space(void)
{
    struct clearance clearance = {0};
    const char *end = (const char *)pthread_self();
    size_t bytes = 0;

    loader_walk(find_first, &clearance);
    if (guest_space != NULL) {
        clearance.space = guest_space(&bytes);
        clearance.space_end = clearance.space + bytes;
        loader_walk(find_between, &clearance);
    }
    if (bytes > 0 && clearance.space < clearance.first && !clearance.is_parted)
        return (size_t)(end - clearance.space);
    return clearance.first != NULL ? (size_t)(end - clearance.first) : 0;
}

static int check_tls(const char *path, const struct guest_facts *facts)
{
    size_t space = find_space();
    size_t displacement = (size_t)((char *)pthread_self() - (char *)&heddle_displacement);

    if (facts->tls_bytes > space)
        return note(-1, "%s cannot run beside another program: it has %zu bytes of thread-local "
                        "variables, and the process's first executable leaves %zu; start all "
                        "programs by one mpiexec command, which leaves more",
                    path, facts->tls_bytes, space);
    if (facts->displacement != displacement)
        return note(-1, "%s cannot run beside another program: its thread-local variables, "
                        "aligned to %zu bytes, cannot lie where those of the process's first "
                        "executable lie; align them to 64 bytes at most, and link both by mpicc",
                    path, facts->tls_alignment);
    return 0;
}

/* ---- opening --------------------------------------------------------------------------------- */

const struct guest *guest_first(void)
{
    return load_acquire(&guests.first); /* edge guest.all */
}

void guest_show_names(const struct guest *guest)
{
    loader_open(guest->needed.maps[0]->l_name, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

static struct guest *find_guest(struct guest *guest, const struct stat *status)
{
    for (; guest != NULL; guest = guest->next)
        if (guest->status.st_dev == status->st_dev && guest->status.st_ino == status->st_ino &&
            guest->status.st_mtim.tv_sec == status->st_mtim.tv_sec &&
            guest->status.st_mtim.tv_nsec == status->st_mtim.tv_nsec)
            return guest;
    return NULL;
}

/* The descriptor stays open, so that debuggers and reports find the copy. */
static void name_copy(int descriptor, char name[PATH_MAX])
{
    snprintf(name, PATH_MAX, "/proc/%d/fd/%d", getpid(), descriptor);
}

/* Fills in the fields that are known when the loader has opened the guest. */
static int describe_guest(struct guest *guest)
{
    const struct link_map *map = loader_map(guest->handle);

    guest->needed = needed_find(guest->handle);
    guest->module = module_of_map(map);
    guest->environment = loader_symbol(guest->handle, "environ");
    guest->input = loader_symbol(guest->handle, "stdin");
    guest->program = loader_symbol(guest->handle, "heddle_program");
    if (guest->module == NULL || !guest->module->is_guest || guest->program == NULL)
        return note(-1, "%s cannot run beside another program: it was not linked as mpicc links "
                        "programs", guest->path);
    if (guest->program->runs_main_once != NULL)
        return note(-1, "%s cannot run beside another program: it starts jobs by heddle_run, and "
                        "its main is no rank's", guest->path);
    if (guest_names_check(guest) != 0)
        return -1;
    guest_calls_lead(guest);
    return 0;
}

/* Names are looked up in the program and its libraries first, in the order in which a process of
 * its own would have them. Not so where something stands in front of all names: a sanitizer,
 * or a library that the user has the loader put there. */
static int mode(void)
{
    const char *preloaded = getenv("LD_PRELOAD");
    bool has_other_first = (preloaded != NULL && *preloaded != '\0') || tsan_is_there() ||
                           &__asan_init != NULL;

    return RTLD_NOW | RTLD_LOCAL | (has_other_first ? 0 : RTLD_DEEPBIND);
}

/* An allocator that an object may replace: a function of it, and one that stays in the library that
 * otherwise has both. */
struct allocator {
    const char *called;
    const char *function, *companion;
};

/* Finds the object that defines the function; false: none does. */
static bool find_owner(void *handle, const char *function, Dl_info *owner)
{
    void *address = loader_symbol(handle, function);

    return address != NULL && loader_owner(address, owner);
}

/* Finds the object that replaces the allocator, among those in which the handle's names are. The
 * library that has both may be there only since the process's start: jemalloc needs C++'s. */
static bool is_replaced(void *handle, const struct allocator *allocator, Dl_info *owner)
{
    Dl_info usual;

    return find_owner(handle, allocator->function, owner) &&
           (find_owner(handle, allocator->companion, &usual) ||
            find_owner(RTLD_DEFAULT, allocator->companion, &usual)) &&
           owner->dli_fbase != usual.dli_fbase;
}

static int refuse_allocator(const struct guest *guest, const struct allocator *allocator,
                            const char *owner, bool is_program)
{
    return note(-1, "%s cannot run beside another program: %s has %s of its own; %sstart the job "
                    "with LD_PRELOAD=%s, so that all programs use it", guest->path, owner,
                allocator->called, is_program ? "move that into a library, and " : "",
                is_program ? "LIBRARY" : owner);
}

/* The libraries that all programs share would free what another allocator has made, and the other
 * way round. */
static int check_allocator(const struct guest *guest, const struct allocator *allocator)
{
    bool prefers_own = (mode() & RTLD_DEEPBIND) != 0;
    const struct link_map *map = loader_map(guest->handle);
    Dl_info owner, first;

    if (loader_symbol(RTLD_DEFAULT, allocator->function) ==
        loader_symbol(guest->handle, allocator->function))
        return 0;
    if (is_replaced(guest->handle, allocator, &owner)) {
        if (owner.dli_fbase == (void *)map->l_addr)
            return refuse_allocator(guest, allocator, "it", true);
        return prefers_own ? refuse_allocator(guest, allocator, owner.dli_fname, false) : 0;
    }
    if (!prefers_own || !is_replaced(RTLD_DEFAULT, allocator, &owner))
        return 0;
    return refuse_allocator(guest, allocator, owner.dli_fname,
                            find_owner(RTLD_DEFAULT, "heddle_program", &first) &&
                                owner.dli_fbase == first.dli_fbase);
}

static int check_allocators(const struct guest *guest)
{
    static const struct allocator all[] = {
        {"a malloc", "malloc", "gnu_get_libc_version"},
        {"an operator new", "_Znwm", "__cxa_begin_catch"},
    };

    return check_allocator(guest, &all[0]) != 0 ? -1 : check_allocator(guest, &all[1]);
}

/* Code of the program and its libraries that the loader itself runs works on the originals: the
 * caller's slot has no copies of their variables yet. */
static int load(struct guest *guest, int descriptor)
{
    int slot = slot_current();
    const struct guest *opener = slot_at(slot)->guest;
    char name[PATH_MAX];

    name_copy(descriptor, name);
    if (opener != NULL)
        guest_show_names(opener);
    opening_begin();
    slot_visit(0);
    guest->handle = loader_open(name, mode());
    slot_visit(slot);
    opening_end();
    if (guest->handle == NULL)
        return note(-1, "%s cannot run beside another program: %s", guest->path, dlerror());
    return check_allocators(guest) != 0 ? -1 : describe_guest(guest);
}

/* A sanitizer has to be there when the process starts. */
static int check_sanitizer(const char *path, const struct guest_facts *facts)
{
    const char *library = facts->needs_asan && &__asan_init == NULL ? "libasan.so"
                          : facts->needs_tsan && !tsan_is_there()   ? "libtsan.so"
                                                                    : NULL;

    if (library == NULL)
        return 0;
    return note(-1, "%s cannot run beside another program: it was compiled with a sanitizer, which "
                    "must be there when the process starts; start the job with LD_PRELOAD=%s, by "
                    "the path that gcc -print-file-name=%s prints", path, library, library);
}

static int open_copy(struct guest *guest)
{
    struct guest_facts facts;
    int descriptor = guest_file_copy(guest->path, &facts);

    if (descriptor < 0)
        return -1;
    if (check_sanitizer(guest->path, &facts) == 0 && check_tls(guest->path, &facts) == 0 &&
        load(guest, descriptor) == 0)
        return 0;
    if (guest->handle == NULL)
        close(descriptor);
    return -1;
}

/* The loader does not unload the program. With an equal name of a copy it would take another
 * program for this one, so the descriptor stays open. */
static void remember_refusal(struct guest *guest)
{
    guest->refusal = memory_copy_text(note_text());
    guest->next = guests.refused;
    guests.refused = guest;
}

static struct guest *make_guest(const char *path, const struct stat *status)
{
    struct guest *guest = memory_take_zeroed(sizeof *guest);

    if (guest != NULL)
        guest->path = memory_copy_text(path);
    if (guest == NULL || guest->path == NULL) {
        memory_give(guest);
        note(-1, "no memory for program %s", path);
        return NULL;
    }
    guest->status = *status;
    if (open_copy(guest) == 0)
        return guest;
    if (guest->handle != NULL) {
        remember_refusal(guest);
        return NULL;
    }
    memory_give(guest->path);
    memory_give(guest);
    return NULL;
}

static struct guest *find_or_make(const char *path, const struct stat *status)
{
    struct guest *guest = find_guest(load_relaxed(&guests.first), status);

    if (guest != NULL)
        return guest;
    guest = find_guest(guests.refused, status);
    if (guest != NULL) {
        note(-1, "%s", guest->refusal != NULL ? guest->refusal : "it was refused before");
        return NULL;
    }
    guest = make_guest(path, status);
    if (guest == NULL)
        return NULL;
    guest->next = load_relaxed(&guests.first);
    store_release(&guests.first, guest); /* edge guest.all */
    return guest;
}

int guest_open(const char *path, const struct guest **opened)
{
    struct heap *heap = memory_use(NULL); /* guests outlive the job that opened them */
    struct stat status;
    struct guest *guest = NULL;

    lock_order_enter(LOCK_GUESTS);
    pthread_mutex_lock(&guests.lock);
    if (stat(path, &status) == 0)
        guest = find_or_make(path, &status);
    else
        note(-1, "%s: %s", path, strerror(errno));
    pthread_mutex_unlock(&guests.lock);
    lock_order_leave(LOCK_GUESTS);
    memory_use(heap);
    *opened = guest;
    return guest != NULL ? 0 : -1;
}
