#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes packages for dpkg of what `make install prefix=/usr/lib/heddle DESTDIR=tree` has put below
# tree/ of the working directory. `make deb` runs it, and gives version, WRAPPER_CC, WRAPPER_CXX,
# WRAPPER_FC and DEB_FLAGS in the environment.
set -euo pipefail
shopt -s nullglob

here=$(cd "$(dirname "$0")" && pwd)
source=${here%/packaging/deb}
prefix=/usr/lib/heddle
release=$version-1
maintainer="${DEBFULLNAME:-The Heddle developers} <${DEBEMAIL:-heddle@packages.local}>"
if [ -z "${SOURCE_DATE_EPOCH-}" ]; then
    SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct 2>/dev/null || date +%s)
fi
export SOURCE_DATE_EPOCH

fail() {
    echo "make deb: $*" >&2
    exit 1
}
for tool in dpkg-deb dpkg-shlibdeps dpkg-architecture; do
    command -v $tool >/dev/null || fail "$tool is missing; install it (Debian: dpkg-dev)"
done
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
architecture=$(dpkg-architecture -qDEB_HOST_ARCH)
mapfile -t packages < <(sed -n 's/^Package: //p' "$here/control")
rm -rf "${packages[@]}" ./*.deb scratch
mkdir -p scratch/debian "${packages[@]}"

# ---- files --------------------------------------------------------------------------------------

# Debug symbols leave each file for a package of their own, where GDB finds them by the file's id.
strip_files() {
    local file id symbols
    while read -r file; do
        case $(head -c 4 "$file" | tr -d '\0') in
        $'\x7fELF') ;;
        *) continue ;;
        esac
        id=$(readelf -n "$file" | sed -n 's/^ *Build ID: //p')
        if [ -n "$id" ]; then
            symbols=heddle-dbgsym/usr/lib/debug/.build-id/${id:0:2}
            mkdir -p "$symbols"
            objcopy --only-keep-debug --compress-debug-sections "$file" "$symbols/${id:2}.debug"
            chmod 644 "$symbols/${id:2}.debug"
            strip --strip-unneeded --remove-section=.comment "$file"
        fi
    done < <(find "tree$prefix" -type f \( -path '*/bin/*' -o -name '*.so' -o -name '*.so.1' \))
    find "tree$prefix" -name '*.[ao]' -exec strip --strip-debug {} +
}

distribute() {
    local package pattern place file
    while read -r package pattern place; do
        for file in tree"$prefix"/$pattern; do
            place=$package${place:-$(dirname "${file#tree}")}
            mkdir -p "$place"
            mv "$file" "$place"
            place=${place#"$package"}
        done
    done < <(grep '^[a-z]' "$here/files.txt")
    find tree -type d -empty -delete
    [ ! -d tree ] || fail "files.txt names no package for $(find tree ! -type d | head -n 1)"
    while read -r package place file; do
        mkdir -p "$package$(dirname "$place")"
        ln -s "$file" "$package$place"
    done < <(sed -n "s/@triplet@/$triplet/; /^[a-z]/p" "$here/links.txt")
}

# Pages of commands that other implementations have are named for alternatives, and pages of
# functions get a section that man searches, too, but where no other file has the name.
compress_pages() (
    cd "$1/usr/share/man" 2>/dev/null || exit 0
    for page in man1/mpi*.1; do
        mv "$page" "${page%.1}.heddle.1"
    done
    for page in man?/*; do
        [ -h "$page" ] || continue
        target=$(readlink "$page")
        [ "${target#mpi}" = "$target" ] || target=${target%.1}.heddle.1
        ln -s "$target.gz" "$page.gz"
        rm "$page"
    done
    if [ -n "$(echo man3/MPI_*.3)" ]; then
        sed -i -E '/^\.TH/s/ 3 / 3heddle /; s/^\.so man3\/.*/&heddle/' man3/MPI_*.3
        gzip -9n -S heddle.gz man3/MPI_*.3
    fi
    gzip -9n man?/*.[1-9]
)

add_documents() {
    local folder=heddle-doc/usr/share/doc/heddle-doc
    mkdir -p "$folder/examples"
    cp "$source"/README.md "$source"/docs/*.md "$folder"
    cp -r "$source"/demos/{*.c,*.h,*.f,*.f90,README.md,run,data} "$folder/examples"
}

add_papers() {
    local folder=$1/usr/share/doc/$1
    mkdir -p "$folder"
    cp "$source/LICENSE" "$folder/copyright"
    gzip -9n <"$source/CHANGELOG.md" >"$folder/changelog.gz"
    printf 'heddle (%s) unstable; urgency=medium\n\n  * Built by make deb.\n\n -- %s  %s\n' \
        "$release" "$maintainer" "$(date -uR -d "@$SOURCE_DATE_EPOCH")" |
        gzip -9n >"$folder/changelog.Debian.gz"
    if [ -e "$here/lintian/$1" ]; then
        mkdir -p "$1/usr/share/lintian/overrides"
        cp "$here/lintian/$1" "$1/usr/share/lintian/overrides"
    fi
}

# ---- what a package says of itself --------------------------------------------------------------

# The packages of a compiler: that of the command, and that of the program behind it, of the very
# version that the plugin is built for. A compiler of no package is not waited for.
packages_of() {
    local command behind name version
    command=$(command -v "${1%% *}") && command=$(dpkg-query -S "$command" 2>/dev/null) &&
        behind=$(readlink -f "$(command -v "${1%% *}")") &&
        name=$(dpkg-query -S "$behind" 2>/dev/null) || return 0
    command=${command%%:*} name=${name%%:*}
    [ "$command" = "$name" ] || printf '%s, ' "$command"
    version=$(dpkg-query -W -f='${source:Upstream-Version}' "$name")
    printf '%s (>= %s), %s (<< %s.~), ' "$name" "$version" "$name" "$version"
}

# What a package's files need of other packages' shared libraries.
libraries_of() {
    local -a files
    mapfile -t files < <(find "$PWD/$1$prefix" -type f -print0 2>/dev/null |
        xargs -0r grep -l '^.ELF' | grep -v '\.[ao]$')
    [ ${#files[@]} -gt 0 ] || return 0
    (cd scratch && dpkg-shlibdeps -O --warnings=0 --ignore-missing-info -xlibheddle \
        -l"../libheddle$prefix/lib" "${files[@]/#/-e}") | sed 's/^shlibs:Depends=//'
}

control_of() {
    local package=$1 size
    size=$(du -k -s --apparent-size "$package" | cut -f 1)
    awk -v RS= -v name="$package" '$1 == "Package:" && $2 == name' "$here/control" |
        sed -e "/^Package:/a Source: heddle\nVersion: $release\nMaintainer: $maintainer" \
            -e "/^Package:/a Priority: optional\nInstalled-Size: $size" \
            -e "s/@version@/$release/g; s/@architecture@/$architecture/" \
            -e "s/@compilers@/$compilers/; s/@fortran@/$fortran/" \
            -e "s/@libraries@/$(libraries_of "$package")/" |
        sed -E '/^Depends:/{s/(, *)+/, /g; s/, *$//}'
}

pack() {
    local package=$1 script
    mkdir -p "$package/DEBIAN"
    control_of "$package" >"$package/DEBIAN/control"
    for script in "$here/$package".*; do
        sed "s/@triplet@/$triplet/g" "$script" >"$package/DEBIAN/${script##*.}"
    done
    (cd "$package" && find usr -type f -print0 | sort -z | xargs -0 md5sum) \
        >"$package/DEBIAN/md5sums"
    chmod -R u=rwX,go=rX "$package"
    chmod 755 "$package"/DEBIAN/p* 2>/dev/null || true
    # shellcheck disable=SC2086
    dpkg-deb --root-owner-group ${DEB_FLAGS-} --build "$package" . >/dev/null
}

printf 'Source: heddle\n\nPackage: heddle\nArchitecture: any\n' >scratch/debian/control
compilers=$(packages_of "$WRAPPER_CC")$(packages_of "$WRAPPER_CXX")
fortran=$(packages_of "$WRAPPER_FC")
strip_files
distribute
add_documents
for package in "${packages[@]}"; do
    [ -e "$package/usr" ] || continue
    compress_pages "$package"
    add_papers "$package"
    pack "$package"
done
rm -rf "${packages[@]}" scratch
ls ./*.deb
