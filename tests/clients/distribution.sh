#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# distribution.sh DISTRIBUTION [FOLDER]: makes a bare installation of Debian's release (bookworm,
# trixie, testing, ...) in FOLDER/DISTRIBUTION, copies this repository's last commit there, builds
# and tests it, and prints a row for the table in docs/BUILDING.md.
#
#   FOLDER  where to work; an installation that is there is used again. By default a temporary one,
#           which is removed
#
# Variables say what is unusual:
#   PLACE       the checkout's folder, below /home or /srv (default: /home/heddle/heddle)
#   AS_USER     yes: no root builds; root only runs the command that `./bootstrap` prints
#   PROCESSORS  0: on processor 0 alone; 0-1: on two
#   MEMORY      the most that all processes take together, as 2G
#   TESTS       which tests run; all: `./bootstrap check` runs
#   WITHOUT     libraries that the build does without, of "jemalloc libdw hwloc criterion"
#   PACKAGES    more of Debian's packages, as "cmake meson": some tests need them
#   COMPILERS   other versions of GCC, as "12 13": the build makes plugins for all but the last,
#               heddle-plugin for that one, and tests/driver/compilers.sh runs too
#   AGAIN       yes: go on with the checkout of the last run in FOLDER, which has been built
#   CACHE       a folder of ccache's, when one run follows another
#
# Not a part of `make check`: it needs root, debootstrap, the network and ten minutes.
set -u

[ $# -ge 1 ] || { sed -n '3,23s/^# \{0,1\}//p' "$0"; exit 2; }
distribution=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
work=${2:-$(mktemp -d)}
mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 1
root=$work/$distribution
place=${PLACE:-/home/heddle/heddle}
tests=${TESTS:-tests/api/messages.c tests/api/collectives.c tests/api/one_sided.c tests/p2p/match
    tests/coll/coll tests/type/type tests/image/image tests/driver/wrapper.sh}
read -ra versions <<<"${COMPILERS-}"
options=${WITHOUT:+ --without-${WITHOUT// / --without-}}

fail() {
    echo "distribution.sh: $*" >&2
    exit 1
}

# The folder is removed before it is made.
case $place in
    *..*) fail "PLACE=$place has two dots in it" ;;
    /home/?* | /srv/?*) ;;
    *) fail "PLACE=$place is not below /home or /srv" ;;
esac

[ "${AGAIN-}" != yes ] || [ -d "$root$place/build" ] ||
    fail "AGAIN=yes goes on with an earlier run; name its FOLDER"

# Mounts are gone with the namespace, so removing the installation cannot reach the machine's /dev.
if [ -z "${HEDDLE_UNSHARED-}" ]; then
    [ "$(id -u)" -eq 0 ] || fail "only root can make an installation and go into it"
    command -v debootstrap >/dev/null || fail "debootstrap is missing; install it"
    HEDDLE_UNSHARED=yes unshare --mount bash "$0" "$distribution" "$work"
    status=$?
    [ $# -ge 2 ] || rm -rf "$work"
    exit $status
fi

# Debian's packages come from where apt gets those of this machine. A mirror may lag behind.
make_root() {
    local mirror
    mirror=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 'Created-By: Packages' |
        sed -n 's/^Debian Debian \([^ ]*\)$/\1/p' | head -n 1)
    [ -n "$mirror" ] || fail "apt gets no packages of Debian on this machine"
    debootstrap --variant=minbase "$distribution" "$root" "$mirror" \
        >"$work/$distribution.debootstrap" 2>&1 &&
        echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/mirror" &&
        touch "$root/complete" || { tail -n 5 "$work/$distribution.debootstrap"; exit 1; }
}

# Runs a line of shell in the installation as the given user, in the checkout.
cached=
inside() {
    local user=$1 as=()
    [ "$user" = root ] || as=(--userspec=heddle:heddle)
    ${PROCESSORS:+taskset -c "$PROCESSORS"} chroot "${as[@]}" "$root" \
        env -i TERM=dumb LC_ALL=C.UTF-8 HOME=/home/heddle DEBIAN_FRONTEND=noninteractive \
        PATH="$cached/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
        CCACHE_DIR=/mnt CCACHE_BASEDIR="$place" CCACHE_NOHASHDIR=1 CCACHE_TEMPDIR=/tmp \
        ${AS_USER:+CCACHE_READONLY=1} \
        sh -c 'cd "$1" && eval "$2"' sh "$place" "$2"
}

# All later processes share the limit. The group is removed at the end, when it is empty.
limit_memory() {
    local group
    trap leave_group EXIT
    if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
        group=/sys/fs/cgroup/heddle-$$
        mkdir "$group" && echo "$MEMORY" >"$group/memory.max"
    else
        group=/sys/fs/cgroup/memory/heddle-$$
        mkdir "$group" && echo "$MEMORY" >"$group/memory.limit_in_bytes"
    fi && echo $$ >"$group/cgroup.procs" || fail "no group of processes can be limited to $MEMORY"
}

leave_group() {
    local group
    for group in /sys/fs/cgroup/heddle-$$ /sys/fs/cgroup/memory/heddle-$$; do
        [ ! -d "$group" ] || { echo $$ >"${group%/*}/cgroup.procs" && rmdir "$group"; }
    done
}

# step NAME LOG LINE: counts what passed and what did not; a failure shows the end of its log.
passed= failed=
step() {
    local start=$SECONDS
    if inside "$builder" "$3" >"$work/$distribution.$2" 2>&1; then
        passed="$passed${passed:+, }$1 ($((SECONDS - start)) s)"
    else
        failed="$failed${failed:+, }$1"
        tail -n 15 "$work/$distribution.$2" >&2
    fi
}

# The packages of that many compilers; none without.
install_compilers() {
    local version packages=()
    for version; do
        packages+=({gcc,g++,gfortran}-"$version" "gcc-$version-plugin-dev")
    done
    install_packages "${packages[@]}"
}

install_packages() {
    [ $# -eq 0 ] || inside root "apt-get update && apt-get install -y --no-install-recommends $*" \
        >"$work/$distribution.installed" 2>&1 || fail "see $work/$distribution.installed"
}

[ -e "$root/complete" ] || make_root
mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" &&
    mount --rbind /sys "$root/sys" && mount -t tmpfs tmpfs "$root/tmp" || fail "no mounts in $root"
[ -z "${MEMORY-}" ] || limit_memory

chroot "$root" useradd --no-create-home --home-dir /home/heddle heddle 2>/dev/null
if [ "${AGAIN-}" != yes ]; then
    rm -rf "${root:?}/home/heddle" "${root:?}$place"
    mkdir -p "$root/home/heddle" "$(dirname "$root$place")"
    git clone -q --no-local "$source" "$root$place" || exit 1
fi
# shellcheck disable=SC2086
install_packages ${PACKAGES-} ${CACHE:+ccache}
install_compilers "${versions[@]::${#versions[@]} ? ${#versions[@]} - 1 : 0}"
builder=root
if [ "${AS_USER-}" = yes ]; then
    builder=heddle
    chroot "$root" chown -R heddle:heddle /home/heddle "$place"
    if ! inside heddle "./bootstrap build$options" >"$work/$distribution.asked" 2>&1; then
        command=$(sed -n 's/^ *sudo //p' "$work/$distribution.asked")
        [ -z "$command" ] || inside root "$command" >"$work/$distribution.installed" 2>&1 ||
            tail -n 5 "$work/$distribution.installed" >&2
    fi
fi
if [ -n "${CACHE-}" ]; then
    mount --bind "$CACHE" "$root/mnt" || exit 1
    cached=/usr/lib/ccache:
    step "./bootstrap build$options, cached" build "./bootstrap build$options"
    cached=
fi
step "./bootstrap demo$options" demo "./bootstrap demo$options"
if [ -z "$failed" ] && [ ${#versions[@]} -gt 0 ]; then
    install_compilers "${versions[-1]}"
    for version in "${versions[@]}"; do
        full=$(inside root "gcc-$version -dumpfullversion")
        [ -e "$root$place/build/lib/heddle/gcc-$full" ] ||
            step "heddle-plugin gcc-$version" plugin "build/bin/heddle-plugin gcc-$version"
    done
    [ "$tests" = all ] || tests="$tests tests/driver/compilers.sh"
fi
if [ -n "$failed" ]; then
    :
elif [ "$tests" = all ]; then
    step './bootstrap check' check './bootstrap check'
else
    programs=$(tr ' ' '\n' <<<"$tests" | grep -v '\.' | tr '\n' ' ')
    step "$(echo $tests)" check "make -C build -s check thorough=no TESTS='$(echo $tests)' \
        check_PROGRAMS='$programs'"
fi
unusual="${PLACE:+, in \"$PLACE\"}${AS_USER:+, without root}${PROCESSORS:+, processors $PROCESSORS}"
printf '| %s, bare, %s, %s%s%s | %s, %s%s | %s | %s |\n' "$distribution" "$(date +%F)" \
    "$(git -c safe.directory='*' -C "$root$place" rev-parse --short HEAD)" "$unusual" \
    "${MEMORY:+, memory $MEMORY}" "$(inside root 'gcc -dumpfullversion')" \
    "$(inside root 'ldd --version' | sed -n '1s/.* //p')" \
    "${COMPILERS:+; programs also by $COMPILERS}" "$passed" "$failed"
[ -z "$failed" ]
