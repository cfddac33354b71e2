# SPDX-License-Identifier: MIT
"""The MPI libraries that bench/compare measures: Heddle's build, those that are installed, and
those of a directory.

A directory is a library's prefix, with bin/mpicc and bin/mpiexec, or the root of another system,
such as debootstrap makes of Debian's next release, with usr/bin/mpicc.mpich, usr/bin/mpicc.openmpi
or both. A root's programs need its C library, so its compilers and programs run with its /usr and
/etc in the place of this system's, in a mount namespace of their own; all else is this system's.
A library of a directory is named after itself and its version: openmpi-5.0.7.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FAMILIES = {"heddle": "Heddle", "mpich": "MPICH", "openmpi": "Open MPI"}
OPEN_MPI = ["--allow-run-as-root", "--oversubscribe"]
# What mpiexec of Open MPI says of one processor for each rank, and what the others do.
BIND = {"openmpi": ["--bind-to", "core"]}
BIND_OTHERS = ["-bind-to", "core"]

# The shell runs before /usr is another one.
ENTER = 'mount --rbind "$0/etc" /etc && mount --rbind "$0/usr" /usr && exec "$@"'


def root_entered(root):
    """What stands before a command that is to run in a system's root."""
    maps = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", "--mount", *maps, "sh", "-c", ENTER, root]


class Library:
    """Its name, and the commands that compile for it and start ranks. `within`: what stands before
    each command."""

    def __init__(self, name, family, compiler, start, within=()):
        self.name, self.family, self.compiler = name, family, compiler
        self.start = [start, *(OPEN_MPI if family == "openmpi" else [])]
        self.bind = BIND.get(family, BIND_OTHERS)
        self.within = list(within)
        self.version = ""

    @property
    def has_fortran(self):
        return subprocess.run([*self.within, "sh", "-c", 'command -v "$0"', self.fortran],
                              check=False, capture_output=True).returncode == 0

    @property
    def fortran(self):
        folder, name = os.path.split(self.compiler)
        return os.path.join(folder, name.replace("mpicc", "mpifort"))

    def compilation(self, program, sources, is_fortran=False):
        """The command, of C or of Fortran."""
        compiler = self.fortran if is_fortran else self.compiler
        return [*self.within, compiler, "-O2", "-w", "-o", program, *sources]

    def runs(self, ranks, command, before=(), is_bound=True):
        """The command with that many ranks; is_bound: each has a processor of its own."""
        return [*before, *self.within, *self.start, *(self.bind if is_bound else []), "-n",
                str(ranks), *command]

    def ask_version(self):
        """The first words of MPI_Get_library_version: "Open MPI v5.0.7"."""
        with tempfile.TemporaryDirectory() as folder:
            program = f"{folder}/version"
            subprocess.run(self.compilation(program, [HERE / "api" / "version.c"]), check=True)
            lines = subprocess.run([*self.within, program], check=True, text=True,
                                   capture_output=True).stdout.splitlines()
            self.version = lines[0].strip()  # several ranks may say so
        return self.version


def family_and_number(version):
    """("openmpi", "5.0.7") of "Open MPI v5.0.7"."""
    found = re.match(r"(.*?)(?: version:?)?\s+v?(\d[^\s,]*)", version, re.I)
    if found is None:
        return re.sub(r"\W", "", version.lower())[:20], ""
    return re.sub(r"\W", "", found[1].lower()), found[2]


def title_of(name):
    """Of a library's name, for a table's head: "MPICH 5.0.2"."""
    family, _, number = name.partition("-")
    return f"{FAMILIES.get(family, family)} {number}".strip()


def named_after_itself(library):
    """The same with the name that its version gives it."""
    family, number = family_and_number(library.ask_version())
    again = Library(f"{family}-{number}" if number else family, family, library.compiler,
                    library.start[0], library.within)
    again.version = library.version
    return again


def libraries_of(directory):
    """Those of a prefix, or of a system's root; none: it is neither."""
    directory = os.path.abspath(directory)
    if os.path.exists(f"{directory}/bin/mpicc") and not os.path.exists(f"{directory}/usr"):
        return [named_after_itself(Library("", "", f"{directory}/bin/mpicc",
                                           f"{directory}/bin/mpiexec"))]
    return [named_after_itself(Library("", family, f"mpicc.{family}", f"mpiexec.{family}",
                                       root_entered(directory)))
            for family in ("mpich", "openmpi")
            if os.path.lexists(f"{directory}/usr/bin/mpicc.{family}")]


def libraries(build):
    """Heddle first, and what is installed."""
    known = [Library("heddle", "heddle", f"{build}/bin/mpicc", f"{build}/bin/mpiexec"),
             *(Library(family, family, f"mpicc.{family}", f"mpiexec.{family}")
               for family in ("mpich", "openmpi"))]
    return [library for library in known if shutil.which(library.compiler)]
