/* SPDX-License-Identifier: MIT */
/* Classes of a library that no wrapper compiles. Their constructors are inline, so that a program
 * names their virtual tables. */
#include <stdexcept>
#include <string>

struct base {
    virtual ~base();
    virtual int area() const;
    int n = 1;
};

struct shape : virtual base {
    explicit shape(int size) { n = size; }
    int area() const override;
    virtual void grow();
};

struct square : base {
    explicit square(int size) { n = size; }
    int area() const override;
};

struct trouble : std::runtime_error {
    explicit trouble(int number);
    ~trouble() override;
};

template <class T> struct counter {
    static int count;
};

template <class T> int counter<T>::count = 0;

int calls_so_far();
int count_in_library();
base *make_square(int size);
std::string remember(const std::string &name);
void fail(int number);
