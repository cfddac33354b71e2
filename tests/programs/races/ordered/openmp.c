/* SPDX-License-Identifier: MIT */
/* Threads of a rank, by OpenMP. */
#include "case.h"

#include <omp.h>

static _Thread_local long own_sum;

static void sum_of(long one)
{
    own_sum += one;
}

static __attribute__((noinline)) void late(long *word)
{
    PAUSE();
    (*word)++;
}


static void wrong_add_in_a_region(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
            memory[3]++;
        }
    }
}

static void wrong_critical_on_one_side(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
            if (omp_get_thread_num() == 0) {
                PAUSE();
                memory[3] = 1;
            } else {
#pragma omp critical
                memory[3]++;
            }
        }
    }
}

static void wrong_criticals_of_two_names(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
            if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
                memory[3]++;
            } else {
#pragma omp critical(other)
                memory[3]++;
            }
        }
    }
}

static void wrong_single_without_barrier(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp single nowait
            memory[3] = 1;
            sum_of(memory[3]);
        }
    }
}

static void wrong_loop_without_barrier(void)
{
    int i;

    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp for nowait schedule(static, 1)
            for (i = 0; i < 3; i++)
                memory[i] = 1;
            sum_of(memory[(omp_get_thread_num() + 1) % 3]);
        }
    }
}

static void wrong_master_without_barrier(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp master
            {
                PAUSE();
                memory[3] = 1;
            }
            sum_of(memory[3]);
        }
    }
}

static void wrong_task_without_wait(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            {
#pragma omp task
                late(&memory[3]);
                PAUSE();
            sum_of(memory[3]);
            }
        }
    }
}

static void wrong_tasks_of_one_word(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            {
#pragma omp task
                late(&memory[3]);
#pragma omp task
                late(&memory[3]);
#pragma omp taskwait
            }
        }
    }
}

static void wrong_neighbours_in_a_loop(void)
{
    int i;

    AT(TARGET) {
#pragma omp parallel for num_threads(3) schedule(static, 1)
        for (i = 1; i < 9; i++)
            memory[i] = memory[i - 1];
    }
}

static void wrong_ordered_and_not(void)
{
    int i;

    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp for ordered schedule(static, 1)
            for (i = 0; i < 3; i++) {
                PAUSE();
                sum_of(memory[3]);
#pragma omp ordered
                memory[3] = i;
            }
        }
    }
}

static void wrong_get_under_way_in_a_region(void)
{
    ALL();
    AT(0) {
        GET(3);
#pragma omp parallel num_threads(3)
        {
#pragma omp atomic
            sum += result[0];
        }
        FLUSH();
    }
    NONE();
}

static void wrong_put_under_way_in_a_region(void)
{
    ALL();
    AT(0) {
        PUT(3);
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            value = 1;
        }
        FLUSH();
    }
    NONE();
}

static void wrong_flush_of_the_master_without_barrier(void)
{
    ALL();
    AT(0) {
#pragma omp parallel num_threads(3)
        {
#pragma omp master
            {
                GET(3);
                FLUSH();
                PAUSE();
            }
            if (omp_get_thread_num() == 1)
                late(result);
        }
    }
    NONE();
}

static void wrong_region_beside_a_put(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    AT(TARGET) {
        PAUSE();
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            memory[3] = 1;
        }
    }
    NONE();
}

static void right_critical(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp critical
            memory[3]++;
        }
    }
}

static void right_barrier(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
            if (omp_get_thread_num() == 0)
                memory[3] = 1;
#pragma omp barrier
            sum_of(memory[3]);
        }
    }
}

static void right_single(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            memory[3] = 1;
            sum_of(memory[3]);
        }
    }
}

static void right_loops(void)
{
    int i;

    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp for schedule(static, 1)
            for (i = 0; i < 3; i++)
                memory[i] = 1;
            sum_of(memory[(omp_get_thread_num() + 1) % 3]);
        }
    }
}

static void right_taskwait(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            {
#pragma omp task
                late(&memory[3]);
#pragma omp taskwait
                sum_of(memory[3]);
            }
        }
    }
}

static void right_dependent_tasks(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            {
#pragma omp task depend(out : memory[3])
                late(&memory[3]);
#pragma omp task depend(inout : memory[3])
                late(&memory[3]);
            }
        }
    }
}

static void right_taskgroup(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            {
#pragma omp taskgroup
                {
#pragma omp task
                    late(&memory[3]);
                }
                sum_of(memory[3]);
            }
        }
    }
}

static void right_ordered(void)
{
    int i;

    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp for ordered schedule(static, 1)
            for (i = 0; i < 6; i++) {
#pragma omp ordered
                memory[3] += i;
            }
        }
    }
}

static void right_reduction(void)
{
    long all = 0;
    int i;

    AT(TARGET) {
#pragma omp parallel for num_threads(3) reduction(+ : all)
        for (i = 0; i < 60; i++)
            all += memory[i];
        memory[3] = all;
    }
}

static void right_atomic(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp atomic
            memory[3]++;
        }
    }
}

static void right_lock(void)
{
    omp_lock_t lock;

    AT(TARGET) {
        omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
        {
            omp_set_lock(&lock);
            memory[3]++;
            omp_unset_lock(&lock);
        }
        omp_destroy_lock(&lock);
    }
}

static void right_regions_in_a_row(void)
{
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
            memory[omp_get_thread_num()] = 1;
        }
#pragma omp parallel num_threads(3)
        {
            sum_of(memory[(omp_get_thread_num() + 1) % 3]);
        }
    }
}

static void right_get_of_the_master(void)
{
    ALL();
    AT(0) {
#pragma omp parallel num_threads(3)
        {
#pragma omp master
            {
                GET(3);
                FLUSH();
            }
#pragma omp barrier
            sum_of(result[0]);
        }
    }
    NONE();
}

static void right_region_behind_a_message(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
#pragma omp parallel num_threads(3)
        {
#pragma omp single
            memory[3] = 1;
        }
    }
    NONE();
}

CASES(0,
      CASE(wrong_add_in_a_region),
      CASE(wrong_critical_on_one_side),
      CASE(wrong_criticals_of_two_names),
      CASE(wrong_single_without_barrier),
      CASE(wrong_loop_without_barrier),
      CASE(wrong_master_without_barrier),
      CASE(wrong_task_without_wait),
      CASE(wrong_tasks_of_one_word),
      CASE(wrong_neighbours_in_a_loop),
      CASE(wrong_ordered_and_not),
      CASE(wrong_get_under_way_in_a_region),
      CASE(wrong_put_under_way_in_a_region),
      CASE(wrong_flush_of_the_master_without_barrier),
      CASE(wrong_region_beside_a_put),
      CASE(right_critical),
      CASE(right_barrier),
      CASE(right_single),
      CASE(right_loops),
      CASE(right_taskwait),
      CASE(right_dependent_tasks),
      CASE(right_taskgroup),
      CASE(right_ordered),
      CASE(right_reduction),
      CASE(right_atomic),
      CASE(right_lock),
      CASE(right_regions_in_a_row),
      CASE(right_get_of_the_master),
      CASE(right_region_behind_a_message))
