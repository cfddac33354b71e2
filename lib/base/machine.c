/* SPDX-License-Identifier: MIT */
#include "base/machine.h"

#include <errno.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"

#ifdef HEDDLE_HWLOC
#include <hwloc.h>
#include <hwloc/glibc-sched.h>

/* Returns the system's number of what the object is, or is part of, or -1. */
static int number_of(hwloc_topology_t topology, hwloc_obj_t object, hwloc_obj_type_t type)
{
    if (object->type != type)
        object = hwloc_get_ancestor_obj_by_type(topology, type, object);
    return object != NULL ? (int)object->os_index : -1;
}

/* Records the core's processors and its domains, from the machine down to the core itself. */
static void fill_core(struct core *core, hwloc_topology_t topology, hwloc_obj_t object, int levels)
{
    hwloc_cpuset_to_glibc_sched_affinity(topology, object->cpuset, &core->cpus, sizeof core->cpus);
    core->package = number_of(topology, object, HWLOC_OBJ_PACKAGE);
    core->number = number_of(topology, object, HWLOC_OBJ_CORE);
    for (int level = levels - 1; level >= 0; level--, object = object->parent)
        core->domains[level] = (int)object->logical_index;
}

static struct machine *take_machine(hwloc_topology_t topology, enum machine_unit unit)
{
    int depth = hwloc_get_type_depth(topology, unit == MACHINE_CORES ? HWLOC_OBJ_CORE
                                                                     : HWLOC_OBJ_PU);
    struct machine *machine;
    int count;

    if (depth < 0) /* the machine does not report its cores */
        depth = hwloc_get_type_depth(topology, HWLOC_OBJ_PU);
    count = (int)hwloc_get_nbobjs_by_depth(topology, depth);
    machine = memory_take(sizeof *machine + (size_t)count * sizeof machine->cores[0]);
    if (machine == NULL) {
        note(-1, "no memory for a machine of %d cores", count);
        return NULL;
    }
    machine->is_here = hwloc_topology_is_thissystem(topology) != 0;
    machine->core_count = count;
    machine->levels = depth < MACHINE_LEVELS_MAX ? depth + 1 : MACHINE_LEVELS_MAX;
    for (int i = 0; i < count; i++)
        fill_core(&machine->cores[i], topology,
                  hwloc_get_obj_by_depth(topology, depth, (unsigned)i), machine->levels);
    return machine;
}

/* Restricts the topology to the processors that the calling thread may use. */
static void restrict_to_allowed(hwloc_topology_t topology)
{
    hwloc_bitmap_t allowed = hwloc_bitmap_alloc();

    if (allowed != NULL && hwloc_get_cpubind(topology, allowed, HWLOC_CPUBIND_THREAD) == 0)
        hwloc_topology_restrict(topology, allowed, 0);
    hwloc_bitmap_free(allowed);
}

static struct machine *load(const char *description, enum machine_unit unit)
{
    struct machine *machine = NULL;
    hwloc_topology_t topology;

    if (hwloc_topology_init(&topology) != 0) {
        note(-1, "no memory for the machine's description");
        return NULL;
    }
    if (description != NULL && hwloc_topology_set_synthetic(topology, description) != 0) {
        note(-1, "\"%s\" does not describe a machine", description);
    } else if (hwloc_topology_load(topology) != 0) {
        note(-1, "the machine's cores are not known: %s", strerror(errno));
    } else {
        restrict_to_allowed(topology);
        machine = take_machine(topology, unit);
    }
    hwloc_topology_destroy(topology);
    return machine;
}
#else
static struct machine *load(const char *description, enum machine_unit unit)
{
    (void)description;
    (void)unit;
    note(-1, "the machine's cores are not known: this library was built without hwloc");
    return NULL;
}
#endif

struct machine *machine_read(enum machine_unit unit)
{
    return load(NULL, unit);
}

struct machine *machine_describe(const char *description, enum machine_unit unit)
{
    return load(description, unit);
}

void machine_give(struct machine *machine)
{
    memory_give(machine);
}

int machine_distance(const struct machine *machine, int one, int other)
{
    const int *left = machine->cores[one].domains, *right = machine->cores[other].domains;
    int shared = 0;

    while (shared < machine->levels && left[shared] == right[shared])
        shared++;
    return machine->levels - shared;
}

int machine_bind(const struct machine *machine, int core)
{
    if (!machine->is_here ||
        sched_setaffinity(0, sizeof(cpu_set_t), &machine->cores[core].cpus) == 0)
        return 0;
    return note(-1, "core %d is not available: %s", core, strerror(errno));
}
