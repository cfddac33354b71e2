/* SPDX-License-Identifier: MIT */
/* This is shared by heddle/gtest.h, heddle/catch2.h and heddle/doctest.h: failures of ranks are
 * gathered, and the thread of the test reports each assertion once, when the job has ended. */
#ifndef HEDDLE_GATHER_HPP
#define HEDDLE_GATHER_HPP

#include <algorithm>
#include <csignal>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>

#include <heddle/job.hpp>

#if defined __has_attribute && __has_attribute(heddle_shared)
#define HEDDLE_SHARED_ __attribute__((weak, heddle_shared))
#else
#define HEDDLE_SHARED_ __attribute__((weak))
#endif

namespace heddle {

struct failure {
    int rank;
    std::string file;
    int line;
    std::string text;
};

/* The failures that ranks of the running job have found. Ranks write into it under the lock. */
struct findings {
    std::mutex lock;
    std::vector<failure> failures;
    unsigned long passed = 0; /* assertions */
    bool is_skipped = false;
    std::string why_skipped;
};

/* Findings of the job that the test's thread runs; NULL: none. */
extern findings *current_findings;
HEDDLE_SHARED_ findings *current_findings = nullptr;

/* A rank that its job has left behind finds no findings, or those of a later job. */
inline void add_failure(const char *file, int line, const std::string &text)
{
    findings *found = current_findings;

    if (found == nullptr)
        return;
    std::lock_guard<std::mutex> guard(found->lock);
    found->failures.push_back({heddle_rank(), file, line, text});
}

inline void add_passed()
{
    if (current_findings != nullptr)
        __atomic_fetch_add(&current_findings->passed, 1, __ATOMIC_RELAXED);
}

/* Skips the test: the first rank that says so gives the reason, and its job ends. */
inline void add_skip(const std::string &why)
{
    findings *found = current_findings;

    if (found == nullptr)
        return;
    std::lock_guard<std::mutex> guard(found->lock);
    if (!found->is_skipped)
        found->why_skipped = "rank " + std::to_string(heddle_rank()) + ": " + why;
    found->is_skipped = true;
}

/* Ends the job because of an assertion whose failure is among the findings. */
[[noreturn]] inline void end_job(const char *file, int line)
{
    heddle_fail(file, line, "an assertion failed");
}

/* For what a framework cannot do in a rank. */
inline void refuse_in_rank(const char *what, const char *file, int line)
{
    if (heddle_rank() >= 0)
        heddle_fail(file, line,
                    "%s cannot be used in a rank: it belongs to the test's own thread; use it "
                    "around MPI_Run or heddle::run", what);
}

/* ---- one report for many ranks --------------------------------------------------------------- */

enum { VALUES_TOLD_MAX = 8 };

inline std::vector<std::string> split_lines(const std::string &text)
{
    std::vector<std::string> lines;
    std::size_t start = 0, end;

    while ((end = text.find('\n', start)) != std::string::npos) {
        lines.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    lines.push_back(text.substr(start));
    return lines;
}

/* Counts the characters that all lines have in common, from their beginnings or their ends. */
inline std::size_t count_common(const std::vector<std::string> &lines, bool from_ends)
{
    std::size_t common = lines[0].size();

    for (const std::string &line : lines) {
        std::size_t same = 0;

        while (same < common && same < line.size() &&
               (from_ends ? line[line.size() - 1 - same] == lines[0][lines[0].size() - 1 - same]
                          : line[same] == lines[0][same]))
            same++;
        common = same;
    }
    return common;
}

/* Merges lines that differ: what they have in common, in whole words, around the rest of each. */
inline std::string merge_line(const std::vector<std::string> &lines)
{
    const std::string &first = lines[0];
    std::size_t before = count_common(lines, false), after = count_common(lines, true);
    std::size_t shortest = first.size(), told = 0;
    std::string merged;

    for (const std::string &line : lines)
        shortest = std::min(shortest, line.size());
    if (before == first.size() && shortest == first.size() && after == first.size())
        return first;
    while (before > 0 && first[before - 1] != ' ')
        before--;
    after = std::min(after, shortest - before);
    while (after > 0 && first[first.size() - after] != ' ')
        after--;
    merged = first.substr(0, before);
    for (const std::string &line : lines) {
        if (told == VALUES_TOLD_MAX) {
            merged += ", ...";
            break;
        }
        merged += (told++ > 0 ? ", " : "") + line.substr(before, line.size() - before - after);
    }
    return merged + first.substr(first.size() - after);
}

/* Merges texts of one assertion line by line if they have as many lines; else takes the first. */
inline std::string merge_texts(const std::vector<std::string> &texts)
{
    std::vector<std::vector<std::string>> all;
    std::string merged;

    for (const std::string &text : texts) {
        all.push_back(split_lines(text));
        if (all.back().size() != all[0].size())
            return texts[0] + "\n(and others)";
    }
    for (std::size_t i = 0; i < all[0].size(); i++) {
        std::vector<std::string> lines;

        for (const std::vector<std::string> &text : all)
            lines.push_back(text[i]);
        merged += (i > 0 ? "\n" : "") + merge_line(lines);
    }
    return merged;
}

/* "rank 2", "2 of 4 ranks (1 and 3)", "all 4 ranks" */
inline std::string list_ranks(const std::set<int> &ranks, int size)
{
    std::string list;
    std::size_t told = 0;

    if (ranks.size() == 1)
        return "rank " + std::to_string(*ranks.begin());
    if (static_cast<int>(ranks.size()) == size)
        return "all " + std::to_string(size) + " ranks";
    for (int rank : ranks) {
        if (told == VALUES_TOLD_MAX) {
            list += ", ...";
            break;
        }
        list += told == 0 ? "" : told + 1 == ranks.size() ? " and " : ", ";
        list += std::to_string(rank);
        told++;
    }
    return std::to_string(ranks.size()) + " of " + std::to_string(size) + " ranks (" + list + ")";
}

/* Merges failures of one assertion into one, in the order in which they came; its rank is the
 * lowest, and its text names all. Those that a rank has at one place, as in a loop, are several:
 * the first of each rank belong together. */
inline std::vector<failure> merge(const std::vector<failure> &failures, int size)
{
    typedef std::tuple<std::string, int, int> occurrence; /* file, line, which of its rank */
    std::map<occurrence, std::vector<failure>> places;
    std::map<occurrence, int> seen; /* by file, line, rank */
    std::vector<occurrence> order;
    std::vector<failure> merged;

    for (const failure &one : failures) {
        occurrence place(one.file, one.line, seen[occurrence(one.file, one.line, one.rank)]++);
        std::vector<failure> &same = places[place];

        if (same.empty())
            order.push_back(place);
        same.push_back(one);
    }
    for (const occurrence &place : order) {
        std::vector<failure> &same = places[place];
        std::vector<std::string> texts;
        std::set<int> ranks;

        std::stable_sort(same.begin(), same.end(),
                         [](const failure &a, const failure &b) { return a.rank < b.rank; });
        for (const failure &one : same) {
            ranks.insert(one.rank);
            texts.push_back(one.text);
        }
        merged.push_back({*ranks.begin(), std::get<0>(place), std::get<1>(place),
                          list_ranks(ranks, size) + ": " + merge_texts(texts)});
    }
    return merged;
}

/* ---- a job of a test ------------------------------------------------------------------------- */

/* A test whose body never ends is ended after a minute, unless the test or HEDDLE_TIMEOUT says
 * otherwise. A finding fails the test that made it, unless that says otherwise. */
enum { TIMEOUT_S = 60 };

inline plan as_test(plan given)
{
    if (given.timeout < 0)
        given.timeout = std::getenv("HEDDLE_TIMEOUT") != nullptr ? 0 : TIMEOUT_S;
    given.forbids_findings = !given.tolerates_findings;
    return given;
}

/* How a test's job ended, for the framework to report. */
struct verdict {
    std::vector<failure> failures; /* of assertions */
    std::string job;               /* why the job failed, unless an assertion says so; else "" */
    std::string remarks;           /* findings that are tolerated, faults that never came */
    unsigned long passed;
    bool is_skipped;
    std::string why_skipped;
    int fault; /* the signal of a fault, after which no test is to run; 0: none */
};

/* A fault ends the job, so that the framework writes down what it has, and no later test runs. */
inline void look_for_fault(const ending &ending, const plan &given, verdict &verdict)
{
    if (!ending.has_faulted || given.survives_faults)
        return;
    verdict.fault = ending.signal != 0 ? ending.signal : SIGSEGV;
    verdict.job += "\nthe memory of this process may be corrupt, so no further test runs; "
                   "heddle::survives_faults() lets them run";
}

/* For the option explore: what an earlier run of the job has found, and whether this one found
 * anything. */
inline void forget_findings()
{
    current_findings->failures.clear();
    current_findings->passed = 0;
    current_findings->is_skipped = false;
}

inline int has_findings()
{
    return !current_findings->failures.empty();
}

/* Runs a job of a test: `function` is called in each rank. */
inline verdict run_test(const char *name, int ranks, const plan &given, heddle_function *function,
                        void *argument)
{
    const plan tested = as_test(given);
    heddle_options options = tested.options(name);
    std::shared_ptr<findings> holder(new findings);
    findings &found = *holder;
    verdict verdict = {};
    heddle_result result;
    ending ending;

    current_findings = &found;
#ifndef HEDDLE_ELSEWHERE
    options.survives_faults = true;
#endif
    options.explore_begins = forget_findings;
    options.explore_fails = has_findings;
    heddle_run(&options, ranks, function, argument, &result);
    current_findings = nullptr;
    ending = take_ending(result);
    for (const heddle_rank_result &rank : ending.ranks)
        if (rank.end == HEDDLE_LEFT)
            new std::shared_ptr<findings>(holder); /* the rank may still write */
    verdict.failures = merge(found.failures, ranks);
    if (!verdict.failures.empty() && !ending.faults.empty())
        verdict.failures.back().text += "\n" + ending.faults;
#ifdef HEDDLE_ELSEWHERE
    if (heddle_elsewhere_.left_out[0] != '\0' && found.failures.empty()) {
        found.is_skipped = true;
        found.why_skipped = heddle_elsewhere_.left_out;
    }
#endif
    verdict.passed = found.passed;
    verdict.is_skipped = found.is_skipped && found.failures.empty();
    verdict.why_skipped = found.why_skipped;
    if (ending.status != 0 && !verdict.is_skipped &&
        (found.failures.empty() || !ending.is_aborted ||
         ending.text.find("an assertion failed") == std::string::npos))
        verdict.job = "the job of " + std::to_string(ranks) +
                      (ranks == 1 ? " rank: " : " ranks: ") + ending.describe();
    else if (ending.status == 0)
        verdict.remarks = ending.leaks + ending.findings +
                          (ending.missed_faults ? ending.faults + "\n" : "");
    look_for_fault(ending, given, verdict);
    return verdict;
}

/* Ends the process by the signal of a fault. The handler of a framework that has one writes the
 * reports' ends. */
inline void end_after_fault(const verdict &verdict)
{
    if (verdict.fault != 0)
        std::raise(verdict.fault);
}

/* ---- for the headers of frameworks ----------------------------------------------------------- */

typedef void test_body();

/* Runs the function in a rank. Ends the job if an assertion has ended it, by the framework's
 * exception: the other ranks would wait for what this rank has left out. */
template <typename Failure, typename Function> int run_until_failure(const Function &function)
{
    bool has_failed = false;

    guard_exceptions([&] {
        try {
            function();
        } catch (const Failure &) {
            has_failed = true;
        }
    });
    if (has_failed)
        end_job(nullptr, 0);
    return 0;
}

template <typename Body> void run_fixture()
{
    Body body;

    body.Body();
}

struct function_call {
    heddle_function *function;
    void *argument;
};

/* A Framework runs a function in a rank (run_rank), and a job of a test (run). */
template <typename Framework> int run_function(void *given)
{
    const function_call *call = static_cast<const function_call *>(given);
    int status = 0;

    Framework::run_rank([&] { status = call->function(call->argument); });
    return status;
}

template <typename Framework> int run_body(void *given)
{
    return Framework::run_rank(*static_cast<test_body **>(given));
}

template <typename Framework, typename... Options>
void run_call(const char *file, int line, const char *name, int ranks, heddle_function *function,
              void *argument, const Options &...options)
{
    function_call call = {function, argument};

    Framework::run(file, line, name, ranks, make_plan(options...), run_function<Framework>, &call);
}

} // namespace heddle

#endif
