# SPDX-License-Identifier: MIT
# The benchmarks: of hidden functions, linked with the library's archive, and MPI programs.
unit_benches = \
	%D%/api/note \
	%D%/base/copy \
	%D%/sync/crowd \
	%D%/sync/mpsc \
	%D%/sync/wait \
	%D%/type/op
api_benches = \
	%D%/api/calls \
	%D%/api/collectives \
	%D%/api/comm \
	%D%/api/datatypes \
	%D%/api/depth \
	%D%/api/files \
	%D%/api/meeting \
	%D%/api/observed \
	%D%/api/onesided \
	%D%/api/pairs \
	%D%/api/pingpong \
	%D%/api/recorded \
	%D%/api/ring \
	%D%/api/stream
EXTRA_PROGRAMS = $(unit_benches)
EXTRA_DIST += \
	$(api_benches:=.c) \
	%D%/api/fortran.c \
	%D%/api/fortran.f90 \
	%D%/api/points.h \
	%D%/api/shapes.h \
	%D%/api/start.c \
	%D%/api/turns.h \
	%D%/api/version.c \
	%D%/by_value.h \
	%D%/compare \
	%D%/globals \
	%D%/image/call.c \
	%D%/image/loops.c \
	%D%/image/script.py \
	%D%/image/start.c \
	%D%/image/threads.c \
	%D%/job/calls.c \
	%D%/job/explore.c \
	%D%/job/explore_bugs.c \
	%D%/job/explore_jobs.c \
	%D%/job/handover.c \
	%D%/job/jobs.c \
	%D%/job/page.c \
	%D%/job/record.c \
	%D%/job/scale.c \
	%D%/job/spawn.c \
	%D%/layouts \
	%D%/libraries.py \
	%D%/model/README.md \
	%D%/model/algorithms.c \
	%D%/model/algorithms.h \
	%D%/model/entry.c \
	%D%/model/instructions.h \
	%D%/model/instrument \
	%D%/model/kernel.c \
	%D%/model/kernel.h \
	%D%/model/lines.c \
	%D%/model/lines.h \
	%D%/model/machine.c \
	%D%/model/machine.h \
	%D%/model/model.h \
	%D%/model/model.py \
	%D%/model/papers.c \
	%D%/model/points.c \
	%D%/model/predictions.py \
	%D%/model/turns.c \
	%D%/model/turns.h \
	%D%/page \
	%D%/pictures.py \
	%D%/programs.py \
	%D%/scale \
	%D%/tables.py \
	%D%/targets.tsv

bench: all-am $(unit_benches)
	@for bench in $(unit_benches); do ./$$bench || exit 1; done
	@mkdir -p bench/api
	@for bench in $(api_benches); do \
	  bin/mpicc -O2 -o $$bench $(srcdir)/$$bench.c && bin/mpiexec -n 2 ./$$bench || exit 1; \
	done
	@mkdir -p bench/job
	bin/mpicc -O2 -o bench/job/jobs $(srcdir)/bench/job/jobs.c && ./bench/job/jobs
	bin/mpicc -O2 -o bench/job/explore $(srcdir)/bench/job/explore.c && ./bench/job/explore
	bin/mpicc -O2 -o bench/job/explore_bugs $(srcdir)/bench/job/explore_bugs.c && \
	  ./bench/job/explore_bugs
	bin/mpicc -O2 -o bench/job/explore_jobs $(srcdir)/bench/job/explore_jobs.c && \
	  HEDDLE_NP=1 ./bench/job/explore_jobs
	bin/mpicc -O2 -o bench/job/handover $(srcdir)/bench/job/handover.c && \
	  HEDDLE_NP=1 ./bench/job/handover
	bin/mpicc -O2 -o bench/job/record $(srcdir)/bench/job/record.c && ./bench/job/record
	bin/mpicc -O2 -o bench/job/calls $(srcdir)/bench/job/calls.c && \
	  bin/mpicc -O2 -DAS_JOB -o bench/job/calls_job $(srcdir)/bench/job/calls.c && \
	  bin/mpiexec -n 2 ./bench/job/calls && ./bench/job/calls_job && \
	  HEDDLE_BUFFERS=0 ./bench/job/calls_job

# Beside the other MPI libraries of this machine.
compare: all-am $(unit_benches)
	$(PYTHON) $(srcdir)/bench/compare -b . -o bench/results.tsv \
	  $$(command -v gnuplot >/dev/null && echo -p bench/pictures)

clean-benches:
	rm -f $(unit_benches) $(api_benches) bench/job/jobs bench/job/explore \
	  bench/job/explore_bugs bench/job/explore_jobs bench/job/handover \
	  bench/job/record bench/job/calls bench/job/calls_job bench/results.tsv
.PHONY: bench compare clean-benches
