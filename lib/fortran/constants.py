# SPDX-License-Identifier: MIT
"""The constants of mpif.h and the modules that are numbers or handles."""

import re

from declare import HANDLES, ROOT

CONSTANTS = ROOT / "tests/abi/constants.tsv"
KINDS = {"MPI_ADDRESS_KIND": 8, "MPI_OFFSET_KIND": 8, "MPI_COUNT_KIND": 8,
         "MPI_INTEGER_KIND": "KIND(0)"}
STATUS = {"MPI_STATUS_SIZE": 8, "MPI_SOURCE": 1, "MPI_TAG": 2, "MPI_ERROR": 3}
ONLY_C = re.compile(r"MPI_(F_|T_|MAX_.*_STRING$|MAX_PROCESSOR_NAME|MAX_OBJECT_NAME|MAX_PORT_NAME|"
                    r"MAX_INFO_|MAX_DATAREP|MAX_PSET|MAX_STRINGTAG)")
LENGTH = re.compile(r"MPI_MAX_(PROCESSOR_NAME|ERROR_STRING|OBJECT_NAME|LIBRARY_VERSION_STRING|"
                    r"PORT_NAME|INFO_KEY|INFO_VAL|DATAREP_STRING|PSET_NAME_LEN|STRINGTAG_LEN)")


def constants():
    """Names, C types and values of the constants that are numbers or handles in Fortran."""
    for line in CONSTANTS.read_text().splitlines()[1:]:
        name, c_type, value = line.split("\t")[:3]
        if LENGTH.fullmatch(name):
            yield name, "int", str(int(value) - 1)
        elif c_type in HANDLES or (c_type in ("int", "MPI_Offset")
                                   and not re.match(r"MPI_F_", name)):
            if name not in STATUS and name not in KINDS:
                yield name, c_type, value_by_kind(name, value)


# INTEGERs and LOGICALs have 4 bytes, or 8 with -fdefault-integer-8: KIND(0) says which.
OF_8_BYTES = {"MPI_INTEGER": "MPI_INTEGER8", "MPI_LOGICAL": "MPI_LOGICAL8"}


def value_by_kind(name, value):
    if name not in OF_8_BYTES:
        return value
    line = re.search(rf"^{OF_8_BYTES[name]}\t\w+\t(\d+)", CONSTANTS.read_text(), re.M)
    return f"{value}+MIN(KIND(0)-4,1)*{int(line[1]) - int(value)}"
