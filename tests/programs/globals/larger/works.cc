/* SPDX-License-Identifier: MIT */
/* Runs a works whose jobs and ways come from a number, its first argument; the second one precedes
 * each line of output. */
#include <mpi.h>

#include <iomanip>
#include <iostream>
#include <sstream>

#include "works.h"

namespace works {

struct test_bench : station {
    using station::station;
    double work(job &done) override
    {
        if (done.worth < 10 && done.passed.size() < 8)
            refused++;
        return 0.5;
    }
    static int refused;
};
int test_bench::refused;
static registered<test_bench> benches("bench");

template <typename Of> void statistics<Of>::print(std::ostream &out)
{
    out << Of::label << ": " << count << " of " << std::fixed << std::setprecision(3)
        << (count > 0 ? sum / static_cast<double>(count) : 0) << ", at most " << most;
}

}

using namespace works;

namespace {

std::string prefix = "?";
std::ostringstream report;
std::vector<std::unique_ptr<station>> all_stations;
std::vector<std::unique_ptr<job>> all_jobs;
int finished, scrapped;

struct ages { static constexpr const char *label = "ages"; };
struct worths { static constexpr const char *label = "worths"; };

/* Speaks when the works are closed, after main. */
struct closing {
    ~closing()
    {
        all_jobs.clear();
        all_stations.clear();
        std::cout << prefix + " closed, " + std::to_string(station::living) + " stations, " +
                         std::to_string(calendar::events_made) + " events\n";
    }
} at_the_end;

void say(const std::string &line)
{
    std::cout << prefix + " " + line + "\n";
}

std::string tell(double number)
{
    std::ostringstream text;

    text << std::fixed << std::setprecision(4) << number;
    return text.str();
}

void build()
{
    for (const auto &[kind, make] : kinds())
        for (int i = 0; i < 2 + static_cast<int>(kind.size()) % 2; i++) {
            all_stations.push_back(make(kind + std::to_string(i)));
            station::by_name[all_stations.back()->name()] = all_stations.back().get();
        }
}

void go_on(job *finished_job, const station &from)
{
    if (finished_job->passed.size() < 5 + the_dice->roll(5)) {
        auto next = station::by_name.begin();

        std::advance(next, static_cast<long>(the_dice->roll(station::by_name.size())));
        next->second->take(finished_job);
        return;
    }
    finished++;
    statistics<ages>::add(calendar::instance().now() - finished_job->born);
    statistics<worths>::add(finished_job->worth);
    if (finished % 50 == 0)
        say("job " + std::to_string(finished_job->number) + " leaves " + from.name() + " at " +
            tell(calendar::instance().now()) + " worth " + tell(finished_job->worth));
}

void order_jobs(int count)
{
    calendar &dates = calendar::instance();
    double when = 0;

    for (int i = 0; i < count; i++) {
        when += static_cast<double>(the_dice->roll(40)) / 10;
        dates.at(when, [] {
            all_jobs.push_back(std::make_unique<job>(
                job{++job::made, calendar::instance().now(), 1, {}}));
            all_stations[the_dice->roll(all_stations.size())]->take(all_jobs.back().get());
        });
    }
}

void run()
{
    for (bool goes_on = true; goes_on;) {
        try {
            goes_on = calendar::instance().run_one();
        } catch (const broken &what) {
            if (++scrapped % 10 == 1)
                say(what.what());
        }
    }
}

}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    the_dice = std::make_unique<dice>(argc > 1 ? std::stoul(argv[1]) : 0);
    prefix = argc > 2 ? argv[2] : prefix;
    try {
        leaves(nullptr, test_bench("the first"));
    } catch (const broken &what) {
        say(what.what());
    }
    leaves = go_on;
    build();
    order_jobs(600);
    run();
    say(std::to_string(finished) + " finished, " + std::to_string(scrapped) + " scrapped, " +
        std::to_string(broken::count) + " broken, " + std::to_string(test_bench::refused) +
        " refused");
    for (const auto &[name, each] : station::by_name)
        report << prefix << " " << std::setw(8) << std::left << name << each->taken() << "\n";
    report << prefix << " ";
    statistics<ages>::print(report);
    report << "\n" << prefix << " ";
    statistics<worths>::print(report);
    report << "\n";
    std::cout << report.str() << std::flush;
    MPI_Finalize();
    return 0;
}
