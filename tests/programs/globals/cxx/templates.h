/* SPDX-License-Identifier: MIT */
/* Defined in every unit and module that includes this; one definition of each is linked. */
#ifndef PROGRAMS_GLOBALS_CXX_TEMPLATES_H
#define PROGRAMS_GLOBALS_CXX_TEMPLATES_H

#include <string>
#include <vector>

#include "../globals.h"

inline int constructions;

template <class T> struct registry {
    static int count;
    static std::vector<T> list;
    static T *latest;
    static inline T fallback{};
};

template <class T> int registry<T>::count = 100;
template <class T> std::vector<T> registry<T>::list(3);
template <class T> T *registry<T>::latest = &registry<T>::fallback;

template <class T> T value_of{};
template <> inline int value_of<int> = 21;

inline std::string inline_text = "inline";
inline int inline_array[1000] = {1, 2, 3};
inline int *const inline_pointers[] = {&inline_array[1], inline_array + 2};

inline int &counter()
{
    static int calls = ++constructions;

    return calls;
}

struct shape {
    virtual ~shape() = default;
    virtual int corners() const { return 0; }
};

/* From the other module. */
void other_add(int amount);
int other_count();
int *other_latest();
int *other_array();
int &other_counter();
const shape *other_square();

#endif
