# SPDX-License-Identifier: MIT
from pathlib import Path

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *

# Language, the name of its wrapper, and Spack's names for the wrapper.
WRAPPERS = (
    ("c", "mpicc", ("mpicc",)),
    ("cxx", "mpicxx", ("mpicxx",)),
    ("fortran", "mpifort", ("mpif77", "mpifc")),
)


class Heddle(AutotoolsPackage):
    """MPI 5.0 for one machine: each rank is a thread of one process, with its own global
    variables. Deadlocks and leaks are reported, and jobs run inside unit tests."""

    # The clone that this file lies in: the last commit of its branch main is built. A tarball is no
    # repository.
    git = Path(__file__).resolve().parents[6].as_uri()

    license("MIT")

    version("main", branch="main")

    variant("fortran", default=True, description="mpifort, and the modules mpi and mpi_f08")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    # autoreconf of Spack's asks for libtool.
    for tool in ("autoconf", "automake", "libtool", "m4", "pkgconfig", "python@3.7:"):
        depends_on(tool, type="build")
    depends_on("gmp", type="build")  # its header is one of GCC's plugin headers
    depends_on("elfutils")
    depends_on("hwloc@2:")
    depends_on("jemalloc")

    requires("%c=gcc@11:", msg="a plugin of GCC makes global variables private")
    requires("platform=linux")
    provides("mpi@:5.0")

    # It names the compiler that builds plugins of further versions of GCC. Spack's own works in
    # Spack's builds only.
    filter_compiler_wrappers("heddle-plugin", relative_root="bin")

    def configure_args(self):
        """The wrappers run the compilers themselves: Spack's work in its own builds only. The
        plugin is built by Spack's, which finds gmp."""
        args = ["--disable-werror", "OTHER_CC=", f"PLUGIN_CXX={spack_cxx}"]
        args.append(f"WRAPPER_CC={self.spec['c'].package.cc}")
        args.append(f"WRAPPER_CXX={self.spec['cxx'].package.cxx}")
        if self.spec.satisfies("+fortran"):
            args.append(f"WRAPPER_FC={self.spec['fortran'].package.fortran}")
        else:
            args.append("WRAPPER_FC=none")
        return args

    def _wrappers(self):
        for language, wrapper, names in WRAPPERS:
            if language != "fortran" or self.spec.satisfies("+fortran"):
                yield language, self.prefix.bin.join(wrapper), names

    def setup_run_environment(self, env):
        variables = {"c": ("MPICC",), "cxx": ("MPICXX",), "fortran": ("MPIF77", "MPIF90")}
        for language, path, _ in self._wrappers():
            for variable in variables[language]:
                env.set(variable, path)

    def setup_dependent_build_environment(self, env, dependent_spec):
        """A wrapper runs Spack's compiler in the builds of others, as they would without MPI."""
        self.setup_run_environment(env)
        module = dependent_spec.package.module
        for variable, name in (
            ("HEDDLE_CC", "spack_cc"),
            ("HEDDLE_CXX", "spack_cxx"),
            ("HEDDLE_FC", "spack_fc"),
        ):
            if hasattr(module, name):
                env.set(variable, getattr(module, name))

    def setup_dependent_package(self, module, dependent_spec):
        for _, path, names in self._wrappers():
            for name in names:
                setattr(self.spec, name, path)
