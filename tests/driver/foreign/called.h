/* SPDX-License-Identifier: MIT */
typedef int called_step(int);
extern int called_count;
extern called_step *called_current;
int called_add(int n);
int called_now(int x);
int called_twice(int x);
int called_apply(called_step *step, int x);
