/* SPDX-License-Identifier: MIT */
#include "base/variable.h"

#include <string.h>

#ifdef HEDDLE_LIBDW
#include <elfutils/libdwfl.h>

/* GCC gives a static variable of a function a number: "halo.2". */
static void drop_number(char *name)
{
    char *dot = strrchr(name, '.');

    if (dot != NULL && dot != name && dot[1] != '\0' &&
        strspn(dot + 1, "0123456789") == strlen(dot + 1))
        *dot = '\0';
}

bool variable_find(struct places *places, uintptr_t address, struct variable_place *found)
{
    Dwfl_Module *module = places != NULL ? dwfl_addrmodule((Dwfl *)places, address) : NULL;
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name;

    if (module == NULL)
        return false;
    name = dwfl_module_addrinfo(module, address, &offset, &symbol, NULL, NULL, NULL);
    if (name == NULL || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || offset >= symbol.st_size)
        return false;
    symbol_name(name, found->name);
    drop_number(found->name);
    found->offset = offset;
    return true;
}
#else
bool variable_find(struct places *places, uintptr_t address, struct variable_place *found)
{
    (void)places, (void)address, (void)found;
    return false;
}
#endif
