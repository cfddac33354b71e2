/* SPDX-License-Identifier: MIT */
#include "image/guest/guest_calls.h"

#include <link.h>
#include <string.h>
#include <sys/types.h>

#include "base/loader.h"
#include "image/module/bindings.h"
#include "image/slot.h"

/* The function of the program that the calling thread's slot runs. */
static void *function_of_program(enum guest_call call);

static ssize_t write_by_program(int file, const void *bytes, size_t count)
{
    ssize_t (*function)(int, const void *, size_t);

    *(void **)&function = function_of_program(GUEST_WRITE);
    return function(file, bytes, count);
}

static void *get_terminate_of_program(void)
{
    void *(*function)(void);

    *(void **)&function = function_of_program(GUEST_GET_TERMINATE);
    return function();
}

static void *get_new_handler_of_program(void)
{
    void *(*function)(void);

    *(void **)&function = function_of_program(GUEST_GET_NEW_HANDLER);
    return function();
}

static const struct call {
    const char *function, *library;
    void *finder;
} calls[GUEST_CALLS] = {
    [GUEST_WRITE] = {"write", "/libgfortran.so", (void *)write_by_program},
    [GUEST_GET_TERMINATE] = {"_ZSt13get_terminatev", "/libstdc++.so",
                             (void *)get_terminate_of_program},
    [GUEST_GET_NEW_HANDLER] = {"_ZSt15get_new_handlerv", "/libstdc++.so",
                               (void *)get_new_handler_of_program},
};

static void *function_of_program(enum guest_call call)
{
    const struct guest *guest = slot_at(slot_current())->guest, *any = guest_first();

    if (guest != NULL)
        return guest->calls[call];
    return any != NULL ? any->calls_of_first[call]
                       : loader_symbol(RTLD_DEFAULT, calls[call].function);
}

static void lead_calls(const struct link_map *map, const struct call *call)
{
    struct bindings bindings = bindings_of(map);
    struct binding one = {0};

    while (bindings_next(&bindings, &one))
        if (strcmp(one.name, call->function) == 0)
            binding_lead(&one, call->finder);
}

void guest_calls_lead(struct guest *guest)
{
    size_t library;
    int i;

    for (i = 0; i < GUEST_CALLS; i++) {
        guest->calls[i] = loader_symbol(guest->handle, calls[i].function);
        guest->calls_of_first[i] = loader_symbol(RTLD_DEFAULT, calls[i].function);
        if (guest->calls_of_first[i] == NULL)
            guest->calls_of_first[i] = guest->calls[i];
        for (library = 1; library < guest->needed.count; library++)
            if (strstr(guest->needed.maps[library]->l_name, calls[i].library) != NULL)
                lead_calls(guest->needed.maps[library], &calls[i]);
    }
}
