# SPDX-License-Identifier: MIT
"""The text of mpif.h and of the three modules: mpi_heddle, which the others share, mpi and
mpi_f08. They contain interfaces and constants only, so that no code belongs to a module."""

import wide
from constants import KINDS, STATUS, constants
from declare import HANDLES, NAMES, OLD, ROOT

NOTICE = "! SPDX-License-Identifier: MIT\n! Written by lib/fortran/generate.py.\n"
# The types with INTEGERs of 8 bytes are other types to gfortran if their module has another name.
SHARED_NAME = """\
#ifdef HEDDLE_INTEGER_8
#define mpi_heddle mpi_heddle_8
#endif
"""
COPY_FN = ["oldobject", "keyval", "extra_state", "attribute_val_in", "attribute_val_out", "flag",
           "ierror"]
DELETE_FN = ["object", "keyval", "attribute_val", "extra_state", "ierror"]
OLD_FUNCTIONS = ("MPI_NULL_COPY_FN", "MPI_DUP_FN", "MPI_NULL_DELETE_FN")


def functions_of_attributes():
    """The predefined copy and delete functions: name, kind of object, whether it copies."""
    for prefix, handle in (("COMM", "Comm"), ("TYPE", "Datatype"), ("WIN", "Win")):
        yield f"MPI_{prefix}_NULL_COPY_FN", handle, True
        yield f"MPI_{prefix}_DUP_FN", handle, True
        yield f"MPI_{prefix}_NULL_DELETE_FN", handle, False


# ---- mpif.h -------------------------------------------------------------------------------------

MPIF_HEAD = """\
! SPDX-License-Identifier: MIT
! Written by lib/fortran/generate.py. For fixed and free form.
"""

MPIF_TAIL = """\
      LOGICAL MPI_SUBARRAYS_SUPPORTED
      PARAMETER (MPI_SUBARRAYS_SUPPORTED=.FALSE.)
      LOGICAL MPI_ASYNC_PROTECTS_NONBLOCKING
      PARAMETER (MPI_ASYNC_PROTECTS_NONBLOCKING=.FALSE.)

      INTEGER MPI_BOTTOM, MPI_IN_PLACE, MPI_BUFFER_AUTOMATIC
      INTEGER MPI_STATUS_IGNORE(MPI_STATUS_SIZE)
      INTEGER MPI_STATUSES_IGNORE(MPI_STATUS_SIZE,1)
      INTEGER MPI_ERRCODES_IGNORE(1)
      INTEGER MPI_UNWEIGHTED(1), MPI_WEIGHTS_EMPTY(1)
      CHARACTER MPI_ARGV_NULL(1), MPI_ARGVS_NULL(1,1)
      CHARACTER HEDDLE_FILLER(94-88*MIN(KIND(0)-4,1))
      COMMON /HEDDLE_FORTRAN/ MPI_BOTTOM
      COMMON /HEDDLE_FORTRAN/ MPI_IN_PLACE
      COMMON /HEDDLE_FORTRAN/ MPI_BUFFER_AUTOMATIC
      COMMON /HEDDLE_FORTRAN/ MPI_STATUS_IGNORE
      COMMON /HEDDLE_FORTRAN/ MPI_STATUSES_IGNORE
      COMMON /HEDDLE_FORTRAN/ MPI_ERRCODES_IGNORE
      COMMON /HEDDLE_FORTRAN/ MPI_UNWEIGHTED
      COMMON /HEDDLE_FORTRAN/ MPI_WEIGHTS_EMPTY
      COMMON /HEDDLE_FORTRAN/ MPI_ARGV_NULL
      COMMON /HEDDLE_FORTRAN/ MPI_ARGVS_NULL
      COMMON /HEDDLE_FORTRAN/ HEDDLE_FILLER
      SAVE /HEDDLE_FORTRAN/

      REAL(KIND=8) MPI_WTIME, MPI_WTICK
      REAL(KIND=8) PMPI_WTIME, PMPI_WTICK
      EXTERNAL MPI_WTIME, MPI_WTICK
      EXTERNAL PMPI_WTIME, PMPI_WTICK
      INTEGER(KIND=8) MPI_AINT_ADD, MPI_AINT_DIFF
      INTEGER(KIND=8) PMPI_AINT_ADD, PMPI_AINT_DIFF
      EXTERNAL MPI_AINT_ADD, MPI_AINT_DIFF
      EXTERNAL PMPI_AINT_ADD, PMPI_AINT_DIFF
"""


def mpif():
    lines = [MPIF_HEAD]
    for name, value in list(KINDS.items()) + list(STATUS.items()):
        lines += [f"      INTEGER {name}", f"      PARAMETER ({name}={value})"]
    for name, c_type, value in constants():
        kind = "INTEGER(KIND=8)" if c_type == "MPI_Offset" else "INTEGER"
        lines += [f"      {kind} {name}", f"      PARAMETER ({name}={value})"]
    lines.append(MPIF_TAIL)
    names = [name for name, _, _ in functions_of_attributes()] + list(OLD_FUNCTIONS)
    lines += [f"      EXTERNAL {name}" for name in names + ["MPI_CONVERSION_FN_NULL"]]
    return "\n".join(lines) + "\n"


# ---- the module that the others share -----------------------------------------------------------

SHARED_HEAD = NOTICE + SHARED_NAME + """\
! Declarations that the modules mpi and mpi_f08 share: kinds, numbers, the types of handles.
module mpi_heddle
   implicit none
   public
"""

SHARED_TYPES = """
   type, bind(C) :: MPI_Status
      integer :: MPI_SOURCE
      integer :: MPI_TAG
      integer :: MPI_ERROR
      integer, private :: MPI_INTERNAL(5)
   end type
"""


def shared():
    lines = [SHARED_HEAD]
    for name, value in list(KINDS.items()) + list(STATUS.items()):
        lines.append(f"   integer, parameter :: {name} = {value}")
    for name, c_type, value in constants():
        if c_type not in HANDLES:
            kind = "(MPI_OFFSET_KIND)" if c_type == "MPI_Offset" else ""
            lines.append(f"   integer{kind}, parameter :: {name} = {value}")
    lines.append(SHARED_TYPES)
    for handle in HANDLES:
        lines += [f"   type, bind(C) :: {handle}", "      integer :: MPI_VAL", "   end type"]
    for operator, name in (("==", "equal"), ("/=", "unequal")):
        lines += ["", f"   interface operator({operator})"]
        for handle in HANDLES:
            procedure = f"heddle_{HANDLES[handle].lower()}_{name}"
            lines += [f"      elemental logical function {procedure}(a, b)",
                      f"         import :: {handle}",
                      f"         type({handle}), intent(in) :: a, b", "      end function"]
        lines.append("   end interface")
    return "\n".join(lines + ["end module", ""])


# ---- interfaces ---------------------------------------------------------------------------------

def wrapped(text, indent):
    """A statement in lines of at most 100 columns."""
    lines, rest = [], indent + text
    while len(rest) > 98:
        cut = max(rest.rfind(", ", 0, 96), rest.rfind(" :: ", 0, 96)) + 1
        lines.append(rest[:cut] + " &")
        rest = indent + "   " + rest[cut:].lstrip()
    return "\n".join(lines + [rest])


def head(binding, name, ierror, suffix=""):
    names = [dummy.name for dummy in binding.dummies]
    names += [ierror] if binding.has_error else []
    word = "subroutine"
    if binding.returns:
        word = "function"
    return wrapped(f"{word} {name}({', '.join(names)}){suffix}", "      "), word


def protected(dummy, text):
    """The declaration of a buffer that is in use when the call has returned, or of the extra state
    of a generalized request, which its procedures may change. To gfortran nothing that is no
    TARGET outlives the call, not even what is ASYNCHRONOUS: it would keep values of the buffer in
    registers until after MPI_Wait. Any actual argument fits a TARGET."""
    is_state = dummy.kind == "extra_state" and dummy.function.name == "MPI_Grequest_start"
    if not (is_state or (dummy.is_choice() and dummy.is_pending)):
        return text
    return text.replace(" :: ", ", TARGET :: ")


def interface(binding, name, is_f08):
    """The interface of one procedure, a name of the linker's included."""
    is_bound = is_f08 and binding.has_choice()
    suffix = f' bind(C, name="{name.lower()}_")' if is_bound else ""
    lines, word = head(binding, name, "ierror", suffix)
    body = [lines, "         import"]
    for dummy in binding.dummies:
        if not is_f08 and dummy.is_unchecked():
            body.append(f"         !GCC$ ATTRIBUTES NO_ARG_CHECK :: {dummy.name}")
        if is_f08 and dummy.is_callback():
            body.append(f"         procedure({dummy.interface_of_callback()}) :: {dummy.name}")
        elif not is_f08 and dummy.is_callback():
            body.append(f"         external :: {dummy.name}")
        else:
            text = dummy.f08() if is_f08 else dummy.f90()
            body.append(wrapped(protected(dummy, text), "         "))
    if binding.returns:
        kind = "integer(MPI_ADDRESS_KIND)" if binding.returns == "MPI_Aint" else "real(8)"
        body.append(f"         {kind} :: {name}")
    elif binding.has_error:
        optional = "optional, intent(out) " if is_f08 else ""
        body.append(f"         integer{', ' if optional else ''} {optional}:: ierror"
                    .replace("  ", " "))
    return "\n".join(body + [f"      end {word}"])


CPTR = ("MPI_Alloc_mem", "MPI_Win_allocate", "MPI_Win_allocate_shared", "MPI_Win_shared_query")


def f90_interfaces(bindings):
    parts = []
    for binding in bindings:
        if not binding.has_f90():
            continue
        for prefix in ("", "P"):
            name = prefix + binding.base
            if binding.base in CPTR:
                both = interface(binding, name, False)
                pointer = interface(binding, name + "_CPTR", False).replace(
                    "INTEGER(KIND=MPI_ADDRESS_KIND) :: baseptr", "TYPE(C_PTR) :: baseptr")
                # A generic name may be that of one of its procedures.
                parts += [f"   interface {name}", both, pointer, "   end interface"]
            else:
                parts += ["   interface", interface(binding, name, False), "   end interface"]
    return "\n".join(parts)


def f08_interfaces(bindings):
    by_name = {}
    for binding in bindings:
        if binding.is_old:
            continue
        generic = binding.base if binding.is_generic() else binding.name
        by_name.setdefault(generic, []).append(binding)
    parts = []
    for generic, several in by_name.items():
        for prefix in ("", "P"):
            parts.append(f"   interface {prefix}{generic}")
            for binding in several:
                text = interface(binding, prefix + binding.base + binding.f08_suffix(), True)
                if wide.is_hidden(binding, several):
                    text = f"#ifndef HEDDLE_INTEGER_8\n{text}\n#endif"
                parts.append(text)
            parts.append("   end interface")
    return "\n".join(parts)


def old_interfaces(bindings):
    """mpi_f08 has them in mpi's form."""
    parts = ["   interface"]
    for binding in bindings:
        if binding.is_old and not binding.is_removed:
            parts += [interface(binding, prefix + binding.base, False) for prefix in ("", "P")]
    return "\n".join(parts + ["   end interface"])


# ---- mpi ----------------------------------------------------------------------------------------

F90_HEAD = NOTICE + SHARED_NAME + """\
module mpi
   use mpi_heddle
   use, intrinsic :: iso_c_binding, only: c_ptr
   implicit none
   public
   private :: c_ptr
   logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .false.
   logical, parameter :: MPI_ASYNC_PROTECTS_NONBLOCKING = .false.
"""

BLOCK = """
   integer :: MPI_BOTTOM, MPI_IN_PLACE
   integer, target :: MPI_BUFFER_AUTOMATIC
   %s
   integer :: MPI_ERRCODES_IGNORE(1), MPI_UNWEIGHTED(1), MPI_WEIGHTS_EMPTY(1)
   character :: MPI_ARGV_NULL(1), MPI_ARGVS_NULL(1, 1)
   character, private :: heddle_filler(94 - 88*min(kind(0) - 4, 1))
   common /HEDDLE_FORTRAN/ MPI_BOTTOM, MPI_IN_PLACE, MPI_BUFFER_AUTOMATIC, MPI_STATUS_IGNORE, &
      MPI_STATUSES_IGNORE, MPI_ERRCODES_IGNORE, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY, &
      MPI_ARGV_NULL, MPI_ARGVS_NULL, heddle_filler
   save /HEDDLE_FORTRAN/
"""

F90_STATUSES = """integer :: MPI_STATUS_IGNORE(MPI_STATUS_SIZE)
   integer :: MPI_STATUSES_IGNORE(MPI_STATUS_SIZE, 1)"""
F08_STATUSES = """type(MPI_Status) :: MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE(1)"""

CONVERT_STATUS = """
   interface %(g)s
      subroutine %(n)s(%(from)s, %(to)s, ierror)
         import
         %(from_type)s, intent(in) :: %(from)s%(from_shape)s
         %(to_type)s, intent(out) :: %(to)s%(to_shape)s
         integer%(optional)s, intent(out) :: ierror
      end subroutine
   end interface
"""


def status_interfaces(suffix):
    parts = []
    for prefix in ("", "P"):
        for of, to in (("f", "f08"), ("f08", "f")):
            name = f"{prefix}MPI_Status_{of}2{to}"
            types = {"f": ("integer", "(MPI_STATUS_SIZE)"), "f08": ("type(MPI_Status)", "")}
            parts.append(CONVERT_STATUS % {
                "g": name if suffix else "", "n": name + suffix, "from": of + "_status",
                "to": to + "_status", "from_type": types[of][0], "from_shape": types[of][1],
                "to_type": types[to][0], "to_shape": types[to][1],
                "optional": ", optional" if suffix else ""})
    return "".join(parts)


def sizeof_interfaces():
    """MPI_SIZEOF of mpi: one procedure for each type and rank 0, and for arrays."""
    return """
   interface MPI_Sizeof
      subroutine mpi_sizeof_f08ts(x, size, ierror) bind(C, name="mpi_sizeof_f08ts_")
         type(*), dimension(..) :: x
         integer, intent(out) :: size
         integer, optional, intent(out) :: ierror
      end subroutine
   end interface
   interface PMPI_Sizeof
      subroutine pmpi_sizeof_f08ts(x, size, ierror) bind(C, name="pmpi_sizeof_f08ts_")
         type(*), dimension(..) :: x
         integer, intent(out) :: size
         integer, optional, intent(out) :: ierror
      end subroutine
   end interface
"""


SYNC = """
   interface %(g)s
      subroutine %(n)s(buf)%(suffix)s
         %(check)s
         type(*), dimension(%(rank)s), asynchronous :: buf
      end subroutine
   end interface
"""


def sync_interfaces(is_f08):
    parts = []
    for prefix in ("", "P"):
        name = f"{prefix}MPI_F_sync_reg"
        full = name + ("_f08ts" if is_f08 else "")
        parts.append(SYNC % {
            "g": name if is_f08 else "", "n": full, "rank": ".." if is_f08 else "*",
            "suffix": f' bind(C, name="{full.lower()}_")' if is_f08 else "",
            "check": "" if is_f08 else "!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf"})
    return "".join(parts)


def f90(bindings):
    lines = [F90_HEAD]
    for name, c_type, value in constants():
        if c_type in HANDLES:
            lines.append(f"   integer, parameter :: {name} = {value}")
    lines.append(BLOCK % F90_STATUSES)
    names = [name for name, _, _ in functions_of_attributes()] + list(OLD_FUNCTIONS)
    lines += [f"   external :: {name}" for name in names + ["MPI_CONVERSION_FN_NULL"]]
    lines += [f90_interfaces(bindings), status_interfaces(""), sizeof_interfaces(),
              sync_interfaces(False)]
    return "\n".join(lines + ["end module", ""])


# ---- mpi_f08 ------------------------------------------------------------------------------------

F08_HEAD = NOTICE + SHARED_NAME + """\
module mpi_f08
   use mpi_heddle
   use, intrinsic :: iso_c_binding, only: c_ptr
   implicit none
   public
   private :: c_ptr
   logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .true.
   logical, parameter :: MPI_ASYNC_PROTECTS_NONBLOCKING = .true.
"""

ABSTRACT = """
   abstract interface
      subroutine MPI_User_function(invec, inoutvec, len, datatype)
         import
         type(c_ptr), value :: invec, inoutvec
         integer :: len
         type(MPI_Datatype) :: datatype
      end subroutine
      subroutine MPI_User_function_c(invec, inoutvec, len, datatype)
         import
         type(c_ptr), value :: invec, inoutvec
         integer(MPI_COUNT_KIND) :: len
         type(MPI_Datatype) :: datatype
      end subroutine
      subroutine MPI_Grequest_query_function(extra_state, status, ierror)
         import
         integer(MPI_ADDRESS_KIND) :: extra_state
         type(MPI_Status) :: status
         integer :: ierror
      end subroutine
      subroutine MPI_Grequest_free_function(extra_state, ierror)
         import
         integer(MPI_ADDRESS_KIND) :: extra_state
         integer :: ierror
      end subroutine
      subroutine MPI_Grequest_cancel_function(extra_state, complete, ierror)
         import
         integer(MPI_ADDRESS_KIND) :: extra_state
         logical :: complete
         integer :: ierror
      end subroutine
      subroutine MPI_Datarep_extent_function(datatype, extent, extra_state, ierror)
         import
         type(MPI_Datatype) :: datatype
         integer(MPI_ADDRESS_KIND) :: extent, extra_state
         integer :: ierror
      end subroutine
"""

CONVERSION = """\
      subroutine %s(userbuf, datatype, count, filebuf, position, extra_state, ierror)
         import
         type(c_ptr), value :: userbuf
         type(MPI_Datatype) :: datatype
         integer%s :: count
         type(c_ptr), value :: filebuf
         integer(MPI_OFFSET_KIND) :: position
         integer(MPI_ADDRESS_KIND) :: extra_state
         integer :: ierror
      end subroutine
"""

COPY = """\
      subroutine %(name)s(old%(object)s, %(prefix)s_keyval, extra_state, &
            attribute_val_in, attribute_val_out, flag, ierror)
         import
         type(%(type)s) :: old%(object)s
         integer :: %(prefix)s_keyval
         integer(MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
         logical :: flag
         integer :: ierror
      end subroutine
"""

DELETE = """\
      subroutine %(name)s(%(handle)s, %(prefix)s_keyval, attribute_val, extra_state, ierror)
         import
         type(%(type)s) :: %(handle)s
         integer :: %(prefix)s_keyval
         integer(MPI_ADDRESS_KIND) :: attribute_val, extra_state
         integer :: ierror
      end subroutine
"""

ERRHANDLER = """\
      subroutine MPI_%(type)s_errhandler_function(%(name)s, error_code)
         import
         type(MPI_%(type)s) :: %(name)s
         integer :: error_code
      end subroutine
"""


def attribute_function(name, handle, copies):
    prefix = {"Datatype": "type"}.get(handle, handle.lower())
    text = COPY if copies else DELETE
    return text % {"name": name, "type": f"MPI_{handle}", "prefix": prefix, "object": prefix,
                   "handle": handle.lower()}


def abstract_interfaces():
    parts = [ABSTRACT]
    for suffix, kind in (("", ""), ("_c", "(MPI_COUNT_KIND)")):
        parts.append(CONVERSION % ("MPI_Datarep_conversion_function" + suffix, kind))
    for prefix, handle in (("Comm", "Comm"), ("Type", "Datatype"), ("Win", "Win")):
        parts.append(attribute_function(f"MPI_{prefix}_copy_attr_function", handle, True))
        parts.append(attribute_function(f"MPI_{prefix}_delete_attr_function", handle, False))
    for handle in ("Comm", "Win", "File", "Session"):
        parts.append(ERRHANDLER % {"type": handle, "name": handle.lower()})
    parts.append("   end interface\n\n   interface\n")
    for name, handle, copies in functions_of_attributes():
        parts.append(attribute_function(name, handle, copies))
    for suffix, kind in (("", ""), ("_C", "(MPI_COUNT_KIND)")):
        parts.append(CONVERSION % ("MPI_CONVERSION_FN_NULL" + suffix, kind))
    return "".join(parts + ["   end interface\n"])


def f08(bindings):
    lines = [F08_HEAD]
    for name, c_type, value in constants():
        if c_type in HANDLES:
            lines.append(f"   type({c_type}), parameter :: {name} = {c_type}({value})")
    lines.append(BLOCK % F08_STATUSES)
    lines += [f"   external :: {name}" for name in OLD_FUNCTIONS]
    lines += [abstract_interfaces(), f08_interfaces(bindings), old_interfaces(bindings),
              status_interfaces("_f08"), sizeof_interfaces(), sync_interfaces(True)]
    return "\n".join(lines + ["end module", ""])


def write(bindings):
    return {"mpif.h": mpif(), "mpi_heddle.f90": shared(), "mpi.f90": f90(bindings),
            "mpi_f08.f90": f08(bindings)}
