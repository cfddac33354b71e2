/* SPDX-License-Identifier: MIT */
/* Programs whose outcomes are known (litmus.c). */
#ifndef MODEL_LITMUS_H
#define MODEL_LITMUS_H

#include "model.h"

void litmus_begin(void);
void litmus_end_two(void);
void litmus_end_two_of_three(void);
void litmus_end_four(void);

void litmus_sb_relaxed(int thread);
void litmus_sb_acquire(int thread);
void litmus_sb_sc(int thread);
void litmus_sb_fence(int thread);
void litmus_sb_fences(int thread);
void litmus_sb_sc_store_acquire_load(int thread);
void litmus_mp_relaxed(int thread);
void litmus_mp_acquire(int thread);
void litmus_mp_update(int thread);
void litmus_corr(int thread);
void litmus_lb(int thread);
void litmus_iriw_acquire(int thread);
void litmus_iriw_sc(int thread);
void litmus_wrc(int thread);
void litmus_updates(int thread);
void litmus_mp_kernel(int thread);
void litmus_wake(int thread);

#endif
