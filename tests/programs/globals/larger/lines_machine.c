/* SPDX-License-Identifier: MIT */
/* Expressions become code for a machine with a stack, and the machine runs it. */
#include <string.h>

#include "lines.h"

enum operation { PUSH, LOAD, STORE, CALL, ADD, SUBTRACT, MULTIPLY, DIVIDE, PRINT, AGAIN, HALT };

struct instruction {
    enum operation operation;
    long value;
    struct symbol *symbol;
};

static struct instruction code[CODE], *end = code;
static long stack[STACK], *top = stack;
static long runs, steps;
long output_sum;
void (*machine_output)(long value);

static void emit(enum operation operation, long value, struct symbol *symbol)
{
    if (end == code + CODE)
        fail("no room for code");
    *end++ = (struct instruction){operation, value, symbol};
}

static void compile_sum(void);

static void expect_sign(char sign)
{
    if (word_kind != WORD_SIGN || word_text[0] != sign)
        fail("'%c' expected, not '%s'", sign, word_text);
    words_next();
}

static void compile_name(void)
{
    struct symbol *symbol = symbol_of(word_text);

    words_next();
    if (symbol->function == NULL) {
        emit(LOAD, 0, symbol);
        return;
    }
    expect_sign('(');
    compile_sum();
    expect_sign(')');
    emit(CALL, 0, symbol);
}

static void compile_factor(void)
{
    if (word_kind == WORD_NUMBER) {
        emit(PUSH, word_value, NULL);
        words_next();
    } else if (word_kind == WORD_NAME) {
        compile_name();
    } else {
        expect_sign('(');
        compile_sum();
        expect_sign(')');
    }
}

static void compile_product(void)
{
    compile_factor();
    while (word_kind == WORD_SIGN && strchr("*/", word_text[0]) != NULL) {
        enum operation operation = word_text[0] == '*' ? MULTIPLY : DIVIDE;

        words_next();
        compile_factor();
        emit(operation, 0, NULL);
    }
}

static void compile_sum(void)
{
    compile_product();
    while (word_kind == WORD_SIGN && strchr("+-", word_text[0]) != NULL) {
        enum operation operation = word_text[0] == '+' ? ADD : SUBTRACT;

        words_next();
        compile_product();
        emit(operation, 0, NULL);
    }
}

static void compile_assignment(long times)
{
    struct symbol *symbol = symbol_of(word_text);

    if (word_kind != WORD_NAME || symbol->function != NULL)
        fail("'%s' cannot be set", word_text);
    words_next();
    expect_sign('=');
    compile_sum();
    emit(STORE, 0, symbol);
    if (times > 1)
        emit(AGAIN, times, NULL);
}

void machine_compile(const char *line)
{
    long times = 1;

    end = code;
    words_begin(line);
    if (strcmp(word_text, "print") == 0) {
        words_next();
        compile_sum();
        emit(PRINT, 0, NULL);
    } else {
        if (strcmp(word_text, "loop") == 0) {
            words_next();
            times = word_value;
            words_next();
        }
        compile_assignment(times);
    }
    if (word_kind != WORD_END)
        fail("'%s' is left over", word_text);
    emit(HALT, 0, NULL);
}

static void apply(enum operation operation)
{
    long right = *--top, left = *--top;

    if (operation == DIVIDE && right == 0)
        fail("division of %ld by zero, run %ld", left, runs);
    *top++ = operation == ADD        ? left + right
             : operation == SUBTRACT ? left - right
             : operation == MULTIPLY ? (long)((unsigned long)left * (unsigned long)right % 1000003)
                                     : left / right;
}

/* One instruction; where the next one is. */
static struct instruction *step(struct instruction *at)
{
    static long rounds;

    steps++;
    switch (at->operation) {
    case PUSH: *top++ = at->value; break;
    case LOAD: *top++ = at->symbol->value; break;
    case STORE: at->symbol->value = *--top; break;
    case CALL: top[-1] = at->symbol->function(top[-1]); break;
    case PRINT: output_sum += *--top; machine_output(*top); break;
    case AGAIN:
        if (++rounds < at->value)
            return code;
        rounds = 0;
        break;
    case HALT: return NULL;
    default: apply(at->operation);
    }
    return at + 1;
}

void machine_run(void)
{
    struct instruction *at = code;

    runs++;
    top = stack;
    while (at != NULL)
        at = step(at);
    symbol_of("steps")->value = steps;
}
