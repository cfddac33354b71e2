# SPDX-License-Identifier: MIT
# The words of a command test: source this, then check things, then call finish.
# shellcheck shell=bash
set -u
cases=0
limit=1200
bin=$top_build/bin
# A test's folder has the place in the tree that the test has: programs.sh is not tests/programs.
work=${0%.sh}
work=$top_build/tests/run/${work##*/tests/}
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# report NAME: the status of the command before decides.
report() {
    local status=$?
    cases=$((cases + 1))
    [ $status -eq 0 ] && echo "ok $cases - $1" || echo "not ok $cases - $1"
}

# run COMMAND...: leaves $status, $out and $err. The limit only ends what hangs.
run() {
    timeout "$limit" "$@" >out 2>err </dev/null
    status=$?
    out=$(cat out)
    err=$(cat err)
}

# expect NAME STATUS [PATTERN]...: what the last run did; each pattern is in its output or errors.
expect() {
    local name=$1 wanted=$2 fault= pattern
    shift 2
    [ "$status" -eq "$wanted" ] || fault="status $status, expected $wanted"
    for pattern; do
        grep -Eq -- "$pattern" out err || fault="$fault; no line like: $pattern"
    done
    cases=$((cases + 1))
    if [ -z "$fault" ]; then
        echo "ok $cases - $name"
    else
        echo "not ok $cases - $name"
        printf '#   %s\n' "$fault"
        sed 's/^/#   stdout: /' out
        sed 's/^/#   stderr: /' err
    fi
}

skip() {
    cases=$((cases + 1))
    echo "ok $cases - $1 # SKIP $2"
}

finish() {
    echo "1..$cases"
}
