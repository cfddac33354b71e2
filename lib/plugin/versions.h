/* SPDX-License-Identifier: MIT */
/* Differences between the versions of GCC that the plugin is built for, 11 and later. */
#ifndef DRIVER_PRIVATIZE_VERSIONS_H
#define DRIVER_PRIVATIZE_VERSIONS_H

#include "bversion.h"
#include "diagnostic.h"
#if BUILDING_GCC_MAJOR >= 16
#include "diagnostics/file-cache.h"
using diagnostics::char_span;
#endif
#include "opts.h"
#if BUILDING_GCC_MAJOR >= 14
#include "opts-diagnostic.h"
#endif
#include "options.h"
#include "stmt.h"
#include "output.h"
#include "target.h"

#if BUILDING_GCC_MAJOR < 12
static inline bool startswith(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}
#endif

#if BUILDING_GCC_MAJOR >= 14
bool expression_expensive_p(tree, bool *);

/* The function of earlier versions. What could overflow where the program would not have computed
 * it is expensive, too. */
static inline bool expression_expensive_p(tree expression)
{
    bool may_overflow = false;

    return expression_expensive_p(expression, &may_overflow) || may_overflow;
}
#endif

/* A line of a file, without its end; nothing behind the last one. */
static inline char_span line_of_file(const char *file, int line)
{
#if BUILDING_GCC_MAJOR < 14
    return location_get_source_line(file, line);
#else
    return global_dc->get_file_cache().get_source_line(file, line);
#endif
}

#if BUILDING_GCC_MAJOR < 16
static const diagnostic_t of_warning = DK_WARNING, of_error = DK_ERROR;
#else
static const auto of_warning = diagnostics::kind::warning, of_error = diagnostics::kind::error;
#endif

#if BUILDING_GCC_MAJOR >= 15
#if BUILDING_GCC_MAJOR == 15
typedef gcc_diagnostic_option_manager option_manager;
typedef compiler_diagnostic_option_manager compiler_manager;
typedef diagnostic_option_id option_number;
typedef diagnostic_t severity;
#else
typedef gcc_diagnostic_option_id_manager option_manager;
typedef compiler_diagnostic_option_id_manager compiler_manager;
typedef diagnostics::option_id option_number;
typedef enum diagnostics::kind severity;
#endif

/* Answers GCC about its options as its own manager does, but for warnings to hide. */
class hiding_manager : public option_manager
{
public:
    hiding_manager(bool (*hides)(int), unsigned language)
        : option_manager(language), compiler(*global_dc, language, &global_options), hides(hides)
    {
    }
    int option_enabled_p(option_number option) const override
    {
        return hides(option.m_idx) ? 0 : compiler.option_enabled_p(option);
    }
    char *make_option_name(option_number option, severity was, severity is) const override
    {
        return compiler.make_option_name(option, was, is);
    }

private:
    compiler_manager compiler;
    bool (*hides)(int);
};
#endif

/* Asks a function whenever GCC is about to warn under an option: true hides the warning. */
static inline void hide_warnings(bool (*hides)(int option))
{
#if BUILDING_GCC_MAJOR < 14
    static bool (*hidden)(int);
    static int (*is_enabled)(int, unsigned, void *);

    hidden = hides;
    is_enabled = global_dc->option_enabled;
    global_dc->option_enabled = [](int option, unsigned language, void *options) {
        return hidden(option) ? 0 : is_enabled(option, language, options);
    };
#elif BUILDING_GCC_MAJOR == 14
    static bool (*hidden)(int);

    hidden = hides;
    global_dc->set_option_hooks(
        [](int option, unsigned language, void *options) {
            return hidden(option) ? 0 : option_enabled(option, language, options);
        },
        &global_options, option_name, get_option_url, global_dc->get_lang_mask());
#else
    unsigned language = global_dc->get_lang_mask();
    std::unique_ptr<hiding_manager> manager(new hiding_manager(hides, language));

#if BUILDING_GCC_MAJOR == 15
    global_dc->set_option_manager(std::move(manager), language);
#else
    global_dc->set_option_id_manager(std::move(manager), language);
#endif
#endif
}

/* Whether an operand that an assembler statement reads may be memory, or a register. */
static inline void read_constraint(const char *constraint, int outputs,
                                   const char *const *of_outputs, bool *takes_memory,
                                   bool *takes_register)
{
#if BUILDING_GCC_MAJOR < 16
    parse_input_constraint(&constraint, 0, 0, outputs, 0, of_outputs, takes_memory,
                           takes_register);
#else
    parse_input_constraint(&constraint, 0, 0, outputs, 0, of_outputs, takes_memory,
                           takes_register, NULL);
#endif
}

#endif
