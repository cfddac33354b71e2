/* SPDX-License-Identifier: MIT */
/* Fortran with INTEGERs of 8 bytes (-fdefault-integer-8): calls of MPI's procedures, and procedures
 * of these names that the file defines, get the names that the procedures for such INTEGERs have
 * (lib/fortran/wide.h). No object file says which INTEGERs it passes, so that only the compiler
 * can do it. */
#include "privatize.h"

#ifdef HAS_FORTRAN
static const std::unordered_set<std::string> procedures = {
#define WIDE_PROCEDURE(name) name,
#include "wide.def"
};

static tree last_argument(tree decl)
{
    tree last = NULL_TREE;

    for (tree list = TYPE_ARG_TYPES(TREE_TYPE(decl)); list != NULL_TREE; list = TREE_CHAIN(list))
        if (POINTER_TYPE_P(TREE_VALUE(list)))
            last = TREE_TYPE(TREE_VALUE(list));
    return last;
}

/* True if the procedure has been declared, or is called, with an INTEGER or a handle of that many
 * bytes as its last argument, which is `ierror` in most of them. */
static bool has_last_argument_of(tree decl, unsigned bytes)
{
    tree last = last_argument(decl);

    return last != NULL_TREE &&
           (TREE_CODE(last) == INTEGER_TYPE || TREE_CODE(last) == RECORD_TYPE) &&
           TYPE_SIZE_UNIT(last) != NULL_TREE && tree_fits_uhwi_p(TYPE_SIZE_UNIT(last)) &&
           tree_to_uhwi(TYPE_SIZE_UNIT(last)) == bytes;
}

/* A procedure of mpi_f08 has always an interface. */
static bool is_of_f08(const std::string &name)
{
    return name.find("_f08") != std::string::npos;
}

static void name_wide(tree decl, const std::string &name)
{
    if (has_last_argument_of(decl, 4))
        error_at(DECL_SOURCE_LOCATION(decl),
                 "an argument of %qs has 4 bytes, but INTEGERs have 8 here "
                 "(%<-fdefault-integer-8%>): pass an INTEGER, and let mpifort, which must be given "
                 "the option, choose the modules", name.substr(0, name.size() - 1).c_str());
    else {
        SET_DECL_RTL(decl, NULL); /* a definition has its old name there */
        symtab->change_decl_assembler_name(decl, get_identifier((name + "i8_").c_str()));
    }
}

/* The interface has come with a module of the program that makes MPI's names public. */
static void check_narrow(tree decl, const std::string &name)
{
    if (is_of_f08(name) && has_last_argument_of(decl, 8))
        error_at(DECL_SOURCE_LOCATION(decl),
                 "the interface of %qs is one for INTEGERs of 8 bytes: compile this file with "
                 "%<-fdefault-integer-8%>, too, or use %<mpi_f08%> here, and let modules that are "
                 "compiled with the option keep the names of MPI private",
                 name.substr(0, name.size() - 1).c_str());
}

void name_wide_procedures(void)
{
#ifdef flag_default_integer
    symtab_node *node;

    if (!startswith(lang_hooks.name, "GNU Fortran"))
        return;
    FOR_EACH_SYMBOL (node) {
        if (TREE_CODE(node->decl) != FUNCTION_DECL ||
            !(TREE_PUBLIC(node->decl) || DECL_EXTERNAL(node->decl)))
            continue;
        std::string name = plain_name(node->decl);
        if (procedures.count(name) == 0)
            continue;
        if (flag_default_integer != 0)
            name_wide(node->decl, name);
        else
            check_narrow(node->decl, name);
    }
#endif
}
#else
void name_wide_procedures(void)
{
}
#endif
