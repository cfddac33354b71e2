#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `make deb`: packages that lintian accepts, that dpkg installs beside those of MPICH and Open MPI
# and whose programs work there, and that leave nothing when they go. All is below a root of the
# test's own, and root is not needed.
. "$(dirname "$0")/../harness/tap.sh"
if [ "$sanitizer" != no ] || [ "$privatize" != yes ] || [ -n "${EMULATOR-}" ] ||
    [ ! -e "$top_build/lib/libmpi_abi.so.1" ]; then
    skip packages 'only of plain builds with private globals and a shared library'
    finish
    exit
fi
for tool in dpkg dpkg-architecture dpkg-shlibdeps update-alternatives; do
    if ! PATH=$PATH:/usr/sbin command -v $tool >/dev/null; then
        skip packages "$tool is not installed"
        finish
        exit
    fi
done

run "${MAKE:-make}" -C "$top_build" -s deb deb="$work/deb" DEB_FLAGS='-Zgzip -z1'
expect makes_packages 0 'libheddle_.*\.deb' 'libheddle-dev_.*\.deb' 'heddle-doc_.*_all\.deb'
debs=("$work"/deb/*.deb)
[ ${#debs[@]} -eq "$(grep -c ^Package: "$top_source/packaging/deb/control")" ]
report makes_each_package_that_is_described
if command -v lintian >/dev/null; then
    # The stand-in for DEBEMAIL is no address. The checks of manuals format each page, which takes
    # minutes.
    run lintian --allow-root --fail-on error -X documentation/manual --suppress-tags \
        bogus-mail-host-in-debian-changelog,bogus-mail-host "${debs[@]}"
    expect lintian_finds_no_errors 0
else
    skip lintian 'it is not installed'
fi

# A root where MPICH (40) and Open MPI (50) are, as update-alternatives knows them.
root=$work/root
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers,alternatives} "$root"/var/log \
    "$root"/{etc/alternatives,usr/bin,usr/share/man/man1,usr/share/bash-completion/completions} \
    "$root/usr/include/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
touch "$root/var/lib/dpkg/status"
alternatives() { PATH=$PATH:/usr/sbin update-alternatives --root "$root" --quiet "$@"; }
for other in mpich:40 openmpi:50; do
    name=${other%:*}
    touch "$root"/usr/bin/{mpicc,mpicxx,mpirun,mpiexec}."$name"
    alternatives --install /usr/bin/mpicc mpi "/usr/bin/mpicc.$name" "${other#*:}" \
        --slave /usr/bin/mpicxx mpicxx "/usr/bin/mpicxx.$name"
    alternatives --install /usr/bin/mpirun mpirun "/usr/bin/mpirun.$name" "${other#*:}" \
        --slave /usr/bin/mpiexec mpiexec "/usr/bin/mpiexec.$name"
done
list() { (cd "$root" && find . ! -path './var/*' ! -type d -printf '%p %l\n' | sort); }
list >before

# The packages that these need are those of the machine, and so are the programs that scripts run.
packages() {
    PATH=$PATH:/usr/sbin:/sbin run dpkg --root="$root" --log="$work/dpkg.log" --force-not-root \
        --force-depends --force-script-chrootless "$@"
}
packages -i "${debs[@]}"
expect are_installed 0
[ "$(readlink "$root/etc/alternatives/mpi")" = /usr/bin/mpicc.openmpi ] &&
    [ "$(readlink "$root/etc/alternatives/mpirun")" = /usr/bin/mpirun.openmpi ]
report leave_the_names_to_those_that_are_there
alternatives --set mpi /usr/bin/mpicc.heddle
alternatives --set mpirun /usr/bin/mpirun.heddle
for name in mpi mpicxx mpirun mpiexec mpi.pc-"$(dpkg-architecture -qDEB_HOST_MULTIARCH)"; do
    [ -e "$root$(readlink "$root/etc/alternatives/$name")" ]
    report "give the name $name when they are told to"
done

examples=$root/usr/share/doc/heddle-doc/examples
run "$root/usr/bin/mpicc.heddle" -O2 "$examples/ring.c" -o ring
run "$root/usr/bin/mpiexec.heddle" -n 8 ./ring
expect build_and_run_a_demo 0 ': 0 mistakes$'
run "$root/usr/bin/mpirun.heddle" --version
expect say_which_version_they_are 0 '^mpiexec \(Heddle\) '
if [ -x "$root/usr/bin/mpifort.heddle" ]; then
    run "$root/usr/bin/mpifort.heddle" -O2 "$examples/heat.f90" -o heat
    run "$root/usr/bin/mpiexec.heddle" -n 6 ./heat heat.pgm
    expect build_and_run_a_demo_in_fortran 0 '^mean temperature 7\.33'
fi

mapfile -t names < <(dpkg --root="$root" --get-selections | cut -f 1)
packages --purge "${names[@]}"
expect are_removed 0
list >after
diff before after >difference
[ ! -s difference ] || sed 's/^/#   /' difference
[ ! -s difference ]
report leave_no_file_and_give_the_names_back
find "$root/usr" "$root/etc" -depth -mindepth 1 -type d -empty -name '*heddle*' >folders
[ ! -s folders ]
report leave_no_folder
finish
