/* SPDX-License-Identifier: MIT */
#include "driver/trace.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unwind.h>

#ifdef HEDDLE_LIBDW
#include <elfutils/libdwfl.h>
#include <link.h>
#endif

struct walk {
    struct trace *trace;
    uintptr_t from;
};

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument)
{
    struct walk *walk = argument;
    int is_before_call = 0;
    uintptr_t frame = _Unwind_GetIPInfo(context, &is_before_call);

    if (frame == walk->from)
        walk->trace->count = 0; /* what came before is the handler's */
    if (walk->trace->count == TRACE_FRAMES_MAX)
        return _URC_END_OF_STACK;
    walk->trace->frames[walk->trace->count++] = is_before_call ? frame : frame - 1;
    return _URC_NO_REASON;
}

void trace_take(struct trace *trace, uintptr_t from)
{
    struct walk walk = {trace, from};

    trace->count = 0;
    _Unwind_Backtrace(visit, &walk);
}

/* What is known of a frame; the texts belong to whoever found them. */
struct place {
    const char *function;
    const char *file;
    int line;
};

/* Frames from here on are ours. */
static bool is_below_main(const struct place *place)
{
    return place->function != NULL &&
           strncmp(place->function, "run_user_main", strlen("run_user_main")) == 0;
}

static void print_place(const struct place *place, uintptr_t frame, int fd)
{
    const char *file = place->file != NULL ? strrchr(place->file, '/') : NULL;

    file = file != NULL ? file + 1 : place->file;
    if (file != NULL && place->line > 0)
        dprintf(fd, "    at %s (%s:%d)\n", place->function != NULL ? place->function : "?", file,
                place->line);
    else
        dprintf(fd, "    at %s (%#lx%s%s)\n", place->function != NULL ? place->function : "?",
                (unsigned long)frame, file != NULL ? ", " : "", file != NULL ? file : "");
}

#ifdef HEDDLE_LIBDW
static int report_module(struct dl_phdr_info *info, size_t size, void *argument)
{
    const char *path = info->dlpi_name[0] != '\0' ? info->dlpi_name : "/proc/self/exe";

    (void)size;
    if (strchr(path, '/') != NULL) /* the vdso has no file */
        dwfl_report_elf(argument, path, path, -1, info->dlpi_addr, false);
    return 0;
}

static Dwfl *open_modules(void)
{
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = dwfl_offline_section_address,
    };
    Dwfl *dwfl = dwfl_begin(&callbacks);

    if (dwfl != NULL) {
        dwfl_report_begin(dwfl);
        dl_iterate_phdr(report_module, dwfl);
        dwfl_report_end(dwfl, NULL, NULL);
    }
    return dwfl;
}

static struct place find_place(Dwfl *dwfl, uintptr_t frame)
{
    struct place place = {NULL, NULL, 0};
    Dwfl_Module *module = dwfl != NULL ? dwfl_addrmodule(dwfl, frame) : NULL;
    Dwfl_Line *line;

    if (module == NULL)
        return place;
    place.function = dwfl_module_addrname(module, frame);
    line = dwfl_module_getsrc(module, frame);
    if (line != NULL)
        place.file = dwfl_lineinfo(line, NULL, &place.line, NULL, NULL, NULL);
    else
        place.file = dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    return place;
}
#else
typedef void Dwfl;

static Dwfl *open_modules(void)
{
    return NULL;
}

static void dwfl_end(Dwfl *dwfl)
{
    (void)dwfl;
}

static struct place find_place(Dwfl *dwfl, uintptr_t frame)
{
    Dl_info info;
    struct place place = {NULL, NULL, 0};

    (void)dwfl;
    if (dladdr((void *)frame, &info) != 0) {
        place.function = info.dli_sname;
        place.file = info.dli_fname;
    }
    return place;
}
#endif

void trace_print(const struct trace *trace, int fd)
{
    Dwfl *modules = open_modules();
    int i;

    for (i = 0; i < trace->count; i++) {
        struct place place = find_place(modules, trace->frames[i]);

        if (is_below_main(&place))
            break;
        print_place(&place, trace->frames[i], fd);
    }
    if (modules != NULL)
        dwfl_end(modules);
}
