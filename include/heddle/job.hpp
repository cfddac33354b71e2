/* SPDX-License-Identifier: MIT */
/* Jobs of C++ functions.
 *
 *     #include <heddle/job.hpp>
 *
 *     heddle::outcome<int> job = heddle::run(4, [&](MPI_Comm comm) {
 *         return share_of(data, comm);            each of the four ranks runs this
 *     });
 *     job.value(2);                               what rank 2 has returned
 *
 *     heddle::run(4, body, heddle::timeout(5), heddle::forbids_leaks());
 *
 * The function gets its job's MPI_COMM_WORLD; it may also take nothing. MPI is initialized before
 * it and finalized after it. An exception that leaves the function in any rank ends the job; its
 * what() is the job's text. value() throws a heddle::job_failure if the job failed. What a rank
 * returns is copied into the process's memory and must not refer to globals of the rank. */
#ifndef HEDDLE_JOB_HPP
#define HEDDLE_JOB_HPP

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <heddle.h>
#include <mpi.h>

namespace heddle {

/* ---- options --------------------------------------------------------------------------------- */

/* How a job, or a test with several numbers of ranks, is run. */
struct plan {
    std::vector<int> counts; /* numbers of ranks */
    std::string tags;        /* of Catch2 */
    double timeout = -1;     /* seconds; 0: none; below 0: the default */
    int thread_level = MPI_THREAD_SINGLE;
    int buffers = HEDDLE_BUFFERS_ARE_AN_ERROR;
    bool forbids_leaks = false;
    bool forbids_findings = false;
    bool tolerates_findings = false; /* of tests, which forbid them otherwise */
    bool survives_faults = false;
    bool has_no_counters = false;
    std::size_t stack_bytes = 0;
    heddle_faults faults = {};
    std::string explored; /* the option explore; empty: none */

    heddle_options options(const char *name) const
    {
        heddle_options options = {};

        options.name = name;
        options.timeout = timeout > 0 ? timeout : 0;
        options.thread_level = thread_level;
        options.buffers = buffers;
        options.forbids_leaks = forbids_leaks;
        options.forbids_findings = forbids_findings;
        options.survives_faults = survives_faults;
        options.has_no_counters = has_no_counters;
        options.stack_bytes = stack_bytes;
        options.faults = faults;
        options.explore = explored.empty() ? nullptr : explored.c_str();
        return options;
    }
};

/* Each option is a function object that changes a plan; a number is a number of ranks. */
struct timeout {
    double seconds;
    explicit timeout(double given) : seconds(given) {}
    void operator()(plan &plan) const { plan.timeout = seconds; }
};
struct thread_level {
    int level;
    explicit thread_level(int given) : level(given) {}
    void operator()(plan &plan) const { plan.thread_level = level; }
};
struct buffers {
    int what;
    explicit buffers(heddle_buffers given) : what(given) {}
    void operator()(plan &plan) const { plan.buffers = what; }
};
struct stack_bytes {
    std::size_t bytes;
    explicit stack_bytes(std::size_t given) : bytes(given) {}
    void operator()(plan &plan) const { plan.stack_bytes = bytes; }
};
struct forbids_leaks {
    void operator()(plan &plan) const { plan.forbids_leaks = true; }
};
struct forbids_findings {
    void operator()(plan &plan) const { plan.forbids_findings = true; }
};
struct tolerates_findings {
    void operator()(plan &plan) const { plan.tolerates_findings = true; }
};
struct survives_faults {
    void operator()(plan &plan) const { plan.survives_faults = true; }
};
struct has_no_counters {
    void operator()(plan &plan) const { plan.has_no_counters = true; }
};

/* The n-th request for memory fails, in one rank or each (heddle_faults). */
struct fails_memory {
    long n;
    int rank;
    explicit fails_memory(long request, int of_rank = HEDDLE_EVERY_RANK)
        : n(request), rank(of_rank)
    {
    }
    void operator()(plan &plan) const
    {
        plan.faults.memory = n;
        plan.faults.rank = rank;
    }
};
/* Each rank draws choices that the standard leaves open at random. */
struct order {
    std::uint64_t seed;
    explicit order(std::uint64_t given) : seed(given) {}
    void operator()(plan &plan) const
    {
        plan.faults.order = seed;
        plan.faults.rank = HEDDLE_EVERY_RANK;
    }
};

/* The job runs under each of its schedules ("all"), or that many at most, until one fails. */
struct explore {
    std::string schedules;
    explicit explore(const char *given = "all") : schedules(given) {}
    explicit explore(long most) : schedules(std::to_string(most)) {}
    void operator()(plan &plan) const { plan.explored = schedules; }
};

inline void apply(plan &plan, int ranks)
{
    plan.counts.push_back(ranks);
}

inline void apply(plan &plan, const char *tags)
{
    plan.tags += tags;
}

template <typename Option>
auto apply(plan &plan, const Option &option) -> decltype(option(plan))
{
    option(plan);
}

inline void apply_all(plan &)
{
}

template <typename First, typename... Rest>
void apply_all(plan &plan, const First &first, const Rest &...rest)
{
    apply(plan, first);
    apply_all(plan, rest...);
}

template <typename... Options> plan make_plan(const Options &...options)
{
    plan made;

    apply_all(made, options...);
    return made;
}

/* ---- results --------------------------------------------------------------------------------- */

struct job_failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/* How a job ended; the members are those of heddle_result. */
struct ending {
    int status = 0;
    int signal = 0;
    bool is_aborted = false;
    std::string text, report, leaks, faults, findings;
    bool missed_faults = false, has_faulted = false;
    std::vector<heddle_rank_result> ranks;
    std::shared_ptr<heddle_result> result; /* for the functions of heddle/record.h */

    explicit operator bool() const { return status == 0; }

    long found(const char *kind) const { return heddle_result_found(result.get(), kind); }

    /* Everything that there is to say of a job that failed. */
    std::string describe() const
    {
        std::string all = report + leaks + findings;

        if (!text.empty())
            return all + text;
        for (std::size_t i = 0; i < ranks.size(); i++)
            if (ranks[i].status != 0)
                return all + "rank " + std::to_string(i) + " ended with status " +
                       std::to_string(ranks[i].status);
        return all;
    }
};

/* For frameworks, which print what they check. */
inline std::ostream &operator<<(std::ostream &out, const ending &ending)
{
    return out << (ending ? "a job that has succeeded" : ending.describe());
}

inline void free_result(heddle_result *result)
{
    heddle_result_free(result);
    delete result;
}

/* Takes the result's memory over. */
inline ending take_ending(heddle_result &result)
{
    ending taken;

    taken.status = result.status;
    taken.signal = result.signal;
    taken.is_aborted = result.is_aborted != 0;
    taken.text = result.text != nullptr ? result.text : "";
    taken.report = result.report != nullptr ? result.report : "";
    taken.leaks = result.leaks != nullptr ? result.leaks : "";
    taken.faults = result.faults != nullptr ? result.faults : "";
    taken.findings = result.findings != nullptr ? result.findings : "";
    taken.missed_faults = result.missed_faults != 0;
    taken.has_faulted = result.has_faulted != 0;
    taken.ranks.assign(result.rank, result.rank + result.ranks);
    taken.result.reset(new heddle_result(result), free_result);
    return taken;
}

template <typename Value> struct outcome : ending {
    std::vector<Value> values; /* of each rank; meaningful if the job succeeded */

    const Value &value(int rank) const
    {
        if (status != 0)
            throw job_failure(describe());
        return values.at(static_cast<std::size_t>(rank));
    }
};

template <> struct outcome<void> : ending {
    void value() const
    {
        if (status != 0)
            throw job_failure(describe());
    }
};

/* ---- in a rank ------------------------------------------------------------------------------- */

enum { EXCEPTION_TEXT_BYTES = 400 };

/* Calls the function. An exception that leaves it ends the job, once it has been caught: objects on
 * the stack are destroyed. */
template <typename Function> void guard_exceptions(Function &&function)
{
    char text[EXCEPTION_TEXT_BYTES];

    try {
        function();
        return;
#ifdef HEDDLE_ELSEWHERE
    } catch (const heddle_has_failed_ &) {
        throw;
#endif
    } catch (const std::exception &e) {
        std::strncpy(text, e.what(), sizeof text - 1);
        text[sizeof text - 1] = '\0';
    } catch (const abi::__forced_unwind &) { // pthread_exit
        throw;
    } catch (...) {
        std::strcpy(text, "something that is no std::exception");
    }
    heddle_fail(nullptr, 0, "caught an unexpected exception: %s", text);
}

template <typename Function>
auto call(Function &function, int) -> decltype(function(MPI_COMM_WORLD))
{
    return function(MPI_COMM_WORLD);
}

template <typename Function> auto call(Function &function, long) -> decltype(function())
{
    return function();
}

template <typename Function>
using value_of = decltype(call(std::declval<Function &>(), 0));

template <typename Function, typename Value> struct task {
    Function *function;
    std::vector<Value> *values;

    static int run(void *given)
    {
        task *self = static_cast<task *>(given);

        guard_exceptions([self] {
            (*self->values)[static_cast<std::size_t>(heddle_rank())] = call(*self->function, 0);
        });
        return 0;
    }
};

template <typename Function> struct task<Function, void> {
    Function *function;

    static int run(void *given)
    {
        task *self = static_cast<task *>(given);

        guard_exceptions([self] { call(*self->function, 0); });
        return 0;
    }
};

/* ---- a job ----------------------------------------------------------------------------------- */

template <typename Function>
outcome<void> run_as(const heddle_options &options, int ranks, Function &function, outcome<void> *)
{
    task<Function, void> task = {&function};
    heddle_result result;
    outcome<void> done;

    heddle_run(&options, ranks, task.run, &task, &result);
    static_cast<ending &>(done) = take_ending(result);
    return done;
}

template <typename Function, typename Value>
outcome<Value> run_as(const heddle_options &options, int ranks, Function &function,
                      outcome<Value> *)
{
    static_assert(!std::is_same<Value, bool>::value,
                  "ranks return int in place of bool: they write into one std::vector");
    outcome<Value> done;
    task<Function, Value> task = {&function, &done.values};
    heddle_result result;

    done.values.resize(ranks > 0 ? static_cast<std::size_t>(ranks) : 0);
    heddle_run(&options, ranks, task.run, &task, &result);
#ifdef HEDDLE_ELSEWHERE
    static_assert(std::is_trivially_copyable<Value>::value,
                  "ranks are processes without Heddle, and send each other the values' bytes");
    heddle_share_values_(done.values.data(), sizeof(Value), ranks);
#endif
    static_cast<ending &>(done) = take_ending(result);
    return done;
}

/* Runs the function in each of that many ranks. */
template <typename Function, typename... Options>
outcome<typename std::decay<value_of<typename std::remove_reference<Function>::type>>::type>
run(int ranks, Function &&function, const Options &...options)
{
    using value = typename std::decay<
        value_of<typename std::remove_reference<Function>::type>>::type;

    return run_as(make_plan(options...).options("heddle::run"), ranks, function,
                  static_cast<outcome<value> *>(nullptr));
}

} // namespace heddle

#endif
