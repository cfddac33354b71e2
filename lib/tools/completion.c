/* SPDX-License-Identifier: MIT */
#include "tools/completion.h"

#include <stdio.h>

#include "base/container.h"
#include "tools/options.h"

/* Bash gives a colon or an equals sign as a word of its own. */
static const char head[] =
    "# Completes the options of Heddle's mpiexec in bash. \"mpiexec -completion\" prints it.\n"
    "# Sets how many words an option takes behind it, and how such a word is completed.\n"
    "_heddle_mpiexec_option()\n"
    "{\n"
    "    takes=0 values=\n"
    "    case ${1#-} in\n";

static const char tail[] =
    "}\n"
    "_heddle_mpiexec()\n"
    "{\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} at=1 takes=0 values= where=option\n"
    "    COMPREPLY=()\n"
    "    while [ \"$at\" -lt \"$COMP_CWORD\" ]; do\n"
    "        case $where,${COMP_WORDS[at]} in\n"
    "        *,:) where=option ;;\n"
    "        option,-?*)\n"
    "            _heddle_mpiexec_option \"${COMP_WORDS[at]#-}\"\n"
    "            [ \"${COMP_WORDS[at + 1]}\" != = ] || at=$((at + 1))\n"
    "            at=$((at + takes))\n"
    "            [ \"$at\" -lt \"$COMP_CWORD\" ] || where=value ;;\n"
    "        option,*) where=arguments ;;\n"
    "        esac\n"
    "        at=$((at + 1))\n"
    "    done\n"
    "    [ $where = value ] || values=\n"
    "    [ \"$word\" != = ] || word=\n"
    "    case $where,$word in\n"
    "    option,-*) COMPREPLY=($(compgen -W \"$(_heddle_mpiexec_options)\" -- \"$word\")) ;;\n"
    "    option,*/*) values='-f' ;;\n"
    "    option,*) values='-c -f' ;;\n"
    "    arguments,*) values='-f' ;;\n"
    "    esac\n"
    "    [ -z \"$values\" ] || eval \"COMPREPLY=(\\$(compgen $values -- \\\"\\$word\\\"))\"\n"
    "    case $values in *-[fd]*) compopt -o filenames 2>/dev/null ;; esac\n"
    "    return 0\n"
    "}\n"
    "complete -F _heddle_mpiexec mpiexec mpirun\n";

/* Prints what compgen is to be asked for a value. */
static void print_values(const struct option_kind *kind)
{
    const struct option_words *words = kind->words;
    size_t i;

    switch (kind->meaning) {
    case OPTION_KNOB:
        fputs(" values='-W \"", stdout);
        for (i = 0; i < ARRAY_LENGTH(words->each) && words->each[i].word != NULL; i++)
            printf("%s%s", i > 0 ? " " : "", words->each[i].word);
        fputs("\"'", stdout);
        break;
    case OPTION_KNOB_FILE:
    case OPTION_FILE:
        fputs(" values=-f", stdout);
        break;
    case OPTION_WDIR:
    case OPTION_OUTPUT:
    case OPTION_PATH:
        fputs(" values=-d", stdout);
        break;
    case OPTION_EXPORT:
    case OPTION_ENV:
    case OPTION_ENV_ALL:
        fputs(" values=-e", stdout);
        break;
    default:
        break;
    }
}

void completion_print(void)
{
    size_t count, i;
    const struct option_kind *options = option_all(&count);

    fputs(head, stdout);
    for (i = 0; i < count; i++) {
        if (options[i].arguments == 0)
            continue;
        printf("    %s) takes=%d", options[i].name, options[i].arguments);
        print_values(&options[i]);
        fputs(" ;;\n", stdout);
    }
    /* An option that is refused would be no help. */
    fputs("    esac\n}\n_heddle_mpiexec_options()\n{\n    printf '%s\\n'", stdout);
    for (i = 0; i < count; i++)
        if (options[i].meaning != OPTION_REFUSED)
            printf(" -%s", options[i].name);
    fputs("\n", stdout);
    fputs(tail, stdout);
}
