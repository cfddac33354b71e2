/* SPDX-License-Identifier: MIT */
/* A simulated works: jobs pass through stations in the order of their events. The library has the
 * clock, the events and a register of kinds of stations, which register themselves from several
 * files; the program has the stations. All of it is held by objects of static storage. */
#ifndef LARGER_WORKS_H
#define LARGER_WORKS_H

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace works {

struct broken : std::runtime_error {
    explicit broken(const std::string &what) : std::runtime_error(what) { count++; }
    static int count;
};

/* One for the works; made when it is first asked for. */
class calendar {
public:
    static calendar &instance();
    void at(double when, std::function<void()> what);
    bool run_one();
    double now() const { return now_; }

    static inline long events_made = 0;

private:
    calendar() = default;
    std::multimap<double, std::function<void()>> pending_;
    double now_ = 0;
};

class dice {
public:
    explicit dice(std::uint64_t seed) : state_(seed * 2 + 1) {}
    std::uint64_t roll(std::uint64_t sides);

private:
    std::uint64_t state_;
};
extern std::unique_ptr<dice> the_dice;

/* How often and how much; one for each kind of thing that is counted. */
template <typename Of> struct statistics {
    static long count;
    static double sum, most;
    static void add(double value)
    {
        count++;
        sum += value;
        most = value > most ? value : most;
    }
    static void print(std::ostream &out);
};
template <typename Of> long statistics<Of>::count = 0;
template <typename Of> double statistics<Of>::sum = 0;
template <typename Of> double statistics<Of>::most = -1;

struct job {
    int number;
    double born, worth;
    std::vector<std::string> passed;
    static inline int made = 0;
};

class station {
public:
    static constexpr const char *label = "station";

    explicit station(std::string name) : name_(std::move(name)) { living++; }
    virtual ~station() { living--; }
    virtual double work(job &done) = 0;
    void take(job *arrived);
    const std::string &name() const { return name_; }
    int taken() const { return taken_; }

    static int living;
    static std::map<std::string, station *> by_name;

private:
    void start();
    std::string name_;
    std::vector<job *> waiting_;
    bool is_busy_ = false;
    int taken_ = 0;
};

/* Kinds of stations by name. A static object in each file registers the kinds of that file. */
using maker = std::unique_ptr<station> (*)(const std::string &name);
std::map<std::string, maker> &kinds();

template <typename Kind> struct registered {
    explicit registered(const char *kind)
    {
        kinds()[kind] = [](const std::string &name) -> std::unique_ptr<station> {
            return std::make_unique<Kind>(name);
        };
    }
};

/* Where a job goes that leaves a station; the program sets it. */
extern std::function<void(job *, const station &)> leaves;

}

#endif
