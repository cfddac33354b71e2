/* SPDX-License-Identifier: MIT */
/* Modules that are copied whole: programs and libraries that the compiler plugin has not seen.
 *
 * Code that the plugin has compiled adds the displacement to each variable's address. Other code
 * cannot be made to. But position-independent code reaches the data of its own module at fixed
 * distances from itself. So the code is mapped at each slot's displacement, too, as often as the
 * data are copied: it then works on the data beside it. All copies of a slot still lie at one
 * distance from the originals, whether they have code or not, so modules of both kinds use each
 * other's variables.
 *
 * The loader knows the first copy alone. Before it runs any constructor it has bound the process's
 * objects, and whole_adopt makes modules of them: what the loader has written into a module, the
 * pointers and the table of offsets, is what copies need. Words that lead into a module that is
 * copied are displaced, as pointers in initial data always are (image/module/relocation.h).
 *
 * In a program that the wrapper has linked, these are its libraries that no wrapper has compiled.
 * The program's code is not copied, and calls them by thunks (image/whole/thunks.h).
 *
 * Not copied are the C library and the loader, this library and what it needs, the unwinder and
 * the runtime libraries of sanitizers (image/whole/loaded.h has all). Their code calls the first
 * copy where it calls a name of a copied module, and a slot's copy where the slot has given it
 * an address. */
#ifndef IMAGE_WHOLE_H
#define IMAGE_WHOLE_H

#include "image/copy/construct.h"
#include "image/module/module.h"

/* Makes modules of the process's objects, but of those that the wrapper has linked: they register
 * themselves. Call it at the start, before any constructor runs. */
void whole_adopt(void);

/* Makes modules of the objects that come with a library, before their constructors run
 * (image/whole/herald.h). */
void whole_arrive(const char *herald);

/* Returns the herald of the modules that are being made, or NULL. They find names in what it needs,
 * which other modules may not see. */
const struct link_map *whole_herald(void);

/* Takes a module's constructors and destructors from the loader. False: the loader runs them, on
 * the first copy, as in a program whose main runs once. */
bool whole_defer(struct module *module);

/* Refuses what cannot be copied whole. Returns 0, or -1 with a note. */
int whole_check(void);

/* Debuggers stop in this function, which is called when copies have been made, and read their
 * symbols (tools/gdb/copies.py). */
void whole_tell_debugger(void);

/* True if modules can be copied whole, which whole_adopt has begun; if one is; if the process's
 * first executable is. */
bool whole_is_possible(void);
bool whole_is_there(void);
bool whole_has_program(void);

/* True if the constructors of the process's first executable run for each of its copies. Call it
 * after whole_adopt. */
bool whole_defers_program(void);

/* Returns the address that the loader has bound the symbol to, whose word is `value`. If the loader
 * binds the symbol when it is called first, returns what it would then bind. */
char *whole_target(const struct module *module, const ElfW(Sym) *symbol, int type, char *value);

/* The word that a copied module needs there. */
char *whole_bound(const struct module *module, const ElfW(Sym) *symbol, int type, char *value);

/* Leads modules to the slots' own state of the C library (image/whole/own_libc.h). Call it after
 * whole_adopt, when the C library has begun and libraries can be opened. */
void whole_complete(void);

/* Gives the module's first copy the words that are its own. Returns 0, or -1 with a note. */
int whole_bind_first(const struct module *module);

/* Gives it the words for dlopen alone. A process that has one slot keeps its program as it is but
 * for these, so that what it opens becomes modules, and ranks which it spawns have copies. */
int whole_bind_openers(const struct module *module);

/* Runs the constructors or destructors of a slot's copy, in a thread that has entered the slot. */
void whole_construct(const struct module *module, ptrdiff_t displacement,
                     const struct construct_arguments *given);
void whole_destruct(const struct module *module, ptrdiff_t displacement);

/* Returns the address in the first copy for one in any copy of a module, and other addresses as
 * they are. It takes no lock, and a signal handler may call it. */
const void *whole_original(const void *address);

#endif
