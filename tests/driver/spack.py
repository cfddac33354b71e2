#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The recipe for Spack, with stand-ins for Spack and its compilers: what it tells configure,
configure accepts, and what it tells those that use Heddle, is there and works."""

import importlib.util
import os
import shutil
import subprocess
import sys
import types
from pathlib import Path
from urllib.parse import unquote

SOURCE = Path(os.environ["top_source"])
BUILD = Path(os.environ["top_build"])
WORK = BUILD / "tests/run/driver/spack"
RECIPE = SOURCE / "packaging/spack/spack_repo/heddle/packages/heddle/package.py"
COMPILERS = {"c": os.environ.get("WRAPPER_CC", "gcc"),
             "cxx": os.environ.get("WRAPPER_CXX", "g++"),
             "fortran": os.environ.get("WRAPPER_FC", "gfortran")}
failures = []


def report(name, fault):
    failures.append(bool(fault))
    print(f"{'not ok' if fault else 'ok'} {len(failures)} - {name}")
    for line in str(fault).splitlines() if fault else []:
        print(f"#   {line}")


class Folder(str):
    def join(self, name):
        return Folder(f"{self}/{name}")

    @property
    def bin(self):
        return self.join("bin")


def compiler(language):
    attribute = {"c": "cc"}.get(language, language)
    return types.SimpleNamespace(
        package=types.SimpleNamespace(**{attribute: COMPILERS[language]}))


class Spec(dict):
    """Spack's spec of one choice, as far as the recipe asks."""

    def __init__(self, fortran):
        super().__init__({language: compiler(language) for language in COMPILERS})
        self.fortran = fortran

    def satisfies(self, what):
        assert what == "+fortran", what
        return self.fortran


class Environment(dict):
    def set(self, name, value):
        self[name] = value


def spack_compiler():
    """A compiler by a name that nothing else has, as Spack's is in Spack's builds."""
    path = BUILD / "tests/run/driver/spack_cxx"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('#!/bin/sh\nexec g++ "$@"\n')
    path.chmod(0o755)
    return path


def load(directives):
    """The recipe as a module; the calls of its directives."""
    package, systems = types.ModuleType("spack.package"), types.ModuleType("autotools")
    for name in ("license", "version", "variant", "depends_on", "requires", "provides",
                 "filter_compiler_wrappers"):
        setattr(package, name, lambda *given, name=name, **_: directives.append((name, *given)))
    package.spack_cxx = str(spack_compiler())
    systems.AutotoolsPackage = object
    sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": package,
                        "spack_repo.builtin.build_systems.autotools": systems})
    for name in ("spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
        sys.modules[name] = types.ModuleType(name)
    described = importlib.util.spec_from_file_location("package", RECIPE)
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module


def package_of(module, fortran):
    package = module.Heddle()
    package.spec, package.prefix = Spec(fortran), Folder(BUILD)
    return package


def configured(arguments):
    """configure's words on a folder of its own with these arguments; None: it was content. It is
    called by a relative name, which may lead through a folder with a space in its name."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    configure = os.path.relpath(SOURCE, WORK) + "/configure"
    run = subprocess.run([configure, "-q", *arguments], cwd=WORK, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    unknown = "unrecognized" in run.stdout or "no mpifort" in run.stdout
    return run.stdout if run.returncode or unknown else None


def naming(compiler):
    """Of the commands that the configured folder makes, those that name the compiler."""
    names = [name for name in ("mpicc", "mpicxx", "mpifort", "heddle-plugin")
             if os.path.exists(BUILD / "bin" / name)]
    subprocess.run(["make", "-s", *(f"bin/{name}" for name in names)], cwd=WORK, check=True)
    return [name for name in names if compiler in (WORK / "bin" / name).read_text()]


def main():
    if os.environ.get("privatize", "yes") != "yes":
        print("ok 1 - recipe # SKIP there is no plugin\n1..1")
        return 0
    directives = []
    recipe = load(directives)
    package = package_of(recipe, os.path.exists(BUILD / "bin/mpifort"))
    there = [Path(unquote(package.git.removeprefix("file://"))) / "configure.ac"]
    report("names the top folder of the source that it lies in", not there[0].exists() and there)
    provided = [given[1] for given in directives if given[0] == "provides"]
    report("provides an MPI", provided != ["mpi@:5.0"] and provided)
    report("configure accepts what it says", configured(package.configure_args()))
    filtered = [name for given in directives if given[0] == "filter_compiler_wrappers"
                for name in given[1:]]
    named = naming(str(spack_compiler()))
    report("commands name Spack's compiler only where Spack puts another in its place",
           named != filtered and f"{named} name it; the recipe has {filtered}")
    run, build, users = Environment(), Environment(), types.SimpleNamespace()
    package.setup_run_environment(run)
    missing = [path for path in run.values() if not os.access(path, os.X_OK)]
    report("names wrappers that are there", missing)
    users.package = types.SimpleNamespace(module=types.SimpleNamespace(
        spack_cc="/spack/gcc", spack_cxx="/spack/g++", spack_fc="/spack/gfortran"))
    package.setup_dependent_build_environment(build, users)
    package.setup_dependent_package(None, users)
    wrong = [path for name, path in (("spack_cc", package.spec.mpicc),
                                     ("spack_cxx", package.spec.mpicxx))
             if subprocess.run([path, "-showme:command"], text=True, capture_output=True,
                               env={**os.environ, **build}, check=False).stdout.strip() !=
             getattr(users.package.module, name)]
    report("builds of others run Spack's compilers", wrong)
    plain = package_of(recipe, False)
    plain.setup_run_environment(run := Environment())
    report("leaves Fortran out where it is not wanted",
           "WRAPPER_FC=none" not in plain.configure_args() or "MPIF90" in run)
    print(f"1..{len(failures)}")
    return 1 if any(failures) else 0


if __name__ == "__main__":
    sys.exit(main())
