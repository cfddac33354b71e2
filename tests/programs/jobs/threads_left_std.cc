/* SPDX-License-Identifier: MIT */
/* A std::thread that outlives its rank is named by the function of the program that created it, not
 * by one of the C++ library.
 *
 * launch: alone
 * ranks: 1
 * options: -O0 -O2
 * environment: HEDDLE_THREAD_WAIT_MS=50
 * sanitizer: no */
#include <atomic>
#include <cstdio>
#include <cstring>
#include <heddle.h>
#include <mpi.h>
#include <thread>

static int leave_thread(void *argument)
{
    std::atomic<bool> *stop = static_cast<std::atomic<bool> *>(argument);

    std::thread([stop] {
        while (!*stop)
            std::this_thread::yield();
    }).detach();
    return 0;
}

int main()
{
    std::atomic<bool> stop(false);
    heddle_result result;
    bool is_told;

    heddle_run(nullptr, 1, leave_thread, &stop, &result);
    is_told = result.status == 1 &&
              strstr(result.text, "created in leave_thread (") != nullptr;
    if (!is_told)
        std::fprintf(stderr, "%s\n", result.text);
    heddle_result_free(&result);
    stop = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return is_told ? 0 : 1;
}
