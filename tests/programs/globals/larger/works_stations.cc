/* SPDX-License-Identifier: MIT */
/* Kinds of stations, each with a memory in static variables of its own. */
#include "works.h"

namespace works {
namespace {

struct saw : station {
    using station::station;
    double work(job &done) override
    {
        static double blade = 100;

        blade = blade < 1 ? 100 : blade * 0.97;
        done.worth += blade / 10;
        return 1 + 10 / blade;
    }
};

struct press : station {
    using station::station;
    double work(job &done) override
    {
        done.worth *= 1.01;
        return 2 + static_cast<double>(the_dice->roll(30)) / 10 + ++strokes % 5;
    }
    static int strokes;
};
int press::strokes = 3;

class lathe : public station {
public:
    explicit lathe(const std::string &name) : station(name) { names.push_back(name); }
    double work(job &done) override
    {
        if (the_dice->roll(20) == 0)
            throw broken(name() + " of " + std::to_string(names.size()) + " broke job " +
                         std::to_string(done.number));
        done.worth += 3;
        return 4;
    }

private:
    static inline std::vector<std::string> names;
};

const registered<saw> saws("saw");
const registered<press> presses("press");
const registered<lathe> lathes("lathe");

}
}
