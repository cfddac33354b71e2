/* SPDX-License-Identifier: MIT */
/* State that C++'s library keeps for the process and a program sets: the handlers of
 * std::terminate and of a failed new, and the default memory resource. The latter may be an object
 * that one rank at a time can use. libstdc++ itself asks for them by these functions.
 *
 * The plugin that compiles this file makes the variables private. They and the functions are weak,
 * because other modules define them, too. */
#include <dlfcn.h>

#include <atomic>
#include <exception>
#include <memory_resource>
#include <new>

#define WEAK __attribute__((weak))

extern "C" {
/* Null until the rank has set one. */
WEAK std::atomic<std::terminate_handler> own_terminate_handler;
WEAK std::atomic<std::new_handler> own_new_handler;
WEAK std::atomic<std::pmr::memory_resource *> own_default_resource;
}

namespace {

std::terminate_handler library_terminate_handler()
{
    void *behind = dlsym(RTLD_NEXT, "_ZSt13get_terminatev");

    return reinterpret_cast<std::terminate_handler (*)()>(behind)();
}

}

WEAK std::terminate_handler std::get_terminate() noexcept
{
    std::terminate_handler own = own_terminate_handler;

    return own != nullptr ? own : library_terminate_handler();
}

WEAK std::terminate_handler std::set_terminate(std::terminate_handler handler) noexcept
{
    std::terminate_handler before = own_terminate_handler.exchange(handler);

    return before != nullptr ? before : library_terminate_handler();
}

WEAK std::new_handler std::get_new_handler() noexcept
{
    return own_new_handler;
}

WEAK std::new_handler std::set_new_handler(std::new_handler handler) noexcept
{
    return own_new_handler.exchange(handler);
}

WEAK std::pmr::memory_resource *std::pmr::get_default_resource() noexcept
{
    std::pmr::memory_resource *own = own_default_resource;

    return own != nullptr ? own : std::pmr::new_delete_resource();
}

WEAK std::pmr::memory_resource *
std::pmr::set_default_resource(std::pmr::memory_resource *resource) noexcept
{
    std::pmr::memory_resource *before = own_default_resource.exchange(resource);

    return before != nullptr ? before : std::pmr::new_delete_resource();
}
