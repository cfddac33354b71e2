/* SPDX-License-Identifier: MIT */
#include "image/image.h"

#include <pthread.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/loader.h"
#include "base/must.h"
#include "base/note.h"
#include "base/sanitizer.h"
#include "base/tsan.h"
#include "image/copy/construct.h"
#include "image/copy/copy.h"
#include "image/copy/kept.h"
#include "image/copy/stride.h"
#include "image/copy/tls.h"
#include "image/guest/guest.h"
#include "image/module/check.h"
#include "image/module/defer.h"
#include "image/module/needed.h"
#include "image/module/relocation.h"
#include "image/module/uninstrumented.h"
#include "image/slot.h"
#include "image/start.h"
#include "image/whole/own_libc.h"
#include "image/whole/whole.h"

/* Copies that are neighbours of the originals may find many places taken by a job's heap. */
enum { PLACES_TRIED_MAX = IMAGE_SLOTS_MAX };

static int prepare_modules(void)
{
    struct module *module;

    for (module = module_first(); module != NULL; module = module_next(module))
        if (check_module(module) != 0)
            return -1;
    if (module_first() != NULL && check_uninstrumented() != 0)
        return -1;
    uninstrumented_say();
    if (whole_check() != 0)
        return -1;
    if (whole_has_program())
        own_libc_use();
    for (module = module_first(); module != NULL; module = module_next(module)) {
        relocation_classify(module);
        if (whole_bind_first(module) != 0 || copy_prepare(module) != 0)
            return -1;
    }
    return 0;
}

static int open_slots(int slots)
{
    if (prepare_modules() != 0 || stride_choose(slots) != 0)
        return -1;
    slots_open();
    return 0;
}

static int start_image(void *argument)
{
    const int *slots = argument;
    int error = 0;

    modules_lock_to_change();
    slots_start();
    /* A process that has slot 0 for itself runs its exit handlers when it exits. */
    if (!slots_are_reserved() && !slot_at(0)->exits.is_open)
        exit_list_open(&slot_at(0)->exits);
    /* A single slot needs no copies, so no program is refused. */
    if (*slots > 1 && !slots_are_open())
        error = open_slots(*slots);
    modules_unlock();
    return error;
}

int image_open(int slots)
{
    if (slots > IMAGE_SLOTS_MAX)
        return note(-1, "%d copies of the program's data exceed the limit of %d", slots,
                    IMAGE_SLOTS_MAX);
    return loader_hold(start_image, &slots);
}

static enum copy_result make_all(ptrdiff_t displacement)
{
    struct module *module;

    if (!stride_hold(displacement))
        return COPY_PLACE_TAKEN;
    for (module = module_first(); module != NULL; module = module_next(module)) {
        enum copy_result result = copy_make(module, displacement);

        if (result != COPY_MADE) {
            kept_unmake(module, displacement);
            return result;
        }
    }
    return COPY_MADE;
}

/* Tries further places if one is taken by a mapping of the program's. */
static enum copy_result try_places(struct slot *slot)
{
    enum copy_result result = COPY_PLACE_TAKEN;
    int tried;

    for (tried = 0; result == COPY_PLACE_TAKEN && tried < PLACES_TRIED_MAX; tried++) {
        if (!slot->has_displacement && !stride_next(&slot->displacement))
            break;
        result = make_all(slot->displacement);
        slot->has_displacement = result != COPY_PLACE_TAKEN;
    }
    return result;
}

/* A place that a job's memory has taken may be free when that job has ended. A place may then be
 * that of two slots, and the one that is filled later finds another. */
static int make_somewhere(struct slot *slot)
{
    enum copy_result result = try_places(slot);

    if (result == COPY_PLACE_TAKEN) {
        stride_begin_again();
        result = try_places(slot);
    }
    if (result == COPY_PLACE_TAKEN)
        return note(-1, "no place in the address space for a copy of the program's data");
    return result == COPY_MADE ? 0 : -1;
}

int image_fill(int slot)
{
    struct slot *filled = slot_at(slot);
    int error = 0;

    if (slot == 0)
        return 0;
    must(!filled->is_filled);
    tsan_acquire(filled); /* its last use comes before this one */
    modules_lock();
    if (filled->kept == 0 || !kept_renew(filled))
        error = make_somewhere(filled);
    if (error == 0) {
        exit_list_open(&filled->exits);
        filled->is_filled = true;
    }
    modules_unlock();
    return error;
}

void image_empty(int slot)
{
    struct slot *emptied = slot_at(slot);
    struct module *module;

    if (slot == 0 || !emptied->is_filled)
        return;
    tsan_release(emptied);
    modules_lock();
    kept_leave(emptied);
    emptied->guest = NULL;
    for (module = module_first(); module != NULL; module = module_next(module))
        module->is_constructed[slot] = false;
    exit_list_close(&emptied->exits);
    emptied->is_filled = false;
    modules_unlock();
}

void image_settle(int slot, const struct guest *guest)
{
    slot_at(slot)->guest = guest;
}

const struct guest *image_guest(int slot)
{
    return slot_at(slot)->guest;
}

NOT_INSTRUMENTED ptrdiff_t image_displacement(int slot)
{
    return slot_at(slot)->displacement;
}

NOT_INSTRUMENTED void image_enter(int slot)
{
    ptrdiff_t displacement = image_displacement(slot);
    const struct guest *guest = slot_at(slot)->guest;
    const struct module *module;

    if (guest != NULL)
        tls_install(guest->module);
    /* No lock: modules are only ever appended. Modules that were opened are skipped under
     * ThreadSanitizer, because the loader would allocate their thread-local block in a thread that
     * the sanitizer does not know yet. */
    for (module = module_first(); module != NULL; module = module_next(module))
        if (module->is_guest ? guest != NULL && module == guest->module
                             : !module->is_opened || !tsan_is_there())
            tls_move(module, slot_displacement(), displacement);
    slot_visit(slot);
}

bool image_has_code(const void *address)
{
    bool is_there;

    modules_lock();
    is_there = module_of(whole_original(address)) != NULL;
    modules_unlock();
    return is_there;
}

void image_tell_debugger(void)
{
    if (whole_is_there())
        whole_tell_debugger();
}

bool image_is_whole(void)
{
    return whole_has_program();
}

void *image_function(int slot, void *function)
{
    const struct module *module = whole_has_program() ? module_of(function) : NULL;

    return module != NULL && module->is_whole ? (char *)function + image_displacement(slot)
                                              : function;
}

int image_current(void)
{
    return slot_current();
}

void image_let_others_construct(int slot)
{
    construct_end_turn(slot);
}

bool image_is_private(const void *original)
{
    return modules_have_private(original);
}

static void set_own(void *variable, void *value)
{
    if (variable != NULL && modules_have_private(variable))
        *(void **)heddle_own(variable) = value;
}

/* Each program has such a variable, and a library uses that of the program that was opened with
 * it. */
static void set_environment(char **environment)
{
    const struct guest *guest;

    if (whole_has_program() && !own_libc_is_used())
        environ = environment;
    set_own(&environ, environment);
    set_own(own_libc_used("environ"), environment);
    for (guest = guest_first(); guest != NULL; guest = guest->next)
        set_own(guest->environment, environment);
}

void image_set_input(FILE *stream)
{
    const struct guest *guest;

    set_own(&stdin, stream);
    set_own(own_libc_used("stdin"), stream);
    for (guest = guest_first(); guest != NULL; guest = guest->next)
        set_own(guest->input, stream);
}

static char ***environment_of(const struct guest *guest)
{
    char ***own = (char ***)(void *)own_libc_used("environ");

    if (guest != NULL && guest->environment != NULL)
        return guest->environment;
    return own != NULL ? own : &environ;
}

bool image_has_environments(void)
{
    return modules_have_private(environment_of(NULL));
}

bool image_has_inputs(void)
{
    const char *own = own_libc_used("stdin");

    return modules_have_private(own != NULL ? own : (const char *)&stdin);
}

/* Streams that the linker has moved into a program whose code is copied. The job may have put
 * streams of its own there (job/output.c). */
static void set_outputs(void)
{
    set_own(&stdout, stdout);
    set_own(&stderr, stderr);
}

char **image_environment(void)
{
    const struct guest *guest = slot_at(slot_current())->guest;
    char ***variable = environment_of(guest);

    return modules_have_private(variable) ? *(char ***)heddle_own(variable) : environ;
}

void *image_own_function(const char *name)
{
    return own_libc_used(name);
}

static bool is_program_of(const struct guest *guest, const struct module *module)
{
    return guest != NULL ? module == guest->module : module->is_executable;
}

/* True if the module's constructors run when a slot of this program begins: the program's own, and
 * those of the libraries that it needs. */
static bool begins_with(const struct guest *guest, const struct module *module)
{
    return guest != NULL ? needed_has(&guest->needed, module) : !module->is_opened;
}

bool image_tells_accesses(int slot)
{
    const struct guest *guest = slot_at(slot)->guest;
    const struct module *module;
    bool reports = false;

    modules_lock();
    for (module = module_first(); module != NULL && !reports; module = module_next(module))
        reports = module->tells_accesses && begins_with(guest, module);
    modules_unlock();
    return reports;
}

void image_construct(int slot, int argc, char **argv, char **envp)
{
    struct construct_arguments given = {.argc = argc, .argv = argv, .envp = envp};
    struct slot *constructed = slot_at(slot);
    struct module *module;

    set_environment(envp);
    set_outputs();
    construct_begin_turn(slot);
    /* No lock: constructors may open libraries, and modules are only ever appended. */
    for (module = module_first(); module != NULL; module = module_next(module)) {
        if (!load_acquire(&module->is_everywhere)) /* edge module.everywhere */
            continue;
        if (is_program_of(constructed->guest, module))
            constructed->exits_of_libraries = constructed->exits.count;
        if (begins_with(constructed->guest, module))
            construct_module(module, slot, &given);
    }
    construct_end_turn(slot);
}

static void destruct_before(const struct module *end, int slot, int status)
{
    struct exit_list *exits = &slot_at(slot)->exits;
    struct module *module, *last;

    for (; end != module_first(); end = last) {
        last = NULL;
        for (module = module_first(); module != end; module = module_next(module))
            last = module;
        if (!load_acquire(&last->is_everywhere)) /* edge module.everywhere */
            continue;
        destruct_module(last, slot);
        if (exits->count > 0)
            construct_begin_turn(slot);
        while (exit_list_run_latest_of(exits, last->start, last->end, status))
            construct_begin_turn(slot);
    }
}

/* Destroys the calling thread's thread-local objects before all others, as libc's exit does. If
 * libc lacks this function, they are destroyed when the thread ends. */
static void destruct_thread_locals(void)
{
    void (*libc_destruct)(void);

    *(void **)&libc_destruct = loader_symbol(RTLD_DEFAULT, "__call_tls_dtors");
    if (libc_destruct != NULL)
        libc_destruct();
}

/* Each handler runs in the slot's turn, which an earlier one may have given away. */
static bool run_latest(int slot, size_t kept, int status)
{
    struct exit_list *exits = &slot_at(slot)->exits;

    if (exits->count > kept)
        construct_begin_turn(slot);
    return exit_list_run_latest(exits, kept, status);
}

void image_finish(int slot, int status)
{
    struct slot *finished = slot_at(slot);

    construct_end_turn(slot);
    destruct_thread_locals();
    while (run_latest(slot, finished->exits_of_libraries, status))
        continue;
    if (slot != 0 || defer_is_possible() || whole_has_program())
        destruct_before(NULL, slot, status);
    while (run_latest(slot, 0, status))
        continue;
    finished->exits_of_libraries = 0;
    construct_end_turn(slot);
    exit_list_close(&finished->exits);
}
