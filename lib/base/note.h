/* SPDX-License-Identifier: MIT */
/* One sentence about the latest error of this thread. Inner floors return an MPI error class and
 * leave the sentence here; api/raise.c and MPI_Error_string show it. */
#ifndef BASE_NOTE_H
#define BASE_NOTE_H

/* Leaves the sentence and returns error_class, so that `return note(...)` reads well. */
int note(int error_class, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

/* The sentence, and the class it was left for (0 when there is none). */
const char *note_text(void);
int note_class(void);

void note_clear(void);

#endif
