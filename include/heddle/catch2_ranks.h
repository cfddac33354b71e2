/* SPDX-License-Identifier: MIT */
/* Catch2's assertions and messages in ranks, a part of heddle/catch2.h. */
#ifndef HEDDLE_CATCH2_RANKS_H
#define HEDDLE_CATCH2_RANKS_H

#if defined TWOBLUECUBES_SINGLE_INCLUDE_CATCH_HPP_INCLUDED
/* Catch2 2 is there. */
#elif __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#elif __has_include(<catch_amalgamated.hpp>)
#include <catch_amalgamated.hpp>
#else
#include <catch2/catch.hpp>
#endif
#include <cstddef>
#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>

#include <heddle/gather.hpp>

#if CATCH_VERSION_MAJOR < 3
#define HEDDLE_CATCH_3_ 0
#elif CATCH_VERSION_MAJOR == 3 && CATCH_VERSION_MINOR < 4
#error "heddle/catch2.h is for Catch2 2.13, and 3.4 or later"
#else
#define HEDDLE_CATCH_3_ 1
#endif

namespace heddle {

/* Names and arguments that differ between Catch2 2 and 3. */
#if HEDDLE_CATCH_3_
typedef Catch::Context catch_context_type;
#define HEDDLE_CATCH_CONTEXT_ "_ZN5Catch7Context14currentContextE"
typedef Catch::StringRef catch_text;
typedef std::string &&catch_message_text;
typedef std::string &&catch_exception_text;
typedef Catch::SectionEndInfo &&catch_section_end;
typedef Catch::MessageBuilder &&catch_unscoped;
#else
typedef Catch::IMutableContext catch_context_type;
#define HEDDLE_CATCH_CONTEXT_ "_ZN5Catch15IMutableContext14currentContextE"
typedef const std::string &catch_text;
typedef const Catch::StringRef &catch_message_text;
typedef const std::string &catch_exception_text;
typedef const Catch::SectionEndInfo &catch_section_end;
typedef const Catch::MessageBuilder &catch_unscoped;
#endif

/* Catch2's pointer to its context. All ranks share it if Catch2 has been compiled without the
 * wrapper, and else each has its own: so it is no variable here, which is of one kind, but a name
 * whose address is that of the process's. Catch2's inline functions must not be used, because they
 * would look for a copy of the rank. */
extern "C" void heddle_catch_context_() __asm__(HEDDLE_CATCH_CONTEXT_);

/* A variable of each rank. How far a rank's is from the process's is how far all its others are. */
extern char catch_anchor;
__attribute__((weak)) char catch_anchor = 1;

inline catch_context_type *catch_context_at(std::ptrdiff_t distance)
{
    char *place = reinterpret_cast<char *>(heddle_catch_context_) + distance;

    return *reinterpret_cast<catch_context_type **>(place);
}

/* Catch2 turns what it compares into words with streams that all threads share. */
extern std::mutex catch_words_lock;
HEDDLE_SHARED_ std::mutex catch_words_lock;

/* ---- in a rank ------------------------------------------------------------------------------ */

/* The messages of INFO in the rank's thread. */
inline std::vector<std::string> &catch_infos()
{
    static thread_local std::vector<std::string> infos;

    return infos;
}

inline void catch_fail(const char *file, int line, const std::string &text)
{
    std::string all = text;

    for (const std::string &info : catch_infos())
        all += "\n  " + info;
    add_failure(file, static_cast<int>(line), all);
}

/* Takes the place of Catch2's recorder while a job runs: gathers what ranks assert, and passes on
 * what the process's other threads do. */
class catch_recorder : public Catch::IResultCapture {
public:
    explicit catch_recorder(Catch::IResultCapture *of_process) : process(of_process) {}

#if HEDDLE_CATCH_3_
    void notifyAssertionStarted(const Catch::AssertionInfo &info) override
    {
        if (heddle_rank() < 0)
            process->notifyAssertionStarted(info);
    }
    bool sectionStarted(Catch::StringRef name, const Catch::SourceLineInfo &place,
                        Catch::Counts &counts) override
    {
        refuse_in_rank("SECTION", place.file, static_cast<int>(place.line));
        return process->sectionStarted(name, place, counts);
    }
    Catch::IGeneratorTracker *acquireGeneratorTracker(Catch::StringRef name,
                                                      const Catch::SourceLineInfo &place) override
    {
        refuse_in_rank("GENERATE", place.file, static_cast<int>(place.line));
        return process->acquireGeneratorTracker(name, place);
    }
    Catch::IGeneratorTracker *
    createGeneratorTracker(Catch::StringRef name, Catch::SourceLineInfo place,
                           Catch::Generators::GeneratorBasePtr &&generator) override
    {
        return process->createGeneratorTracker(name, place, std::move(generator));
    }
#else
    bool sectionStarted(const Catch::SectionInfo &section, Catch::Counts &counts) override
    {
        refuse_in_rank("SECTION", section.lineInfo.file, static_cast<int>(section.lineInfo.line));
        return process->sectionStarted(section, counts);
    }
    auto acquireGeneratorTracker(Catch::StringRef name, const Catch::SourceLineInfo &place)
        -> Catch::IGeneratorTracker & override
    {
        refuse_in_rank("GENERATE", place.file, static_cast<int>(place.line));
        return process->acquireGeneratorTracker(name, place);
    }
#endif
    void sectionEnded(catch_section_end info) override { process->sectionEnded(std::move(info)); }
    void sectionEndedEarly(catch_section_end info) override
    {
        process->sectionEndedEarly(std::move(info));
    }
#if defined CATCH_CONFIG_ENABLE_BENCHMARKING || HEDDLE_CATCH_3_
    void benchmarkPreparing(catch_text name) override { process->benchmarkPreparing(name); }
    void benchmarkStarting(const Catch::BenchmarkInfo &info) override
    {
        process->benchmarkStarting(info);
    }
    void benchmarkEnded(const Catch::BenchmarkStats<> &stats) override
    {
        process->benchmarkEnded(stats);
    }
    void benchmarkFailed(catch_text error) override { process->benchmarkFailed(error); }
#endif
    void pushScopedMessage(const Catch::MessageInfo &message) override
    {
        if (heddle_rank() < 0)
            process->pushScopedMessage(message);
    }
    void popScopedMessage(const Catch::MessageInfo &message) override
    {
        if (heddle_rank() < 0)
            process->popScopedMessage(message);
    }
    void emplaceUnscopedMessage(catch_unscoped builder) override
    {
        if (heddle_rank() < 0)
            process->emplaceUnscopedMessage(std::move(builder));
    }
    void handleFatalErrorCondition(Catch::StringRef message) override
    {
        process->handleFatalErrorCondition(message);
    }

    void handleExpr(const Catch::AssertionInfo &info, const Catch::ITransientExpression &expression,
                    Catch::AssertionReaction &reaction) override
    {
        if (heddle_rank() < 0)
            process->handleExpr(info, expression, reaction);
        else if (expression.getResult() != Catch::isFalseTest(info.resultDisposition))
            pass();
        else
            fail(info, "\n  with " + expand(expression), reaction);
    }
    void handleMessage(const Catch::AssertionInfo &info, Catch::ResultWas::OfType type,
                       catch_message_text message, Catch::AssertionReaction &reaction) override
    {
        /* Ranks have HEDDLE_CATCH_. */
        process->handleMessage(info, type, std::move(message), reaction);
    }
    void handleUnexpectedExceptionNotThrown(const Catch::AssertionInfo &info,
                                            Catch::AssertionReaction &reaction) override
    {
        if (heddle_rank() < 0)
            process->handleUnexpectedExceptionNotThrown(info, reaction);
        else
            fail(info, ": no exception was thrown where one was expected", reaction);
    }
    void handleUnexpectedInflightException(const Catch::AssertionInfo &info,
                                           catch_exception_text message,
                                           Catch::AssertionReaction &reaction) override
    {
        if (heddle_rank() < 0)
            process->handleUnexpectedInflightException(info, std::move(message), reaction);
        else
            fail(info, ": unexpected exception: " + message, reaction);
    }
    void handleIncomplete(const Catch::AssertionInfo &info) override
    {
        if (heddle_rank() < 0)
            process->handleIncomplete(info);
    }
    void handleNonExpr(const Catch::AssertionInfo &info, Catch::ResultWas::OfType type,
                       Catch::AssertionReaction &reaction) override
    {
        if (heddle_rank() < 0)
            process->handleNonExpr(info, type, reaction);
        else if (type == Catch::ResultWas::Ok)
            pass();
        else
            fail(info, "", reaction);
    }

    bool lastAssertionPassed() override
    {
        return heddle_rank() < 0 ? process->lastAssertionPassed() : has_passed();
    }
    void assertionPassed() override
    {
        if (heddle_rank() < 0)
            process->assertionPassed();
        else
            pass();
    }
    std::string getCurrentTestName() const override { return process->getCurrentTestName(); }
    const Catch::AssertionResult *getLastResult() const override
    {
        return process->getLastResult();
    }
    void exceptionEarlyReported() override
    {
        if (heddle_rank() < 0)
            process->exceptionEarlyReported();
    }

    /* Makes the calling rank use this recorder, also if it has a context for itself. */
    void enter_rank() const
    {
        catch_context_type *own;

        try {
            Catch::getResultCapture();
            return;
        } catch (const std::logic_error &) { /* the rank's context, just made, has none */
        }
        own = catch_context_at(&catch_anchor - anchor);
        own->setResultCapture(const_cast<catch_recorder *>(this));
        own->setConfig(catch_context_at(0)->getConfig());
    }

private:
    Catch::IResultCapture *process;
    const char *anchor = &catch_anchor; /* the process's */

    static bool &has_passed()
    {
        static thread_local bool passed;

        return passed;
    }

    static void pass()
    {
        has_passed() = true;
        add_passed();
    }

    static std::string expand(const Catch::ITransientExpression &expression)
    {
        std::lock_guard<std::mutex> guard(catch_words_lock);
        std::ostringstream out;

        expression.streamReconstructedExpression(out);
        return out.str();
    }

    static void fail(const Catch::AssertionInfo &info, const std::string &why,
                     Catch::AssertionReaction &reaction)
    {
        if (info.resultDisposition & Catch::ResultDisposition::SuppressFail) {
            has_passed() = false;
            return;
        }
        has_passed() = false;
        catch_fail(info.lineInfo.file, static_cast<int>(info.lineInfo.line),
                   std::string(info.macroName.begin(), info.macroName.end()) + "( " +
                       std::string(info.capturedExpression.begin(), info.capturedExpression.end()) +
                       " )" + why);
        reaction.shouldThrow =
            (info.resultDisposition & Catch::ResultDisposition::ContinueOnFailure) == 0;
    }
};

/* The recorder of the job that the test's thread runs. */
extern const catch_recorder *catch_current;
HEDDLE_SHARED_ const catch_recorder *catch_current = nullptr;

/* FAIL, FAIL_CHECK, WARN and SUCCEED. */
template <typename Write>
void catch_message(const char *file, int line, const char *word, Catch::ResultWas::OfType type,
                   bool is_fatal, const Write &write)
{
    std::ostringstream out;

    write(out);
    if (type == Catch::ResultWas::ExplicitFailure)
        catch_fail(file, line, word + std::string(": ") + out.str());
    else if (type == Catch::ResultWas::Ok)
        add_passed();
    else
        std::fprintf(stderr, "%s:%d: rank %d: %s\n", file, line, heddle_rank(), out.str().c_str());
    if (is_fatal)
        throw Catch::TestFailureException();
}

#if HEDDLE_CATCH_3_
/* SKIP in a rank: its job ends, and so the test is skipped. */
template <typename Write> [[noreturn]] void catch_skip(const Write &write)
{
    std::ostringstream out;

    write(out);
    add_skip(out.str());
    heddle_fail(nullptr, 0, "the test is skipped");
}
#endif

/* INFO: for the failures in its scope. */
class catch_info {
public:
    template <typename Write> catch_info(const Catch::SourceLineInfo &place, const Write &write)
    {
        std::ostringstream out;

        write(out);
        if (heddle_rank() >= 0)
            catch_infos().push_back(out.str());
        else
            message.reset(new Catch::ScopedMessage(
                Catch::MessageBuilder(Catch::StringRef("INFO", 4), place, Catch::ResultWas::Info)
                << out.str()));
    }
    catch_info(const catch_info &) = delete;
    ~catch_info()
    {
        if (message == nullptr)
            catch_infos().pop_back();
    }

private:
    std::unique_ptr<Catch::ScopedMessage> message;
};

} // namespace heddle

#endif
