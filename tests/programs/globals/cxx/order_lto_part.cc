/* SPDX-License-Identifier: MIT */
/* A part of order_lto.cc. */
void note(const char *word);

struct second_noted {
    second_noted() { note("second_object"); }
    ~second_noted() { note("second_object"); }
};

static second_noted object;

__attribute__((constructor)) static void construct()
{
    note("second_constructor");
}

__attribute__((destructor)) static void destruct()
{
    note("second_destructor");
}

__attribute__((constructor(200))) static void construct_early()
{
    note("second_early");
}
