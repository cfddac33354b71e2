/* SPDX-License-Identifier: MIT */
/* One sentence about the latest error of this thread. A function that fails returns an MPI error
 * class and leaves its sentence here; api/error/raise.c and MPI_Error_string show it. */
#ifndef BASE_NOTE_H
#define BASE_NOTE_H

/* Leaves the sentence and returns error_class, so that a caller can write `return note(...)`. */
int note(int error_class, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

/* Leaves the latest sentence as one of this class, which it returns. */
int note_again(int error_class);

/* Return the sentence, and the error class it was left for (0 if there is none). */
const char *note_text(void);
int note_class(void);

void note_clear(void);

#endif
