/* SPDX-License-Identifier: MIT */
/* The plugin's knowledge of calls of MPI: their buffers, what datatypes describe, and how it warns
 * of them. */
#ifndef DRIVER_PRIVATIZE_MPI_CALLS_H
#define DRIVER_PRIVATIZE_MPI_CALLS_H

#include "privatize.h"

/* calls.cc: the buffers of a function of MPI, as lib/api/generated/buffers.def describes them. */
enum { AT_ROOT = 1, OF_NEIGHBORS = 2, COUNTS = 4, DATATYPES = 8 };

struct call_buffer {
    const char *function;
    int buffer, count, factor, datatype;
    unsigned traits;
    const char *name; /* of the parameter */
};

/* The request of a function, or its array of requests, as lib/api/generated/requests.def has it. */
enum request_makes { REQUEST_MAKES_NOTHING, REQUEST_MAKES_OPERATION, REQUEST_MAKES_PERSISTENT };

struct call_request {
    const char *function;
    int number;
    request_makes makes;
};

/* Visits the calls of a function that has a flow graph. */
void visit_calls(function *fun, void (*visit)(function *fun, gcall *call));

/* The function's name without the P of the profiling interface and the _c of the large form; empty:
 * none of MPI. */
std::string mpi_name(tree function);
std::vector<const call_buffer *> buffers_of(const std::string &mpi_name);
const call_request *request_of(const std::string &mpi_name); /* NULL: it has none */

/* Takes away conversions to types that `is_passed` accepts, and what only has a location. */
tree without_conversions(tree value, bool (*is_passed)(tree type));
bool is_any_type(tree type);
/* The value as a constant, if it is one: the front end of C++ folds later than that of C. */
tree folded(tree value);
bool is_pointer_to_void(tree type);

/* layout.cc: what a datatype describes, as far as a C type can contradict it. */
enum part_kind { INTEGERS, REALS, BYTES };

struct datatype_part {
    part_kind kind;
    HOST_WIDE_INT bytes, offset;
};

struct datatype {
    std::string name;
    std::vector<datatype_part> parts; /* the first ones, if there are very many */
    HOST_WIDE_INT extent;
    HOST_WIDE_INT end; /* of the last part */
};

/* NULL: no constant, or one of a datatype that says nothing, such as MPI_PACKED. */
const datatype *predefined_datatype(tree argument);
/* Part of the datatype that is something else in the C type at that place. */
struct contradiction {
    datatype_part described;
    HOST_WIDE_INT offset;
    tree found;
};
bool contradicts(const datatype &type, tree element, HOST_WIDE_INT count, contradiction *first);
/* The bytes of a C type, or 0 if they are not known. */
HOST_WIDE_INT bytes_of(tree type);
/* True for types that programs use for memory of any kind. */
bool holds_anything(tree type);
std::string shown_part(const datatype_part &described);
/* The predefined datatype that describes a C type, or NULL. */
const char *datatype_for(tree type);

/* derived.cc: datatypes that the same function makes of constants. */
class derived_datatypes
{
public:
    explicit derived_datatypes(tree function) : function(function)
    {
    }
    /* NULL: not known for certain. */
    const datatype *find(tree argument);
    /* A constant, of a variable that only ever has this value, too. */
    bool find_number(tree argument, HOST_WIDE_INT *number);
    /* The elements of an array that are known; NULL_TREE for the others. */
    std::vector<tree> elements(tree argument);

private:
    struct variable {
        bool is_sure = true;
        tree maker = NULL_TREE; /* the call that writes it */
        tree whole = NULL_TREE; /* the value that is stored in it */
        std::unordered_map<HOST_WIDE_INT, tree> stored;
    };

    void look(void);
    void look_at_call(tree call);
    void look_at_address(tree address);
    void look_at_store(tree target, tree value);
    static tree look_at(tree *place, int *, void *self);
    variable *find_variable(tree argument, tree *decl);
    tree value_of(tree argument);
    bool make(tree call, datatype *made);
    bool make_vector(tree call, HOST_WIDE_INT unit, datatype *made);
    bool make_struct(tree call, datatype *made);
    bool number(tree call, int index, HOST_WIDE_INT *number);

    tree function;
    bool has_looked = false;
    int depth = 0;
    hash_set<tree> understood;
    std::unordered_map<unsigned, variable> variables;
    std::unordered_map<unsigned, datatype> known;
};

/* warn.cc */
enum mpi_warning { WARNING_TYPE, WARNING_COUNT, WARNING_SCOPE };

/* Warns in the words of GCC's own formats, once for each place and unless an option or a pragma
 * switches the warning off. True: it has, now or before. */
bool warn(mpi_warning which, location_t location, const char *format, ...);

/* An argument in the program's text. */
struct argument_place {
    location_t location; /* the call's if the text cannot be found */
    std::string text; /* its first line; empty if it cannot be found */
    bool may_be_cast;
};
argument_place place_of(tree call, tree function, int index);

/* objects.cc: for functions in SSA form. */
/* An object that an address points into, and where. */
struct pointed_object {
    HOST_WIDE_INT bytes, offset;
    bool is_offset_known;
    bool is_only; /* false: the largest of several */
    tree decl; /* NULL_TREE: allocated */
};
bool find_object(tree address, pointed_object *found, int depth = 0);
/* A value that is a constant, by however many steps. */
bool find_constant(tree value, HOST_WIDE_INT *constant, int depth = 0);
/* The assignment that makes a value; NULL: something else does. */
gassign *assignment_of(tree value);

/* counts.cc: what the front end knows of a call, which the later pass does not see. */
struct noted_call {
    datatype type; /* of bytes it has no parts */
    HOST_WIDE_INT count; /* -1: not known */
    location_t location;
};
void note_call(tree function, location_t call, int buffer, const noted_call &known);

/* described.cc: records for the library what the argument of a call points to. Not certain: the
 * program has cast it, so the library does not ask what the memory was before. */
void describe_argument(tree function, location_t call, const char *name, tree element,
                       bool is_certain);
/* The layout of elements of which memory may have many; empty if nothing is known of them. */
std::string layout_of_whole(tree element);
/* All calls are noted, also those without a layout, as another instance may have one. */
void note_description(tree function, location_t call, const std::string &subject,
                      const std::string &layout);

/* locals.cc: describe the local variable in which the argument of a call lies. describe_local finds
 * it in the front end's tree of the argument. describe_variable_of is given it, or NULL_TREE for
 * none, and where in it the argument points to, or -1 if that is not known. */
void describe_local(tree function, location_t call, const char *name, tree buffer);
void describe_variable_of(tree function, location_t call, const char *name, tree variable,
                          HOST_WIDE_INT offset);

/* True for std::array<T, N>::data, whose object consists of its elements alone. */
bool is_data_of_array(tree function);

/* allocations.cc */
bool allocates(tree function);
/* A structure whose last field is an array may go on behind its end. */
bool ends_with_array(tree type);
/* A variable that the unit may use for more than its type says: it keeps its address as that of
 * something else, or it is an array of integers, the usual form of a pool. */
bool is_pool(tree variable);

/* allocators.cc: may a function of the program hand out what malloc returns? */
bool may_allocate(tree function);

/* fortran_calls.cc: checks the type of a buffer. False: nothing is known, or it has warned. */
bool is_fortran(void);
/* Does the statement store this field of a structure? */
bool stores_field(gimple *statement, const char *field);
/* The constant whose address is passed, NULL_TREE if it is none. */
tree constant_at(tree address);
/* The address that a call passes, in a descriptor or without; NULL_TREE if it is not known. */
tree passed_address(function *fun, gcall *call, int index);
/* Records for the library what the element of a buffer is that is passed in a descriptor. */
void describe_descriptor(function *fun, gcall *call, const call_buffer &roles);
bool look_at_fortran(gcall *call, const call_buffer &roles, noted_call *known);

#endif
