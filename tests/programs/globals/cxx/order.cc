/* SPDX-License-Identifier: MIT */
/* What a rank begins with and ends with comes in the order of a process: priorities, then as
 * linked, the constructors of C where the compiler puts them among those of C++; at the end
 * thread_local objects first, then the program's and what was registered, then its library's.
 * options: -O0 -O2 -O3
 * ranks: 3
 * library: order_library.cc
 * expect-stdout: ^0: ~ thread exit ~ late ~ asked ~ second ~ first ~ early end end-lib ~ lib $
 * expect-stdout: ^1: ~ thread exit ~ late ~ asked ~ second ~ first ~ early end end-lib ~ lib $
 * expect-stdout: ^2: ~ thread exit ~ late ~ asked ~ second ~ first ~ early end end-lib ~ lib $ */
#include "order.h"

#include "../globals.h"

#include <string>

void name_rank(const char *name);

static noted first("first");
static noted early __attribute__((init_priority(200))) ("early");
static noted second("second");
thread_local noted of_thread("thread");

/* Temporaries that references are bound to are each rank's, too. The process knows nothing of
 * ranks yet when the first one's are made. */
static std::string rank_text = getenv("PMI_RANK") != NULL ? getenv("PMI_RANK") : "0";
const int &kept = 1 + stoi(rank_text);
const std::string &kept_text = "rank " + rank_text;

__attribute__((constructor)) static void begin_program()
{
    write_down("begin-main");
}

__attribute__((destructor)) static void end_program()
{
    write_down("end");
}

static void at_exit()
{
    write_down("exit");
}

/* The first rank's are those that the loader ran. */
static void check_that_all_say(const std::string &text)
{
    char first_text[100] = "";

    snprintf(first_text, sizeof first_text, "%s", text.c_str());
    MPI_Bcast(first_text, sizeof first_text, MPI_CHAR, 0, MPI_COMM_WORLD);
    expect(text == first_text);
}

int main(int argc, char **argv)
{
    static char name[12];
    std::string begun = written();

    MPI_Init(&argc, &argv);
    meet();
    expect(begun.find("early ") < begun.find("first ") &&
           begun.find("first ") < begun.find("second "));
    check_that_all_say(begun);
    expect(kept == 1 + my_rank());
    expect(kept_text == "rank " + std::to_string(my_rank()));
    made_when_asked_for();
    static noted late("late");
    expect(of_thread.name == std::string("thread"));
    atexit(at_exit);
    /* Ranks that share the library's text would print each other's words. */
    meet();
    snprintf(name, sizeof name, "%d", my_rank());
    name_rank(name);
    expect(late.name == std::string("late"));
    MPI_Finalize();
    return 0;
}
