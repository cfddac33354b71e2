#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# python.sh PREFIX [FOLDER [RANKS...]]: fetches Debian's source package of Python, and mpi4py and
# Cython from where their authors keep them, builds Python and the binding with mpicc, and runs the
# binding's own tests with that many ranks, each with an interpreter of its own. The status is 0 if
# no test fails that passed when this was written.
#
#   PREFIX  where Heddle is installed
#   FOLDER  where to work; by default a temporary one, which is removed. What it contains of an
#           earlier run is used: Python, the binding, or only the folders mpi4py and cython
#   RANKS   by default 1 2 3 5; "alone" is Python without mpiexec, which cannot spawn ranks
#   PYTHON  (in the environment) an interpreter to use as it is, such as /usr/bin/python3 with
#           python3-dev. The binding is then compiled with $CC (cc). If numpy is installed, five
#           ranks compute with it first, each with its own settings, and the tests use it
#   MPI4PY_TEST_SPAWN  (in the environment) 0: the binding skips its 64 tests that spawn
#           interpreters, which take long on a busy machine
#
# Not a part of `make check`: it needs the network, git, the headers of libffi for _ctypes
# (libffi-dev), and an hour, more on a busy machine. docs/PYTHON.md tells why tests fail.
set -u

. "$(dirname "$0")/source.sh"
begin "$@"

unset PYTHONPATH PYTHONUNBUFFERED

# get OWNER/NAME TAG: its files as of then, in a folder NAME.
get() {
    [ -d "${1##*/}" ] || git clone -q --depth 1 --branch "$2" "https://github.com/$1" "${1##*/}"
}
must_do mpi4py.log get mpi4py/mpi4py 4.1.1
must_do cython.log get cython/cython 3.1.8

# Python 3.11.2's configure takes every compiler with "icc" in its name for Intel's.
configure_python() (
    mkdir -p python && cd python && ../Python-3*/configure -q --with-ensurepip=no CC=mpicc &&
        sed -i 's/ -fp-model strict//' Makefile
)
build_python() {
    compgen -G 'Python-3*' >/dev/null || fetch python3.11
    [ -f python/Makefile ] || must_do configure.log configure_python
    must_do python.log make -s -j2 -C python OPT='-O1 -fwrapv -DNDEBUG'
    python=$work/python/python
    compile=(mpicc -I"$(echo "$work"/Python-3*/Include)" -I"$work/python")
}
if [ -n "${PYTHON:-}" ]; then
    python=$PYTHON prefix=$(cd "$(dirname "$(command -v mpicc)")/.." && pwd)
    headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
    compile=(${CC:-cc} -I"$headers" -I"$prefix/include" -L"$prefix/lib"
             -Wl,-rpath,"$prefix/lib" -Wl,--no-as-needed -lmpi_abi)
else
    build_python
fi

# Cython writes one file of some 300,000 lines.
build_binding() (
    cd mpi4py && PYTHONPATH=$work/cython "$python" conf/cythonize.py &&
        "${compile[@]}" -O0 -fwrapv -DNDEBUG -w -fPIC -shared -Isrc src/mpi4py/MPI.c \
            -o src/mpi4py/MPI.so
)
[ -f mpi4py/src/mpi4py/MPI.so ] || must_do binding.log build_binding

# Python writes past stdio, so that mpiexec does not keep the ranks' lines apart: each rank opens a
# file.
cat >rank.py <<'END'
import os, runpy, sys
sys.stderr = open(os.path.join(sys.argv[1], os.environ.get("PMI_RANK", "0")), "w")
del sys.argv[:2]
runpy.run_path(sys.argv[0], run_name="__main__")
END

# The tests that are known to fail. Without numpy testPair does.
sort >known <<'END'
test_comm_topo.TestTopoSelf.testDistgraphcommAdjacent
test_comm_topo.TestTopoSelfDup.testDistgraphcommAdjacent
test_comm_topo.TestTopoWorld.testDistgraphcommAdjacent
test_comm_topo.TestTopoWorldDup.testDistgraphcommAdjacent
test_datatype.TestDatatypeCreate.testValueIndex
test_datatype.TestDatatypePickle.testValueIndex
test_ulfm.TestULFMWorld.testIAgree
test_util_dtlib.TestUtilDTLib.testPair
END

# How many tests passed with that many ranks when this was written, without numpy.
declare -A before=([1]=1930 [2]=2012 [3]=2012 [5]=2012)
# With Debian 12's interpreter and numpy.
[ -z "${PYTHON:-}" ] || before=([alone]=1897 [1]=1961 [2]=2045 [3]=2045 [5]=2045)
# Without those that spawn.
if [ "${MPI4PY_TEST_SPAWN:-}" = 0 ]; then
    before=([alone]=1897 [1]=1897 [2]=2001 [3]=2001 [5]=2001)
fi

failed=0
# start RANKS WORD...: Python with the words, as that many ranks or "alone".
start() {
    local launch=(env MPI4PY_TEST_SPAWN=0)

    [ "$1" = alone ] || launch=(mpiexec -n "$1" -timeout 7200)
    PYTHONPATH=$work/mpi4py/src "${launch[@]}" "$python" "${@:2}"
}

check_numpy() {
    cat >own_numpy.py <<'END'
import numpy, threading
from mpi4py import MPI
world = MPI.COMM_WORLD
rank, size = world.rank, world.size
numpy.random.seed(rank)
numpy.set_printoptions(precision=rank + 1)
numpy.seterr(divide="raise" if rank % 2 else "ignore")
numbers = numpy.random.rand(200, 200)
world.Barrier()
right = numpy.linalg.solve(numbers, numbers @ numpy.full(200, rank + 1.0))
spectrum = numpy.fft.rfft(numpy.arange(1024.0) * (rank + 1))
total = numpy.empty(200)
world.Allreduce(right, total)
everybody = world.allgather(numpy.random.randint(1 << 30, size=4).tolist())
try:
    numpy.array([1.0]) / numpy.array([0.0])
    has_raised = False
except FloatingPointError:
    has_raised = True
thread_rank = []
thread = threading.Thread(target=lambda: thread_rank.append(int(numpy.full(9, rank).sum()) // 9))
thread.start()
thread.join()
alone = numpy.random.RandomState(rank)
alone.rand(200, 200)
assert numpy.allclose(right, rank + 1) and numpy.allclose(total, size * (size + 1) / 2)
assert numpy.isclose(spectrum[0].real, 1023 * 512 * (rank + 1))
assert everybody[rank] == alone.randint(1 << 30, size=4).tolist()
assert len(set(map(tuple, everybody))) == size
assert has_raised == bool(rank % 2) and thread_rank == [rank]
assert numpy.get_printoptions()["precision"] == rank + 1
print(f"rank {rank} of {size} has its own numpy\n", end="", flush=True)
END
    start 5 own_numpy.py >own_numpy.out 2>&1
    if [ "$(grep -c '^rank . of 5 has' own_numpy.out)" -eq 5 ]; then
        echo "ok - each of five ranks has its own numpy"
    else
        echo "not ok - each of five ranks has its own numpy"
        tail -n 5 own_numpy.out
        failed=$((failed + 1))
    fi
}

# check RANKS: a line with the numbers, and one for each test that fails. A test passes if it passes
# in each rank.
check() {
    local ranks=$1 said=$work/said.$1 total skipped failing passed verdict=ok

    rm -rf "$said" && mkdir "$said"
    (cd mpi4py && start "$ranks" ../rank.py "$said" test/main.py --no-builddir -v) \
        >"$said.out" 2>&1
    if [ "$(cat "$said"/* | grep -c '^Ran [0-9]* tests')" -ne "${ranks/alone/1}" ]; then
        echo "not ok - ranks $ranks: the tests did not come to their end"
        tail -n 5 "$said.out"
        failed=$((failed + 1))
        return
    fi
    sed -n 's/^\(ERROR\|FAIL\): [^ ]* (\([^ )]*\).*/\2/p' "$said"/* | sort -u >"$said.failing"
    total=$(sed -n 's/^Ran \([0-9]*\) tests.*/\1/p' "$said/0")
    skipped=$(sed -n 's/^[A-Z].*(.*skipped=\([0-9]*\).*/\1/p' "$said/0")
    failing=$(wc -l <"$said.failing")
    passed=$((total - ${skipped:-0} - failing))
    [ -z "$(comm -13 known "$said.failing")" ] && [ "$passed" -ge "${before[$ranks]:-0}" ] ||
        verdict='not ok'
    echo "$verdict - ranks $ranks: $passed of $total pass (before: ${before[$ranks]:-unknown})," \
        "${skipped:-0} are skipped, $failing fail, of which" \
        "$(comm -12 known "$said.failing" | wc -l) are known to"
    comm -13 known "$said.failing"
    [ "$verdict" = ok ] || failed=$((failed + 1))
}
[ -z "${PYTHON:-}" ] || ! "$python" -c 'import numpy' || check_numpy
for ranks in "${@:3}"; do
    check "$ranks"
done
[ $# -ge 3 ] || for ranks in 1 2 3 5; do
    check $ranks
done
[ "$failed" -eq 0 ]
