/* SPDX-License-Identifier: MIT */
/* How the plugin warns of calls of MPI: once for each place, under names that an option or a pragma
 * of the file can switch off. A plugin cannot add names to GCC's own list of options. */
#include "mpi_calls.h"

static const char *const names[] = {"mpi-type", "mpi-count", "mpi-scope"};

/* The places that have been warned of: templates and constructors are compiled several times. */
static std::unordered_set<location_t> warned[3];

static std::string without_blanks(const char_span &line)
{
    std::string text;

    for (size_t i = 0; i < line.length(); i++)
        if (!ISSPACE(line[i]))
            text += line[i];
    return text;
}

/* The answer that the pragmas of the file leave at this place. */
static answer answer_at(const char *name, answer given, location_t location)
{
    static const char start[] = "#pragmaGCCdiagnostic";
    const std::string option = "\"-W" + std::string(name) + "\"";
    expanded_location place = expand_location(location);
    std::vector<answer> pushed;

    for (int i = 1; place.file != NULL && i < place.line; i++) {
        char_span line = line_of_file(place.file, i);
        std::string text;

        if (!line)
            break;
        text = without_blanks(line);
        if (text.compare(0, strlen(start), start) != 0)
            continue;
        text = text.substr(strlen(start));
        if (startswith(text.c_str(), "push"))
            pushed.push_back(given);
        else if (startswith(text.c_str(), "pop") && !pushed.empty()) {
            given = pushed.back();
            pushed.pop_back();
        } else if (text.find(option) != std::string::npos)
            given = startswith(text.c_str(), "ignored") ? ANSWER_NOTHING
                    : startswith(text.c_str(), "error") ? ANSWER_ERROR
                                                        : ANSWER_WARNING;
    }
    return given;
}

bool warn(mpi_warning which, location_t location, const char *format, ...)
{
    const char *name = names[which];
    answer chosen = which == WARNING_TYPE    ? settings.to_type
                    : which == WARNING_COUNT ? settings.to_count
                                             : settings.to_scope;
    std::string text;
    auto_diagnostic_group group; /* GCC 16 insists that there is one */
    va_list arguments;

    if (warned[which].count(location) != 0)
        return true;
    chosen = answer_at(name, chosen, location);
    if (chosen == ANSWER_NOTHING)
        return false;
    warned[which].insert(location);
    text = std::string(format) + (chosen == ANSWER_ERROR ? " [-Werror=" : " [-W") + name + "]";
    va_start(arguments, format);
    emit_diagnostic_valist(chosen == ANSWER_ERROR ? of_error : of_warning, location, 0,
                           text.c_str(), &arguments);
    va_end(arguments);
    return true;
}

/* True where GCC is about to warn that it does not know the option of a pragma, which is ours. */
static bool is_own_pragma(int option)
{
    expanded_location place = expand_location(input_location);
    char_span line = option == OPT_Wpragmas && place.file != NULL
                         ? line_of_file(place.file, place.line)
                         : char_span(NULL, 0);
    std::string text = line ? without_blanks(line) : "";

    for (const char *name : names)
        if (text.find("\"-W" + std::string(name) + "\"") != std::string::npos)
            return true;
    return false;
}

void accept_pragmas(void)
{
    hide_warnings(is_own_pragma);
}

/* The text of a file from a place on, across lines. */
class text_reader
{
public:
    explicit text_reader(location_t location) : at(expand_location(location))
    {
        at.column--;
    }
    char next()
    {
        for (; lines < LINES_MAX; lines++, at.line++, at.column = 0) {
            char_span line = line_of_file(at.file, at.line);

            if (!line)
                return '\0';
            if ((size_t)at.column < line.length())
                return line[at.column++];
            if ((size_t)at.column++ == line.length())
                return '\n';
        }
        return '\0';
    }
    bool skip(const char *word)
    {
        expanded_location before = at;
        int lines_before = lines;
        char c = next();

        while (ISSPACE(c))
            c = next();
        for (; *word != '\0' && c == *word; word++)
            if (word[1] != '\0')
                c = next();
        if (*word == '\0')
            return true;
        at = before;
        lines = lines_before;
        return false;
    }
    int line() const
    {
        return at.line;
    }
    int column() const
    {
        return at.column;
    }

private:
    enum { LINES_MAX = 40 };
    expanded_location at;
    int lines = 0;
};

/* True if an argument that begins with this character may be a cast. A cast to void * is none: it
 * says no more than the parameter's type. */
static bool begins_cast(char first, text_reader text)
{
    if (first != '(')
        return first == '/';
    text.skip("const");
    return !text.skip("void") || !text.skip("*") || !text.skip(")") || text.skip("(");
}

static location_t location_at(location_t call, int line, int column)
{
    expanded_location start = expand_location(call);

    return line == start.line
               ? linemap_position_for_loc_and_offset(line_table, call, column - start.column)
               : call;
}

/* The argument that begins with this character, as far as its line goes. */
static std::string argument_text(char c, text_reader text)
{
    std::string argument;
    int depth = 0;

    for (; c != '\0' && c != '\n'; c = text.next()) {
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        if (depth < 0 || (depth == 0 && c == ','))
            return argument;
        argument += c;
    }
    return argument;
}

argument_place place_of(tree call, tree function, int index)
{
    location_t location = get_start(EXPR_LOCATION(call)); /* in C++ the bracket's otherwise */
    text_reader text(location);
    argument_place place = {location, "", true};
    std::string name;
    char c = text.next();
    int depth = 0, argument = 0;
    bool begins = false;

    for (; ISALNUM(c) || c == '_'; c = text.next())
        name += c;
    while (ISSPACE(c))
        c = text.next();
    if (c != '(' || name != IDENTIFIER_POINTER(DECL_NAME(function)))
        return place;
    for (; c != '\0'; c = text.next()) {
        if (begins && argument == index && !ISSPACE(c)) {
            place.may_be_cast = begins_cast(c, text);
            place.location = location_at(location, text.line(), text.column());
            place.text = argument_text(c, text);
            return place;
        }
        begins = begins && ISSPACE(c);
        if (c == '"' || c == '\'')
            return place;
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        argument += depth == 1 && c == ',';
        begins = begins || (depth == 1 && (c == ',' || (c == '(' && argument == 0)));
    }
    return place;
}
