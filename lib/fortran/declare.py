# SPDX-License-Identifier: MIT
"""What Fortran sees of each function: dummy arguments and their declarations, from the tables of
lib/api. tests/fortran compares them with the standard's."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "lib/api"))

import generate as api  # noqa: E402

HANDLES = {f"MPI_{name}": name for name in (
    "Comm", "Datatype", "Errhandler", "File", "Group", "Info", "Message", "Op", "Request",
    "Session", "Win")}
INTEGERS = {"int": "INTEGER", "const int": "INTEGER", "int[3]": "INTEGER",
            "MPI_Aint": "INTEGER(KIND=MPI_ADDRESS_KIND)",
            "MPI_Offset": "INTEGER(KIND=MPI_OFFSET_KIND)",
            "MPI_Count": "INTEGER(KIND=MPI_COUNT_KIND)"}
ADDRESS = INTEGERS["MPI_Aint"]
POINTER = "TYPE(C_PTR)"

# Where the standard's Fortran has another name for an argument than the ABI's C.
NAMES = {"indx": "index", "error": "err"}

# Fortran has no form of these.
WITHOUT = r"MPI_T_.*|MPI_.*_(toint|fromint|f2c|c2f|c2f08|f082c)"

# Those that MPI-3 removed are in mpif.h and mpi only.
REMOVED = ("MPI_Address", "MPI_Errhandler_create", "MPI_Errhandler_get", "MPI_Errhandler_set",
           "MPI_Type_extent", "MPI_Type_hindexed", "MPI_Type_hvector", "MPI_Type_lb",
           "MPI_Type_struct", "MPI_Type_ub")

# The old functions have addresses that are of type INTEGER. Of those that are not removed mpi_f08
# has the form of mpi.
OLD = REMOVED + ("MPI_Attr_delete", "MPI_Attr_get", "MPI_Attr_put", "MPI_Keyval_create",
                 "MPI_Keyval_free")

# Calls that return before their buffers are done with.
PENDING = re.compile(
    r"MPI_(I(?!n|s_|probe|mprobe)\w+|Ineighbor_\w+|\w+_init|Put|Get|Accumulate|Rput|Rget|"
    r"Raccumulate|R?[Gg]et_accumulate|Fetch_and_op|Compare_and_swap|Comm_idup\w*|"
    r"File_(iread|iwrite)\w*|File_\w+_(begin|end)|\w*[Bb]uffer_attach|\w*attach_buffer|"
    r"Win_(create|attach|detach)|Get_address|Address|Free_mem)(_c)?")

# Buffers that the call keeps or whose address counts: neither IN nor OUT says what happens.
KEPT = ("attach_buf",)
KEPT_BY = ("MPI_Get_address", "MPI_Win_create", "MPI_Win_attach", "MPI_Win_detach",
           "MPI_Buffer_attach", "MPI_Comm_attach_buffer", "MPI_Session_attach_buffer")

LENGTHS = {"MPI_Error_string": "MPI_MAX_ERROR_STRING", "MPI_Info_get": "valuelen",
           "MPI_Type_get_name": "MPI_MAX_OBJECT_NAME", "MPI_Lookup_name": "MPI_MAX_PORT_NAME",
           "MPI_Open_port": "MPI_MAX_PORT_NAME"}
READ_BY = ("MPI_Cancel", "MPI_Free_mem")  # C writes to nothing of the caller's either


class Dummy:
    """A dummy argument: the parameter of C's function that it stands for, and its declarations."""

    def __init__(self, parameter, function, large):
        self.parameter = parameter
        self.function = function
        self.name = NAMES.get(parameter.name, parameter.name)
        self.kind, self.direction = parameter.kind, parameter.direction
        self.c_type = parameter.wide if large else parameter.narrow
        self.is_array = parameter.shape is not None and self.c_type != "char"
        self.is_array = self.is_array or self.c_type == "int[3]" or \
            self.kind in ("arguments", "arguments_list")
        self.is_pending = bool(PENDING.fullmatch(function.name))

    def is_choice(self):
        return self.c_type == "void" and self.kind not in ("logical_ptr", "attach_addr",
                                                           "base_ptr", "detached_buf",
                                                           "attribute_out", "attr_val")

    def is_unchecked(self):
        """True if mpi takes anything."""
        return self.f90().startswith("TYPE(*)")

    def is_callback(self):
        return self.c_type.endswith("_function *") or self.c_type.endswith("_function_c *")

    def is_logical(self):
        return self.kind in ("logical", "logical_ptr")

    def interface_of_callback(self):
        return self.c_type.removesuffix(" *")

    def shape(self):
        """The array bounds of mpi_f08, in parentheses, or nothing."""
        if not self.is_array:
            return ""
        names = [p.name for p in self.function.parameters]
        known = self.parameter.shape in names and \
            self.kind not in ("weight", "status", "errcode") and \
            not (self.kind == "index" and self.direction == "out"
                 and self.parameter.shape == "incount")
        bound = self.parameter.shape if known else "*"
        if self.c_type == "int[3]":
            return "(3, n)"
        if self.kind == "arguments_list":
            return "(count, *)"
        if self.kind == "status" and self.parameter.shape is not None:
            return "(*)"
        return f"({bound})"

    def f08_type(self):
        if self.is_choice():
            return "TYPE(*), DIMENSION(..)"
        if self.is_callback():
            return f"PROCEDURE({self.interface_of_callback()})"
        if self.c_type in HANDLES:
            return f"TYPE({self.c_type})"
        if self.is_logical():
            return "LOGICAL"
        if self.c_type == "MPI_Status":
            return "TYPE(MPI_Status)"
        if self.c_type == "char":
            return f"CHARACTER(LEN={self.length()})"
        if self.c_type in ("char **", "char ***"):
            return "CHARACTER(LEN=*)"
        if self.kind in ("attribute_in", "attribute_out", "attr_val", "extra_state"):
            return ADDRESS
        if self.c_type == "void":
            return POINTER
        return INTEGERS[self.c_type]

    def length(self):
        if self.direction == "in":
            return "*"
        text = self.parameter.shape or "*"
        if self.function.name in LENGTHS:
            return LENGTHS[self.function.name]
        if "KEY" in text or "DATAREP" in text:
            return "*"
        return text if text.startswith("MPI_MAX") else "*"

    def f08_intent(self):
        if self.kind in KEPT or (self.is_choice() and self.function.name in KEPT_BY):
            return ""
        if self.is_callback() or self.kind == "argv":
            return ""
        if self.function.name in READ_BY:
            return "INTENT(IN)"
        if self.kind == "logical_ptr":
            return "INTENT(IN)" if "_set_" in self.function.name else "INTENT(OUT)"
        if self.direction == "in":
            return "INTENT(IN)"
        if self.is_choice():
            return ""
        if self.c_type == "MPI_Status" and self.direction == "out":
            return ""
        if self.kind == "weight" or (self.kind == "errcode" and self.is_array):
            return ""
        return f"INTENT({self.direction.upper()})"

    def f08(self):
        """The declaration in mpi_f08."""
        words = [self.f08_type()]
        if self.f08_intent():
            words.append(self.f08_intent())
        if self.is_pending and (self.is_choice() or self.is_kept_array() or self.is_later()):
            words.append("ASYNCHRONOUS")
        return f"{', '.join(words)} :: {self.name}{self.shape()}"

    def is_kept_array(self):
        return self.is_array and self.kind in ("count_nn", "displ", "displ_bytes", "aint",
                                               "aint_disp", "aint_displ", "datatype")

    def is_later(self):
        return self.c_type == "MPI_Comm" and self.direction == "out" and "idup" in \
            self.function.name

    def f90(self):
        """The declaration in mpi, without that of a choice buffer's type."""
        if self.is_choice():
            return f"TYPE(*), DIMENSION(*) :: {self.name}"
        if self.is_callback():
            return f"EXTERNAL :: {self.name}"
        shape = "(*)" if self.shape() else ""
        text = self.f08_type()
        if self.c_type == "int[3]":
            shape = "(3, *)"
        if self.kind == "arguments_list":
            shape = self.shape()
        if self.c_type in HANDLES:
            text = "INTEGER"
        elif self.c_type == "MPI_Status":
            text, shape = "INTEGER", "(MPI_STATUS_SIZE,*)" if shape else "(MPI_STATUS_SIZE)"
        elif self.function.name in OLD:
            text = text.replace("(KIND=MPI_ADDRESS_KIND)", "")
        elif text == POINTER and "detach" in self.function.name:  # its value is not used
            return f"TYPE(*), DIMENSION(*) :: {self.name}"
        elif text == POINTER:
            text = ADDRESS
        elif self.c_type == "char" and self.direction != "in":
            text = "CHARACTER(LEN=*)"
        if "INTENT(IN)" in self.f08_intent() and self.function.name not in OLD:
            text += ", INTENT(IN)"
        return f"{text} :: {self.name}{shape}"


class Binding:
    """A function of the tables, in one of its two forms, as Fortran knows it."""

    def __init__(self, function, large):
        self.function = function
        self.large = large
        self.stem = function.stem
        self.base = function.name
        self.name = function.name + ("_c" if large else "")
        self.c_name = self.name
        dropped = ("argc", "argv") if function.name in ("MPI_Init", "MPI_Init_thread",
                                                        "MPI_Info_create_env") else ()
        self.dummies = [Dummy(p, function, large) for p in function.parameters
                        if p.kind != "varargs" and p.name not in dropped]
        self.is_old = function.name in OLD
        self.is_removed = function.name in REMOVED
        self.returns = None if function.returns == "int" else function.returns
        self.has_error = function.has_code and function.name != "MPI_Pcontrol"
        if function.name in ("MPI_Psend_init", "MPI_Precv_init"):
            self.name = function.name

    def has_choice(self):
        return any(dummy.is_choice() for dummy in self.dummies)

    def stem_name(self):
        """The procedure's name without MPI_, in small letters, as the linker has it."""
        return self.base.removeprefix("MPI_").lower()

    def f08_suffix(self):
        if self.is_old:
            return ""
        return ("_c" if self.name.endswith("_c") else "") + \
            ("_f08ts" if self.has_choice() else "_f08")

    def has_f90(self):
        return not self.name.endswith("_c")

    def is_generic(self):
        """True if mpi_f08 knows it by the name that the two forms share."""
        return self.base not in ("MPI_Op_create", "MPI_Register_datarep") or \
            not self.name.endswith("_c")


def is_ambiguous(function):
    """True if the large form has the same types as the other one, so that there is only one."""
    small, large = Binding(function, False), Binding(function, True)
    wide = ("MPI_Aint", "MPI_Offset", "MPI_Count")
    return all((a.c_type in wide and b.c_type in wide) or a.c_type == b.c_type
               for a, b in zip(small.dummies, large.dummies)) \
        and len(small.dummies) == len(large.dummies)


def bindings_of(function):
    if function.name in ("MPI_Psend_init", "MPI_Precv_init") and function.has_large:
        # Fortran's one form counts as the large one of C does.
        return [Binding(function, True)]
    bound = [Binding(function, False)]
    if function.has_large and not is_ambiguous(function):
        bound.append(Binding(function, True))
    return bound


def bound_functions():
    """The tables, and the bindings of every function that Fortran has."""
    table = api.Table()
    bound = []
    for function in table.functions:
        if re.fullmatch(WITHOUT, function.name):
            continue
        if function.name in ("MPI_Type_get_contents_c",):
            function.base = "MPI_Type_get_contents"
        bound += bindings_of(function)
    for binding in bound:
        # A large form with parameters of its own stands in the tables by itself.
        if binding.name.endswith("_c") and not binding.large:
            binding.base = binding.name.removesuffix("_c")
    return table, bound
