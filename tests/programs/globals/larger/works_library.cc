/* SPDX-License-Identifier: MIT */
#include "works.h"

namespace works {

int broken::count;
int station::living;
std::map<std::string, station *> station::by_name;
std::unique_ptr<dice> the_dice;
std::function<void(job *, const station &)> leaves = [](job *, const station &from) {
    throw broken("nowhere to go from " + from.name());
};

calendar &calendar::instance()
{
    static calendar only;

    return only;
}

void calendar::at(double when, std::function<void()> what)
{
    if (when < now_)
        throw broken("an event in the past");
    pending_.emplace(when, std::move(what));
    events_made++;
}

bool calendar::run_one()
{
    if (pending_.empty())
        return false;
    auto first = pending_.begin();
    auto what = std::move(first->second);
    now_ = first->first;
    pending_.erase(first);
    what();
    return true;
}

std::uint64_t dice::roll(std::uint64_t sides)
{
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % sides;
}

std::map<std::string, maker> &kinds()
{
    static std::map<std::string, maker> all;

    return all;
}

void station::take(job *arrived)
{
    taken_++;
    arrived->passed.push_back(name_);
    waiting_.push_back(arrived);
    if (!is_busy_)
        start();
}

void station::start()
{
    job *next = waiting_.front();

    waiting_.erase(waiting_.begin());
    is_busy_ = true;
    calendar &dates = calendar::instance();
    dates.at(dates.now() + work(*next), [this, next] {
        is_busy_ = false;
        if (!waiting_.empty())
            start();
        leaves(next, *this);
    });
}

}
