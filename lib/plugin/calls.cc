/* SPDX-License-Identifier: MIT */
/* The functions of MPI, their buffers and requests. */
#include "mpi_calls.h"

#include "basic-block.h"
#include "cfg.h"
#include "gimple-iterator.h"

/* The front ends of C and C++ have it. */
extern tree c_fully_fold(tree, bool, bool *, bool) __attribute__((weak));

static const call_buffer buffers[] = {
#define BUFFER(function, buffer, count, factor, datatype, traits, name) \
    {#function, buffer, count, factor, datatype, traits, #name},
#include "api/generated/buffers.def"
};

static const call_request requests[] = {
#define REQUEST(function, number, makes) {#function, number, REQUEST_MAKES_##makes},
#include "api/generated/requests.def"
};

/* Takes the end away if the name has it. */
static void cut_end(std::string *name, const char *end)
{
    size_t length = strlen(end);

    if (name->size() > length && name->compare(name->size() - length, length, end) == 0)
        name->resize(name->size() - length);
}

/* The name of the function of MPI that a procedure of Fortran has: mpi_send is MPI_Send, and so is
 * mpi_send_f08ts, to which mpi_f08 leads; mpi_wait_f08 is MPI_Wait. */
static std::string fortran_name(const char *name)
{
    std::string of_c = "MPI_";

    name += startswith(name, "pmpi_");
    if (!startswith(name, "mpi_") || name[4] == '\0')
        return "";
    of_c = of_c + (char)TOUPPER(name[4]) + (name + 5);
    cut_end(&of_c, "_f08ts");
    cut_end(&of_c, "_f08");
    return of_c;
}

std::string mpi_name(tree function)
{
    const char *start;
    std::string name;

    if (function == NULL_TREE || DECL_NAME(function) == NULL_TREE || !TREE_PUBLIC(function))
        return "";
    start = IDENTIFIER_POINTER(DECL_NAME(function));
    if (is_fortran())
        return fortran_name(start);
    start += startswith(start, "PMPI_");
    if (!startswith(start, "MPI_"))
        return "";
    name = start;
    cut_end(&name, "_c");
    return name;
}

std::vector<const call_buffer *> buffers_of(const std::string &mpi_name)
{
    static std::unordered_multimap<std::string, const call_buffer *> known;
    std::vector<const call_buffer *> found;

    if (known.empty())
        for (const call_buffer &each : buffers)
            known.emplace(each.function, &each);
    for (auto range = known.equal_range(mpi_name); range.first != range.second; ++range.first)
        found.push_back(range.first->second);
    std::sort(found.begin(), found.end());
    return found;
}

const call_request *request_of(const std::string &mpi_name)
{
    static std::unordered_map<std::string, const call_request *> known;

    if (known.empty())
        for (const call_request &each : requests)
            known.emplace(each.function, &each);
    auto found = known.find(mpi_name);
    return found == known.end() ? NULL : found->second;
}

tree without_conversions(tree value, bool (*is_passed)(tree type))
{
    for (;;) {
        tree bare = tree_strip_any_location_wrapper(value);

        if ((CONVERT_EXPR_P(bare) || TREE_CODE(bare) == NON_LVALUE_EXPR) &&
            is_passed(TREE_TYPE(bare)))
            bare = TREE_OPERAND(bare, 0);
        if (bare == value)
            return value;
        value = bare;
    }
}

bool is_any_type(tree)
{
    return true;
}

bool is_pointer_to_void(tree type)
{
    return POINTER_TYPE_P(type) && VOID_TYPE_P(TREE_TYPE(type));
}

tree folded(tree value)
{
    return is_cxx() && c_fully_fold != NULL ? c_fully_fold(value, false, NULL, false) : value;
}

void visit_calls(function *fun, void (*visit)(function *fun, gcall *call))
{
    basic_block block;

    FOR_EACH_BB_FN (block, fun)
        for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
            if (gcall *call = dyn_cast<gcall *>(gsi_stmt(i)))
                visit(fun, call);
}
