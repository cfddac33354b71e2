/* SPDX-License-Identifier: MIT */
/* Comes before each file that is compiled for a model: the instructions that the model replaces. */
#ifndef MODEL_INSTRUCTIONS_H
#define MODEL_INSTRUCTIONS_H

__attribute__((visibility("default"))) void model_pause(void);
__attribute__((visibility("default"))) unsigned long model_ticks(void);

#define __builtin_ia32_pause model_pause
#define __builtin_ia32_rdtsc model_ticks

/* The loader asks which clone it shall take before it can find the model's functions, which that
 * question would call. */
#define target_clones(...)

#endif
