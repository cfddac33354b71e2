# SPDX-License-Identifier: MIT
"""The procedures for files whose INTEGERs have 8 bytes (-fdefault-integer-8): each makes INTEGERs
of 4 bytes of its arguments (lib/fortran/wide.h) and calls the procedure that has those. Counts go
to the large form of a function, whose counts have 8 bytes themselves."""

import re

from convert import NOTICE, SUCCESSORS, Writer
from declare import HANDLES

# Written by hand in wide_callback.c, because C calls back with INTEGERs.
BY_HAND = re.compile(r"MPI_(\w+_create_keyval|Keyval_create|\w+_create_errhandler|Op_create|"
                     r"Errhandler_create|Grequest_start|Register_datarep|Type_(extent|lb|ub))(_c)?")
BY_HAND_NAMES = [
    "comm_create_keyval_", "type_create_keyval_", "win_create_keyval_", "comm_create_errhandler_",
    "win_create_errhandler_", "file_create_errhandler_", "session_create_errhandler_",
    "op_create_", "grequest_start_", "register_datarep_"]
BY_HAND_NAMES += [name + "f08_" for name in BY_HAND_NAMES]
BY_HAND_NAMES += ["keyval_create_", "errhandler_create_", "op_create_c_f08_",
                  "register_datarep_c_f08_", "sizeof_f08ts_", "status_f2f08_", "status_f2f08_f08_",
                  "status_f082f_", "status_f082f_f08_", "type_extent_", "type_lb_", "type_ub_"]
# The predefined functions of attributes, and the operators of handles, which have no MPI_ and PMPI_
# form each.
SINGLE_NAMES = [f"mpi_{kind}_{what}_fn_" for kind in ("comm", "type", "win")
                for what in ("null_copy", "dup", "null_delete")]
SINGLE_NAMES += ["mpi_null_copy_fn_", "mpi_dup_fn_", "mpi_null_delete_fn_"]
SINGLE_NAMES += [f"heddle_{handle.lower()}_{what}_" for handle in HANDLES.values()
                 for what in ("equal", "unequal")]

# Without an INTEGER, or with one that is read only and fits.
AS_THEY_ARE = ("MPI_Aint_add", "MPI_Aint_diff", "MPI_Wtime", "MPI_Wtick", "MPI_Pcontrol")

# Addresses that are INTEGERs have 8 bytes here, as those of the functions that have come after.
NEWER = dict(SUCCESSORS, Attr_get="Comm_get_attr", Attr_put="Comm_set_attr",
             Attr_delete="Comm_delete_attr", Keyval_free="Comm_free_keyval")

WIDE = ("MPI_Aint", "MPI_Offset", "MPI_Count")
INTS = ("int", "const int", "int[3]")


def is_one_with_large(small, large):
    """True if the large form has the same types, where an INTEGER has 8 bytes."""
    return len(small.dummies) == len(large.dummies) and not BY_HAND.fullmatch(small.c_name) and \
        all(a.c_type == b.c_type or (a.c_type in INTS + WIDE and b.c_type in WIDE)
            for a, b in zip(small.dummies, large.dummies))


# MPI_TYPE_GET_ENVELOPE, whose forms differ in the last argument only, which may be left away,
# refuses types that have been made with large counts. So its small form and those of what makes
# types are the ones here.
SMALL = re.compile(r"MPI_Type_(contiguous|vector|indexed|create_\w+|get_envelope)")


def large_of(binding, bindings):
    """The large form that takes the small one's place, or nothing."""
    if SMALL.fullmatch(binding.base):
        return None
    for other in bindings:
        if other.base == binding.base and other.name.endswith("_c") and \
                not binding.name.endswith("_c") and is_one_with_large(binding, other):
            return other
    return None


def is_hidden(binding, bindings):
    """True if a generic name of mpi_f08 has no place for the procedure: where an INTEGER has 8
    bytes, its arguments are those of another one, which may lack its last argument."""
    if binding.name.endswith("_c"):
        return SMALL.fullmatch(binding.base) is not None
    return large_of(binding, bindings) is not None


class Wide:
    """One procedure: `name` without MPI_, which calls `target`, whose arguments are those of a
    binding."""

    def __init__(self, binding, is_f08, name, target):
        self.binding, self.is_f08 = binding, is_f08
        self.name, self.target = name, target
        self.parameters, self.lengths, self.passed = [], [], []
        self.before, self.after, self.made = [], [], []
        for dummy in binding.dummies:
            self.convert(dummy)

    def convert(self, dummy):
        name = dummy.name
        if dummy.is_choice():
            self.choice(dummy)
        elif dummy.c_type in ("char", "char **", "char ***"):
            self.add(dummy, "void", name)
            if not (self.is_f08 and self.binding.has_choice()):
                self.lengths.append(f"{name}_len")
        elif dummy.c_type == "MPI_Status" and not dummy.is_array:
            self.add(dummy, "int64_t", f"{name}_")
            self.before += [f"int {name}_own[MPI_F_STATUS_SIZE];",
                            f"int *{name}_ = wide_status({name}_own, {name});"]
            self.after.append(f"wide_out({name}, MPI_F_STATUS_SIZE, {name}_);")
        elif dummy.c_type == "MPI_Status":
            self.listed(dummy, "wide_statuses", f"MPI_F_STATUS_SIZE * {self.number_of(dummy)}")
        elif dummy.c_type == "void" and "detach" in self.binding.c_name:
            self.add(dummy, "void", name)
            if self.is_f08:
                self.after.append(f"wide_detached({name});")
        elif dummy.c_type in INTS or dummy.c_type in HANDLES:
            self.integer(dummy)
        else:
            self.add(dummy, "void", name)

    def add(self, dummy, c_type, passed):
        self.parameters.append(f"{c_type} *{dummy.name}")
        self.passed.append(passed)

    def choice(self, dummy):
        name = dummy.name
        if not self.is_f08:
            self.add(dummy, "void", f"wide_buffer({name})")
            return
        self.add(dummy, "CFI_cdesc_t", f"wide_section({name}, &{name}_own)")
        self.before.append(f"CFI_cdesc_t {name}_own;")

    def integer(self, dummy):
        name = dummy.name
        if dummy.kind == "type_elem" and self.binding.base != "MPI_Type_create_subarray":
            self.listed(dummy, "wide_exact_ints", self.number_of(dummy) if dummy.is_array else "1")
            return
        if dummy.is_array:
            how = "wide_types" if dummy.c_type == "MPI_Datatype" else "wide_ints"
            if dummy.kind == "weight":
                how = "wide_weights"
            elif dummy.kind == "errcode":
                how = "wide_errcodes"
            self.listed(dummy, how, self.number_of(dummy))
            return
        how = "narrow"
        if dummy.c_type == "MPI_Datatype" and dummy.direction == "in":
            how = "narrow_type"
        elif dummy.kind == "logical" and dummy.direction == "in":
            how = "narrow_logical"
        elif dummy.kind == "split_key":
            how = "narrow_to_nearest"
        self.add(dummy, "int64_t", f"&{name}_")
        self.before.append(f"int {name}_ = {how}(*{name});")
        if dummy.direction != "in":
            self.after.append(f"wide_out({name}, 1, &{name}_);")

    def listed(self, dummy, how, number):
        name = dummy.name
        self.add(dummy, "int64_t", f"{name}_")
        self.before += [f"const MPI_Count {name}_count = {number};",
                        f"int {name}_own[LIST_MAX], *{name}_ = {how}({name}_own, {name}_count, "
                        f"{name});"]
        self.made.append(f"{name}_")
        if dummy.direction != "in":
            self.after.append(f"wide_out({name}, {name}_count, {name}_);")
        self.after.append(f"wide_give({name}_, {name}_own);")

    def number_of(self, dummy):
        """How many elements an array has."""
        shape = dummy.parameter.shape
        names = [d.name for d in self.binding.dummies]
        if dummy.c_type == "int[3]":
            return "3 * *n"
        if shape == "maxprocs":
            return "wide_spawned(comm, root, 1, maxprocs)"
        if shape == "the sum of maxprocs":
            return "wide_spawned(comm, root, *count, array_of_maxprocs)"
        if shape == "as many":
            return "wide_is_root(comm, root) ? *count : 0"
        if shape in names:
            return f"*(const int64_t *){shape}"
        if shape == "number of dimensions":
            return "wide_dimensions(comm)"
        if shape == "last entry of index":
            return "wide_last(*nnodes, index)"
        if shape == "sum of degrees":
            return "wide_sum(*n, degrees)"
        side = "send" if dummy.name.startswith("s") else "recv"
        kind = "neighbors" if shape == "neighbors" else "peers"
        buffer = f"{side}buf->base_addr" if self.is_f08 else f"{side}buf"
        return f"wide_{kind}(comm, {buffer}, {int(side == 'send')})"

    def text(self):
        parameters = self.parameters + ["int64_t *ierror"]
        parameters += [f"size_t {length}" for length in self.lengths]
        passed = self.passed + ["&code"] + self.lengths
        types = ["void *"] * (len(self.passed) + 1) + ["size_t"] * len(self.lengths)
        code = "MPI_ERR_NO_MEM" if self.made else "MPI_SUCCESS"
        target, lines = self.target, []
        if target is None:  # no procedure has this form: a function of its own
            writer = Writer(self.binding, False)
            target = f"{self.binding.stem_name()}_large_"
            lines.append(writer.text(f"static void FORTRAN({target})"))
            types = None
        else:
            lines.append(f"void FORTRAN({target})({', '.join(types)});")
        lines += [f"WEAK void FORTRAN({self.name})({', '.join(parameters)})", "{",
                  "    struct wide_site site = wide_enter(__builtin_return_address(0));",
                  *[f"    {line}" for line in self.before], f"    int code = {code};", ""]
        call = f"FORTRAN({target})({', '.join(passed)});"
        if self.made:
            lines.append(f"    if ({' && '.join(f'{made} != NULL' for made in self.made)})")
            call = "    " + call
        lines.append(f"    {call}")
        lines += [f"    {line}" for line in self.after]
        lines += ["    wide_leave(&site, ierror, code);", "}"]
        return "\n".join(lines) + "\n"


def wide_name(name):
    return name + "i8_"


def entries(bindings):
    """For each procedure: its name as for 4 bytes, the binding whose arguments it has, whether that
    is mpi_f08's, and the procedure that it calls. Other names of it follow."""
    for binding in bindings:
        if binding.base in AS_THEY_ARE or BY_HAND.fullmatch(binding.c_name):
            continue
        large = large_of(binding, bindings)
        stem = binding.stem_name()
        f90, f08 = f"{stem}_", f"{stem}{binding.f08_suffix()}_"
        if binding.has_choice():
            if not binding.is_old and large is None:
                yield f08, binding, True, f08, []
            if binding.has_f90():
                of = large if large is not None and not is_without_large(binding) else binding
                target = f90 if of is binding else None
                if binding.is_old:
                    target = NEWER[binding.c_name.removeprefix("MPI_")].lower() + "_"
                yield f90, of, False, target, []
        elif binding.has_f90():
            is_detaching = "detach" in binding.c_name  # its address is used in mpi_f08 only
            others = [] if binding.is_old or is_detaching else [f08]
            newer = NEWER.get(binding.c_name.removeprefix("MPI_")) if binding.is_old else None
            target, of = (f"{newer.lower()}_", binding) if newer else (f90, binding)
            if large is not None and not is_detaching:
                target, of = f"{stem}{large.f08_suffix()}_", large
            if binding.base in CPTR:
                others.append(f"{stem}_cptr_")
            yield f90, of, False, target, others
        else:
            yield f08, binding, True, f08, []


CPTR = ("MPI_Alloc_mem", "MPI_Win_allocate", "MPI_Win_allocate_shared", "MPI_Win_shared_query")


def is_without_large(binding):
    """True if the large form of a procedure with a choice buffer is written by hand."""
    return re.fullmatch(r"MPI_\w*(attach)\w*", binding.c_name) is not None


def write_procedures(bindings, every, stem):
    parts = [NOTICE + f"/* Of {stem}.table. */\n#include \"fortran/wide.h\"\n"]
    for name, binding, is_f08, target, others in entries_of(bindings, every):
        parts.append(Wide(binding, is_f08, wide_name(name), target).text())
        parts += [f"ALIAS({wide_name(other)}, {wide_name(name)})\n" for other in others]
    return "\n".join(parts)


def entries_of(bindings, every):
    mine = {id(binding) for binding in bindings}
    seen = set()
    for entry in entries(every):
        name = entry[0]
        if name in seen:
            continue
        seen.add(name)
        if id(entry[1]) in mine:
            yield entry


def names(bindings):
    """The names that the plugin changes, in small letters."""
    stems = list(BY_HAND_NAMES)
    for name, _, _, _, others in entries(bindings):
        stems += [name] + others
    listed = {f"{prefix}mpi_{name}" for name in stems for prefix in ("", "p")}
    return "".join(f'WIDE_PROCEDURE("{name}")\n' for name in sorted(listed | set(SINGLE_NAMES)))
