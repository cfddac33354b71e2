# SPDX-License-Identifier: MIT
"""The procedures in C that Fortran calls: each converts its arguments (lib/fortran/glue.h), calls
the function of C, and converts what that returns."""

import re

from declare import HANDLES, LENGTHS, OLD

NOTICE = "/* SPDX-License-Identifier: MIT */\n/* Written by lib/fortran/generate.py. */\n"

# Written by hand in lib/fortran, because more than each argument for itself is to be converted.
BY_HAND = re.compile(
    r"MPI_(Init|Init_thread|Session_init|Info_create_env|\w+_create_keyval|Keyval_create|"
    r"\w+_[gs]et_attr|Attr_(get|put)|\w+_create_errhandler|Op_create(_c)?|Grequest_start|"
    r"Register_datarep(_c)?|Type_get_contents(_c)?|Info_get|Info_get_string|"
    r"Session_get_nth_pset|Alloc_mem|Free_mem|\w*[Bb]uffer_(attach|detach)(_c)?|"
    r"\w+_(attach|detach)_buffer(_c)?|Win_allocate(_shared)?(_c)?|Win_shared_query(_c)?|"
    r"Comm_spawn(_multiple)?|Type_(extent|lb|ub)|Errhandler_create)")

STRING_LENGTHS = dict(LENGTHS, MPI_File_get_view="MPI_MAX_DATAREP_STRING")

# Blocks of one size, one for each peer, in the buffer of these names.
BLOCKS = {"sendbuf": r"MPI_(I?scatter|I?alltoall|I?neighbor_alltoall)(_init)?(_c)?",
          "recvbuf": r"MPI_(I?gather|I?allgather|I?alltoall|I?neighbor_(allgather|alltoall))"
                     r"(_init)?(_c)?"}

# Functions to call in place of those that a library lacks (lib/fortran/names.h).
OTHERS = {"Attr_delete": "Comm_delete_attr", "Keyval_free": "Comm_free_keyval",
          "Precv_init_c": "Precv_init", "Psend_init_c": "Psend_init"}

# The standard's ABI lacks what MPI-3 removed: these do what they did.
SUCCESSORS = {"Address": "Get_address", "Errhandler_get": "Comm_get_errhandler",
              "Errhandler_set": "Comm_set_errhandler", "Type_hindexed": "Type_create_hindexed",
              "Type_hvector": "Type_create_hvector", "Type_struct": "Type_create_struct"}

# Calls that start requests, or return that they are complete.
COMPLETING = re.compile(r"MPI_(Wait(|any|all|some)|Test(|any|all|some)|Start(all)?|Request_free|"
                        r"Request_get_status(_any|_all|_some)?)")


def is_by_hand(binding):
    return BY_HAND.fullmatch(binding.c_name) is not None


class Buffer:
    """How a choice buffer of mpi_f08 is described: with which count and type, and in what way."""

    def __init__(self, binding, dummy):
        behind = binding.dummies[binding.dummies.index(dummy) + 1:]
        self.count = next((d for d in behind if d.kind in ("count_nn",)), None)
        self.type = next((d for d in behind if d.kind == "datatype"), None)
        self.how = self.describe(binding, dummy)

    def describe(self, binding, dummy):
        name = binding.c_name
        if re.match(r"MPI_(Get_address|Win_|File_\w+_end$)", name):
            return "SECTION_ADDRESS"
        if self.type is None:
            return "SECTION_WHOLE"
        if re.match(r"MPI_(Pack|Unpack)", name) and \
                dummy.name == ("outbuf" if "Pack" in name else "inbuf"):
            return "SECTION_WHOLE"
        if re.match(r"MPI_(Fetch_and_op|Compare_and_swap)", name):
            return "SECTION_ONE"
        if any(d.kind == "op" for d in binding.dummies) and not re.search(
                "[Aa]ccumulate|Fetch", name):
            return "SECTION_REDUCED"
        if self.type.is_array:
            return "SECTION_WHOLE"
        if self.count is None or self.count.is_array:
            return "SECTION_ELEMENTS"
        if re.match(r"MPI_P(send|recv)_init", name):
            return "SECTION_BLOCKS"
        low = "MPI_" + name[4:].lower()
        if dummy.name in BLOCKS and re.fullmatch(BLOCKS[dummy.name], low):
            return "SECTION_BLOCKS"
        return "SECTION_BLOCK"


class Writer:
    """One procedure in C."""

    def __init__(self, binding, is_f08):
        self.binding = binding
        self.is_f08 = is_f08  # with descriptors for choice buffers
        self.parameters, self.lengths = [], []
        self.before, self.after, self.on_success, self.last = [], [], [], []
        self.arguments = {}
        self.sections = {}
        for dummy in binding.dummies:
            self.convert(dummy)
        self.replace_counts()
        self.claim_copies()

    def convert(self, dummy):
        if dummy.is_choice():
            self.choice(dummy)
        elif dummy.c_type in HANDLES:
            self.handle(dummy)
        elif dummy.c_type == "char":
            self.string(dummy)
        elif dummy.c_type == "MPI_Status":
            self.parameters.append(f"int *{dummy.name}")
            self.arguments[dummy] = f"status_in({dummy.name})"
        elif dummy.c_type == "void":  # a LOGICAL in whatever representation
            self.parameters.append(f"void *{dummy.name}")
            self.arguments[dummy] = dummy.name
        elif dummy.c_type == "MPI_Aint" and self.binding.base in OLD:
            self.old_address(dummy)
        else:
            self.number(dummy)

    def choice(self, dummy):
        name = dummy.name
        if not self.is_f08:
            self.parameters.append(f"void *{name}")
            self.arguments[dummy] = f"buffer_in({name})"
            return
        self.parameters.append(f"const CFI_cdesc_t *{name}")
        how = Buffer(self.binding, dummy)
        self.sections[dummy] = how
        self.arguments[dummy] = f"{name}_.base"
        mode = {"in": "READS", "out": "WRITES"}.get(dummy.direction, "READS | WRITES")
        request = self.made_request()
        if dummy.is_pending:
            mode += " | PENDING | REQUESTED" if request else " | PENDING"
        if how.how in ("SECTION_WHOLE", "SECTION_ADDRESS"):
            given = "0, MPI_BYTE"
        else:
            count = f"*{how.count.name}" if how.count and not how.count.is_array else "0"
            if how.how == "SECTION_ONE":
                count = "1"
            given = f"{count}, type_in(*{how.type.name})"
        self.before.append(f"struct section {name}_ = section({name}, {how.how}, {mode}, {given});")
        if request:
            persistent = "true" if self.binding.base.endswith("_init") else "false"
            self.last.append(f"section_pend(&{name}_, code, {request.name}, {persistent});")
        else:
            self.after.append(f"section_end(&{name}_);")

    def made_request(self):
        """The request that has the copies of sections; C fills parts of partitioned ones itself."""
        made = [d for d in self.binding.dummies if d.kind == "request" and d.direction == "out"]
        return made[0] if made and not re.match("MPI_P(send|recv)_init", self.binding.c_name) \
            else None

    def claim_copies(self):
        """Completes the copies that belong to the requests of a call."""
        name = self.binding.base
        if not COMPLETING.fullmatch(name):
            return
        request = next(d for d in self.binding.dummies if d.kind == "request")
        count = self.count_of(request) if request.is_array else "1"
        self.before.insert(0, "struct section_copy *const copies = "
                              f"section_copies_claim({count}, {request.name});")
        if name == "MPI_Request_free":
            self.before.append(f"section_copies_leave(copies, {request.name});")
            return
        if name.startswith("MPI_Start"):
            self.before.append("section_copies_start(copies);")
        self.after.append(f"section_copies_settle(copies, {request.name});")

    def replace_counts(self):
        """The counts and types that go with a section are those of its description."""
        for dummy, how in self.sections.items():
            if how.how in ("SECTION_WHOLE", "SECTION_ADDRESS", "SECTION_REDUCED", "SECTION_ONE"):
                continue
            if how.count is not None and not how.count.is_array:
                self.arguments[how.count] = f"{self.cast(how.count)}{dummy.name}_.count"
            self.arguments[how.type] = f"{dummy.name}_.type"

    def cast(self, dummy):
        return "(int)" if dummy.c_type == "int" else ""

    def handle(self, dummy):
        name, lower = dummy.name, HANDLES[dummy.c_type].lower()
        lower = "type" if lower == "datatype" else lower
        const = "const " if dummy.direction == "in" else ""
        self.parameters.append(f"{const}int *{name}")
        if dummy.is_array:
            self.handles(dummy, lower)
        elif dummy.direction == "in":
            self.arguments[dummy] = f"{lower}_in(*{name})"
        else:
            null = "" if dummy.direction == "inout" else "0"
            value = f"{lower}_in(*{name})" if not null else f"{lower}_in(0)"
            self.before.append(f"{dummy.c_type} {name}_ = {value};")
            self.arguments[dummy] = f"&{name}_"
            target = self.after if dummy.direction == "inout" else self.on_success
            target.append(f"*{name} = {lower}_out({name}_);")

    def handles(self, dummy, lower):
        name = dummy.name
        count = self.count_of(dummy)
        if dummy.is_pending and dummy.direction == "in" and lower == "type":
            self.before.append(f"const MPI_Datatype *{name}_ = types_kept({count}, {name});")
        else:
            self.before.append(f"{dummy.c_type} {name}_own[LIST_MAX], *{name}_ = "
                               f"{lower}s_in({name}_own, {count}, {name});")
            give = f"{lower}s_out({name}, {count}, {name}_, {name}_own);" \
                if dummy.direction == "inout" else f"list_give({name}_, {name}_own);"
            self.after.append(give)
        self.arguments[dummy] = f"{name}_"

    def count_of(self, dummy):
        shape = dummy.parameter.shape
        if shape in [d.name for d in self.binding.dummies]:
            return f"*{shape}"
        side = "send" if "send" in dummy.name else "recv"
        kind = "neighbors" if shape == "neighbors" else "peers"
        buffer = f"{side}buf_.base" if self.is_f08 else f"buffer_in({side}buf)"
        return f"{kind}_of(comm, {buffer}, {int(side == 'send')})"

    def string(self, dummy):
        name = dummy.name
        self.parameters.append(f"{'const ' if dummy.direction == 'in' else ''}char *{name}")
        length = f"{name}_len"
        if self.is_f08 and self.binding.has_choice():
            self.parameters[-1] = f"const CFI_cdesc_t *{name}"
            self.before.append(f"const size_t {length} = {name}->elem_len;")
            text = f"{name}->base_addr"
        else:
            self.lengths.append(f"size_t {length}")
            text = name
        if dummy.direction == "in":
            trim = "TRIM_BOTH" if self.binding.base.startswith("MPI_Info_") else "TRIM_END"
            self.before += [f"char {name}_[text_bytes({text}, {length})];"]
            self.before.append(f"text_in({name}_, {text}, {length}, {trim});")
            self.arguments[dummy] = f"{name}_"
            return
        most = STRING_LENGTHS.get(self.binding.base, dummy.parameter.shape)
        self.before.append(f"char {name}_[{most} + 1];")
        self.on_success.append(f"text_out({text}, {length}, {name}_);")
        self.arguments[dummy] = f"{name}_"

    def old_address(self, dummy):
        """Of type INTEGER: what does not fit loses its upper half, so differences stay right."""
        name = dummy.name
        const = "const " if dummy.direction == "in" else ""
        self.parameters.append(f"{const}int *{name}")
        self.arguments[dummy] = f"{name}_"
        if dummy.is_array:
            self.before.append(f"MPI_Aint {name}_own[LIST_MAX], *{name}_ = "
                               f"addresses_in({name}_own, {self.count_of(dummy)}, {name});")
            self.after.append(f"list_give({name}_, {name}_own);")
        elif dummy.direction == "in":
            self.arguments[dummy] = f"*{name}"
        else:
            self.before.append(f"MPI_Aint {name}_ = 0;")
            self.arguments[dummy] = f"&{name}_"
            self.on_success.append(f"*{name} = (int){name}_;")

    def number(self, dummy):
        name = dummy.name
        base = "int" if dummy.c_type in ("const int", "int[3]") else dummy.c_type
        is_read = dummy.direction == "in"
        const = "const " if is_read else ""
        self.parameters.append(f"{const}{base} *{name}")
        if dummy.c_type == "int[3]":
            self.arguments[dummy] = f"(int(*)[3])(uintptr_t){name}"
        elif dummy.kind == "weight":
            self.arguments[dummy] = f"weights_in({name})"
        elif dummy.kind == "errcode" and dummy.is_array:
            self.arguments[dummy] = f"errcodes_in({name})"
        elif dummy.is_array:
            self.arguments[dummy] = name
        elif is_read:
            self.arguments[dummy] = f"*{name}"
        else:
            self.arguments[dummy] = name
        if dummy.kind == "logical" and not is_read and not dummy.is_array:
            self.on_success.append(f"*{name} = *{name} != 0;")
        requests = [d for d in self.binding.dummies if d.kind == "request" and d.is_array]
        if dummy.kind == "index" and requests:
            count = "*outcount" if dummy.is_array else "1"
            self.after.append(f"indices_out({name}, {count}, code);")

    def list_of_parameters(self):
        listed = list(self.parameters)
        if self.binding.has_error:
            listed.append("int *ierror")
        return ", ".join(listed + self.lengths) or "void"

    def name(self):
        suffix = self.binding.f08_suffix() if self.is_f08 else ""
        return f"{self.binding.stem_name()}{suffix}_"

    def call(self):
        passed, dummies = [], list(self.binding.dummies)
        for parameter in self.binding.function.parameters:
            dummy = next((d for d in dummies if d.parameter is parameter), None)
            if dummy is not None:
                passed.append(self.arguments[dummy])
        name = self.binding.c_name.removeprefix("MPI_")
        name = SUCCESSORS.get(name, name)
        function = f"MPI_OR({name}, {OTHERS[name]})" if name in OTHERS else f"MPI({name})"
        return f"{function}({', '.join(passed)})"

    def text(self, head=None):
        returns = self.binding.returns or "void"
        head = head or f"WEAK {returns} FORTRAN({self.name()})"
        head += f"({self.list_of_parameters()})"
        if not self.binding.has_error:
            passes_on = "return " if self.binding.returns else ""
            return f"{head}\n{{\n    {passes_on}{self.call()};\n}}\n"
        lines = [head, "{",
                 "    const void *const outer = site_enter(__builtin_return_address(0));"]
        lines += [f"    {line}" for line in self.before]
        if self.sections:
            errors = [f"{dummy.name}_.error" for dummy in self.sections]
            first = errors.pop()
            while errors:
                first = f"sections_error({errors.pop()}, {first})"
            lines.append(f"    int code = {first};")
            lines += ["", "    if (code == MPI_SUCCESS)", f"        code = {self.call()};"]
        else:
            lines += [f"    int code = {self.call()};", ""]
        lines += [f"    {line}" for line in self.after]
        if self.on_success:
            lines += ["    if (code == MPI_SUCCESS) {"]
            lines += [f"        {line}" for line in self.on_success]
            lines += ["    }"]
        lines += [f"    {line}" for line in self.last]
        lines += ["    site_leave(outer);", "    error_out(ierror, code);", "}"]
        return "\n".join(lines) + "\n"


def write_procedures(bindings, stem):
    parts = [NOTICE + f"/* Of {stem}.table. */\n#include \"fortran/section.h\"\n"]
    for binding in bindings:
        if is_by_hand(binding):
            continue
        if binding.has_choice():
            if binding.has_f90():
                parts.append(Writer(binding, False).text())
            if not binding.is_old:
                parts.append(Writer(binding, True).text())
            continue
        plain = Writer(binding, not binding.has_f90())
        parts.append(plain.text())
        other = f"{binding.stem_name()}{binding.f08_suffix()}_"
        if other != plain.name():
            parts.append(f"ALIAS({other}, {plain.name()})\n")
    return "\n".join(parts)
