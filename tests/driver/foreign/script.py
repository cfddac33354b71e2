# SPDX-License-Identifier: MIT
"""Each rank has an interpreter of its own: variables, modules, environment, threads and lock."""
import ctypes
import json
import os
import sys
import threading

COMM_WORLD, INT, SUM = (ctypes.c_void_p(handle) for handle in (0x101, 0x209, 0x21))
mpi = ctypes.CDLL("libmpi_abi.so.1")
rank, total = ctypes.c_int(), ctypes.c_int()
mpi.MPI_Init(None, None)
mpi.MPI_Comm_rank(COMM_WORLD, ctypes.byref(rank))
sys.own = [rank.value]
os.environ["OWN"] = str(rank.value)
thread = threading.Thread(target=sys.own.append, args=(10 * rank.value,))
thread.start()
thread.join()
mpi.MPI_Allreduce(ctypes.byref(rank), ctypes.byref(total), 1, INT, SUM, COMM_WORLD)
line = f"rank {json.dumps(sys.own)} {os.environ['OWN']} total {total.value} {sys.argv[1:]}\n"
sys.stdout.write(line)  # at once: without a buffer, each part of print's would be written by itself
mpi.MPI_Finalize()
