# SPDX-License-Identifier: MIT
demos = \
	%D%/backmask \
	%D%/cached \
	%D%/digits \
	%D%/fox \
	%D%/library \
	%D%/nameserver \
	%D%/pipeline \
	%D%/ring \
	%D%/smooth \
	%D%/strips \
	%D%/torus
$(demos): all-am
	$(AM_V_CCLD)mkdir -p demos && bin/mpicc -O2 -g -ranks=4 -o $@ $(srcdir)/$@.c -lm

demo: $(demos)
	$(SHELL) $(srcdir)/%D%/run .

clean-demos:
	rm -f $(demos) demos/camera-kept.pgm demos/camera-smooth.pgm
.PHONY: demo clean-demos
