#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mpiexec -summary: of programs with one known flaw each it names that flaw first, with its place
# and the rank that is to blame; a balanced program gets no advice.
. "$(dirname "$0")/../harness/tap.sh"

cp "$top_source/tests/driver/summary/flaws.c" flaws.c

# place FUNCTION MARK: where in the source the line with that mark is, as a pattern.
place() {
    awk -v function_name="$1" -v mark="/* $2 */" '
        index($0, function_name "(") == 1 || index($0, "static void " function_name "(") == 1 ||
            index($0, "int " function_name "(") == 1 { inside = 1 }
        inside && index($0, mark) { print function_name " \\(flaws.c:" NR "\\)"; exit }' flaws.c
}

# has PATTERN...: each is in the errors of the last run.
has() {
    local pattern
    for pattern; do
        grep -Eq -- "$pattern" err || return 1
    done
}

# growing TEST... -- COMMAND...: runs the command until the test holds. A busy machine makes ranks
# wait, too, so what they wait for in the program becomes four times as large each time.
growing() {
    local test=()
    while [ "$1" != -- ]; do
        test+=("$1")
        shift
    done
    shift
    for TIMES in 1 4 16 64; do
        run "$@"
        "${test[@]}" && break
    done
    TIMES=1
}
export TIMES=1

# flaw NAME RANKS KIND PATTERN...: the first advice is of that kind, and like each pattern.
flaw() {
    local name=$1 ranks=$2 patterns=("^heddle: 1\. $3, [0-9]+ % \(")
    shift 3
    patterns+=("${@/#/^heddle: 1\\..*}")
    growing has "${patterns[@]}" -- "$bin/mpiexec" -summary -n "$ranks" ./flaws "$name"
    expect "$name is named first" 0 "${patterns[@]}"
}

run "$bin/mpicc" -g -O1 -o flaws flaws.c
expect builds_programs_with_flaws 0
for name in late_sender late_sender_of_wait; do
    flaw $name 4 "late sender" "in $(place $name waits) waits for rank 0" \
        "which sends in $(place $name sends)"
done
told_once() {
    has '^heddle: 1\. late sender' && ! has '^heddle: 2\.'
}
growing told_once -- "$bin/mpiexec" -summary -n 4 ./flaws late_sender_before_barrier
told_once
report who_is_late_because_of_a_late_sender_is_not_told_of

for name in late_receiver late_receiver_of_wait late_receiver_of_two; do
    flaw $name 4 "late receiver" "in $(place $name waits) waits for rank 1" \
        "which receives in $(place $name receives)"
done
flaw late_member 4 imbalance "Allreduce in $(place late_member waits) waits for rank 2, which comes"
flaw late_root 4 imbalance "Bcast in $(place late_root waits) waits for rank 0, which comes last"
flaw late_by_turns 4 imbalance "Barrier in $(place late_by_turns waits) waits for the last rank"
flaw late_starter 4 imbalance "Wait in $(place late_starter waits) waits for rank 1, which comes"
flaw late_end 4 imbalance "Finalize in $(place main 'the end') waits for rank 3, which comes"
flaw late_fence 4 imbalance "fence in $(place late_fence waits) waits for rank 3, which comes"
flaw late_unlock 4 epoch "MPI_Win_lock in $(place late_unlock waits) waits for other ranks"
flaw small_messages 2 "small messages" "in $(place small_messages sends) sends [0-9]+99999 small" \
    "received in $(place small_messages receives)"
flaw unexpected_messages 1 "unexpected messages" "sent in $(place unexpected_messages sends)" \
    "before their receive in $(place unexpected_messages receives)"
flaw small_accesses 1 "small accesses" "in $(place small_accesses writes) makes 29999 small acc"

flaw strided_accesses 2 "strided accesses" "in $(place strided_accesses writes) makes 5999[0-9] " \
    "small accesses on 2 ranks" "one collective access"
run "$bin/mpiexec" -summary -n 1 ./flaws accesses_apart
[ "$status" -eq 0 ] && ! grep -q ' accesses, ' err
report accesses_that_could_not_be_merged_are_not_told

for name in balanced balanced_operations; do
    growing has '^heddle: nothing stands out$' -- "$bin/mpiexec" -summary -n 4 ./flaws $name
    [ "$status" -eq 0 ] && [ "$(grep -c '^heddle: 1\.' err)" -eq 0 ] &&
        grep -qx 'heddle: nothing stands out' err &&
        grep -Eq '^heddle: critical path, .*: nothing on it takes longer than a rank takes' err
    report "$name gets no advice"
done
run "$bin/mpiexec" -summary -n 4 ./flaws late_sender
[ "$(wc -l <err)" -le 24 ] &&
    has "^ +in MPI +waiting +calls$" "[0-9]  MPI_Recv in $(place late_sender waits)"
report the_calls_fit_on_one_screen

# path NAME RANKS PATTERN...: the critical path has these lines, the longest first.
path() {
    local name=$1 ranks=$2
    shift 2
    growing follows "$@" -- "$bin/mpiexec" -summary -n "$ranks" ./flaws "$name"
    [ "$status" -eq 0 ] && follows "$@"
    report "the critical path of $name is found"
}

# follows PATTERN...: the lines below the critical path's, and no others but of little time.
follows() {
    sed -n '/^heddle: critical path/,/in MPI  waiting/p' err | grep ' %' >path
    awk '$1 >= 3' path | wc -l | grep -qx $# || return 1
    local number=1 pattern
    for pattern; do
        sed -n "${number}p" path | grep -Eq -- "$pattern" || return 1
        number=$((number + 1))
    done
}

path chain 4 \
    "^ +(3[5-9]|4[0-2])\.. %.* rank 3 works before MPI_Finalize in $(place main 'the end')" \
    "^ +(2[5-9]|3[01])\.. %.* rank 2 works before MPI_Send in $(place chain 'hands on')" \
    "^ +(1[6-9]|2[0-2])\.. %.* rank 1 works before MPI_Send" \
    "^ +([89]|1[0-2])\.. %.* rank 0 works before MPI_Send"
path one_after_the_other 4 \
    "^ +[56].\.. %.* rank 1 works before MPI_Recv in $(place one_after_the_other receives)" \
    "^ +[34].\.. %.* rank 0 works before MPI_Barrier in $(place one_after_the_other meets)"
path ping_pong 3 "^ +[67].\.. %.* rank 1 works before MPI_Send in $(place ping_pong answers)" \
    "^ +2.\.. %.* rank 0 works before MPI_Send in $(place ping_pong sends)"
path late_member 4 "^ +[89].\.. %.* rank 2 works before MPI_Allreduce in"
path late_by_turns 4 "^ +2.\.. %" "^ +2.\.. %" "^ +2.\.. %" "^ +2.\.. %"

mkdir -p elsewhere
# Ranks 1 and 2 wait, and longest of all.
two_wait() {
    has '^heddle: 1\. late sender' && [ "$(grep -o '"for":"sender"' late.json | wc -l)" -eq 2 ]
}
growing two_wait -- "$bin/mpiexec" -wdir elsewhere -summary=json:late.json -n 3 "$PWD/flaws" \
    late_sender
expect json_is_written_beside_the_words 0 '^heddle: 1\. late sender'
"$PYTHON" - >told 2>&1 <<'EOF'
import json

summary = json.load(open("late.json"))
assert summary["ranks"] == 3 and summary["seconds"] >= 0.6 and summary["left_out"] == 0
first = summary["advice"][0]
assert first["kind"] == "late sender" and first["late"] == 0 and first["share"] > 0.05
assert "flaws.c" in first["at"] and "flaws.c" in first["there"] and first["text"]
counts = summary["counts"]
assert counts["messages"] == counts["messages.eager"] == counts["matches"] == 2, counts
assert "puts" not in counts
calls = {call["call"]: call for call in summary["calls"]}
assert calls["MPI_Recv"]["calls"] == 2 and calls["MPI_Send"]["calls"] == 2
assert calls["MPI_Recv"]["waiting"] <= calls["MPI_Recv"]["seconds"]
waits = [wait for wait in summary["waits"] if wait["for"] == "sender"]
assert sorted(wait["rank"] for wait in waits) == [1, 2], waits
path = summary["critical_path"]
assert path["is_complete"] and not path["is_even"] and path["seconds"] >= 0.6
part = path["parts"][0]
assert part["rank"] == 0 and part["kind"] == "work" and part["call"] == "MPI_Send", part
assert part["stands_out"] and part["mean"] < part["seconds"] / 2 and "flaws.c" in part["at"]
assert all(wait["awaited"] == 0 and wait["times"] == 1 for wait in waits)
EOF
report the_json_says_who_waits_for_whom_and_where

growing has '^heddle: 1\. imbalance' -- env HEDDLE_SUMMARY=1 HEDDLE_NP=3 ./flaws late_root
expect the_variable_does_the_same_without_mpiexec 0 '^heddle: 1\. imbalance'
growing has '^heddle: 1\. imbalance' -- "$bin/mpiexec" -summary -trace both.json -n 4 ./flaws \
    late_member
expect a_timeline_can_be_written_as_well 0 '^heddle: 1\. imbalance'
grep -q '"name":"MPI_Allreduce"' both.json
report and_has_the_calls
growing has '^heddle: 1\. late sender' -- "$bin/mpiexec" -summary -n 4 ./flaws late_sender abort
expect an_aborted_job_has_a_summary 3 '^heddle: 1\. late sender'
run "$bin/mpiexec" -summary=all -n 2 ./flaws
expect other_words_are_refused 1 'HEDDLE_SUMMARY=all: it can be 1 .* or json:FILE'
run "$bin/mpiexec" -summary=json:/nowhere/at.json -n 2 ./flaws
expect a_file_that_cannot_be_written_is_told 0 'cannot be written to /nowhere/at.json'
run "$bin/mpiexec" -summary -explore 2 -n 2 ./flaws late_root
[ "$status" -eq 0 ] && ! grep -q 'heddle: summary' err
report an_exploration_has_none
run "$bin/mpiexec" -n 2 ./flaws
[ "$status" -eq 0 ] && [ -z "$err" ]
report nothing_is_said_when_nobody_asks
finish
