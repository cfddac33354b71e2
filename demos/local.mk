# SPDX-License-Identifier: MIT
demos = \
	%D%/atmosphere \
	%D%/auction \
	%D%/backmask \
	%D%/cached \
	%D%/checkpoint \
	%D%/digits \
	%D%/fox \
	%D%/library \
	%D%/nameserver \
	%D%/ocean \
	%D%/pairs \
	%D%/pipeline \
	%D%/plate \
	%D%/ring \
	%D%/smooth \
	%D%/strips \
	%D%/torus
EXTRA_DIST += \
	$(demos:=.c) \
	%D%/coupled.h \
	%D%/foxmult.f \
	%D%/heat.f90 \
	%D%/README.md \
	%D%/data/README.md \
	%D%/data/camera.pgm \
	%D%/data/digits.csv \
	%D%/pictures \
	%D%/run

$(demos): all-am
	$(AM_V_CCLD)mkdir -p demos && bin/mpicc -O2 -g -ranks=4 -o $@ $(srcdir)/$@.c -lm

if FORTRAN
fortran_demos = %D%/foxmult %D%/heat
%D%/foxmult: %D%/foxmult.f all-am
	$(AM_V_CCLD)mkdir -p demos && bin/mpifort -O2 -g -ranks=4 -w -o $@ $<
%D%/heat: %D%/heat.f90 all-am
	$(AM_V_CCLD)mkdir -p demos && bin/mpifort -O2 -g -ranks=4 -Jdemos -o $@ $<
endif

demo: $(demos) $(fortran_demos)
	EMULATOR='$(EMULATOR)' $(SHELL) $(srcdir)/%D%/run .

clean-demos:
	rm -f $(demos) $(fortran_demos) demos/plate.mod demos/heat.pgm \
	  demos/camera-kept.pgm demos/camera-smooth.pgm demos/camera-state.pgm
.PHONY: demo clean-demos
