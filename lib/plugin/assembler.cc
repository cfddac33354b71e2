/* SPDX-License-Identifier: MIT */
/* Warns about assembler code that names a private variable in its text. Such code accesses the
 * original, the first rank's copy, and cannot be rewritten. */
#include "privatize.h"

static bool starts_word(char c)
{
    return ISALPHA(c) || c == '_' || c == '.';
}

static bool continues_word(char c)
{
    return ISALNUM(c) || c == '_' || c == '.';
}

/* True only for uses that must be a symbol, such as `name(%rip)`, `name+4`, `name@GOTPCREL`,
 * `$name`. Mnemonics and registers may have the same name as a variable. */
static bool is_symbol(char before, char after)
{
    if (before == '%' || before == '[')
        return false;
    return before == '$' || after == '(' || after == '+' || after == '@';
}

static std::string first_private_name(const char *text)
{
    char before = '\0';

    while (*text != '\0') {
        size_t length = 0;

        if (starts_word(*text) && !continues_word(before))
            while (continues_word(text[length]))
                length++;
        if (length > 0 && is_symbol(before, text[length]) &&
            is_private_name(std::string(text, length)))
            return std::string(text, length);
        before = text[length > 0 ? length - 1 : 0];
        text += length > 0 ? length : 1;
    }
    return "";
}

void check_assembler(location_t location, const char *text)
{
    std::string name = first_private_name(text);

    if (!name.empty())
        warning_at(location, 0, "this assembler code names the first rank%'s copy of %qs: "
                                "use a memory operand (%<\"m\"%>)", name.c_str());
}

void check_assembler_outside_functions(void)
{
    for (asm_node *node = symtab->first_asm_symbol(); node != NULL;
         node = static_cast<asm_node *>(node->next))
        check_assembler(UNKNOWN_LOCATION, TREE_STRING_POINTER(node->asm_str));
}
