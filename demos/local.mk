# SPDX-License-Identifier: MIT
demos = \
	%D%/backmask \
	%D%/cached \
	%D%/checkpoint \
	%D%/digits \
	%D%/fox \
	%D%/library \
	%D%/nameserver \
	%D%/pairs \
	%D%/pipeline \
	%D%/plate \
	%D%/ring \
	%D%/smooth \
	%D%/strips \
	%D%/torus
EXTRA_DIST += \
	$(demos:=.c) \
	%D%/README.md \
	%D%/data/README.md \
	%D%/data/camera.pgm \
	%D%/data/digits.csv \
	%D%/run

$(demos): all-am
	$(AM_V_CCLD)mkdir -p demos && bin/mpicc -O2 -g -ranks=4 -o $@ $(srcdir)/$@.c -lm

demo: $(demos)
	$(SHELL) $(srcdir)/%D%/run .

clean-demos:
	rm -f $(demos) demos/camera-kept.pgm demos/camera-smooth.pgm demos/camera-state.pgm
.PHONY: demo clean-demos
