# SPDX-License-Identifier: MIT
EXTRA_DIST += \
	%D%/ARCHITECTURE.md \
	%D%/BUILDING.md \
	%D%/COLLECTIVES.md \
	%D%/FORTRAN.md \
	%D%/GLOSSARY.md \
	%D%/PRIVATE-GLOBALS.md \
	%D%/PROCESS-STATE.md \
	%D%/SPEED.md \
	%D%/STATUS.md \
	%D%/STYLE.md \
	%D%/TESTING.md \
	%D%/decisions/0001-images-below-ranks.md \
	%D%/decisions/0002-two-ways-of-a-large-message.md \
	%D%/decisions/0003-no-fence-on-the-way-of-a-message.md \
	%D%/decisions/0004-layout-with-the-type-motif-for-its-signature.md \
	%D%/decisions/0005-copies-lie-far-away-unreserved.md \
	%D%/decisions/0006-one-side-is-walked-in-any-order.md \
	%D%/decisions/0007-context-ids-in-rounds.md \
	%D%/decisions/0008-a-deadlock-is-found-by-the-last-to-sleep.md \
	%D%/decisions/0009-hwloc-tells-of-the-machine.md \
	%D%/decisions/0010-an-answer-goes-into-the-line-that-was-read.md \
	%D%/decisions/0011-a-meeting-of-many-is-as-many-turns.md \
	%D%/decisions/0012-a-stream-moves-one-line-for-a-message.md \
	%D%/decisions/0013-abort-ends-a-job-a-fault-the-process.md \
	%D%/decisions/0014-who-waits-does-the-shares-of-those-that-compute.md \
	%D%/decisions/0015-worlds-are-connected-by-the-communicators-they-share.md \
	%D%/decisions/0016-a-put-is-carried-out-by-the-origin.md \
	%D%/decisions/0017-a-job-serves-the-worlds-that-its-ranks-spawn.md \
	%D%/decisions/0018-members-buffers-meet-in-windows-of-the-file.md \
	%D%/decisions/0019-other-executables-are-opened-as-modules.md \
	%D%/decisions/0020-a-protocol-of-messages-is-worth-ten-percent.md \
	%D%/pictures/fox.png \
	%D%/pictures/latency.svg \
	%D%/pictures/matrix.svg \
	%D%/pictures/scale.svg \
	%D%/pictures/smooth.png
