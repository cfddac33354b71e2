# SPDX-License-Identifier: MIT
# Sourced by the scripts of other people's programs.

# begin PREFIX [FOLDER]: puts PREFIX's programs first in PATH, and goes to FOLDER, or to a temporary
# one that goes when the script ends; $work is its name. Without PREFIX shows the script's head.
begin() {
    [ $# -ge 1 ] || { sed -n '3,/^# Not a part/{/^# Not a part/!s/^# \{0,1\}//p}' "$0"; exit 2; }
    PATH=$(cd "$1" && pwd)/bin:$PATH
    work=${2:-$(mktemp -d)}
    [ $# -ge 2 ] || trap 'rm -rf "$work"' EXIT
    cd "$work" && work=$PWD || exit 1
}

# fetch PACKAGE: fetches Debian's source package from where apt has its packages, and unpacks it in
# the working directory as it came from its authors. On failure ends the script.
fetch() {
    local place=$PWD/fetched
    local apt=(apt-get -q -o Dir::Etc::sourcelist=/dev/null
               -o "Dir::Etc::sourceparts=$place/sources" -o "Dir::State::lists=$place/lists")

    mkdir -p "$place/lists/partial" "$place/sources"
    cat >"$place/sources/debian.sources" <<END
Types: deb-src
URIs: $(apt-get indextargets --format '$(REPO_URI)' | head -n 1)
Suites: $(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
    { "${apt[@]}" update && "${apt[@]}" source --download-only "$1"; } >"$place/log" 2>&1 &&
        tar xf "$1"_*.orig.tar.* || { tail -5 "$place/log"; exit 1; }
}

# must_do LOG COMMAND...: runs it; on failure shows the end of what it wrote, and ends the script.
must_do() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 || { tail -5 "$log"; exit 1; }
}
