/* SPDX-License-Identifier: MIT */
/* A small language of lines: `name = expression`, `print expression`, `loop n name expression`. The
 * library has words and symbols, the program compiler and machine; all of them keep their state in
 * variables of every kind. */
#ifndef LARGER_LINES_H
#define LARGER_LINES_H

#include <setjmp.h>

enum word_kind { WORD_END, WORD_NUMBER, WORD_NAME, WORD_SIGN };
enum { NAME_BYTES = 16, BUCKETS = 31, SYMBOLS = 200, CODE = 4000, STACK = 100 };

/* lines_words.c: the word under the cursor. */
extern enum word_kind word_kind;
extern char word_text[NAME_BYTES];
extern long word_value;
extern int words_read;
void words_begin(const char *line);
void words_next(void);

/* lines_symbols.c */
struct symbol {
    char name[NAME_BYTES];
    long value;
    long (*function)(long);
    struct symbol *next;  /* of its bucket */
    struct symbol *older; /* of all */
};
extern struct symbol *newest_symbol;
extern const char *const *symbol_builtin_names; /* a pointer into the library's table */
struct symbol *symbol_of(const char *name);
int symbols_sort(struct symbol *sorted[]);

/* Errors of a line, raised anywhere. */
extern jmp_buf line_failed;
extern char failure[80];
void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* lines_machine.c */
extern long output_sum;
extern void (*machine_output)(long value);
void machine_compile(const char *line);
void machine_run(void);

#endif
