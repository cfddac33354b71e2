#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the catalogues of operations on windows with HEDDLE_RMA=1: those of wrong/ must end well and
with exactly the warning beside them, those of right/ without one. `races.py accept` writes the
warnings."""
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "deadlocks"))
import catalogue  # pylint: disable=wrong-import-position

os.environ["HEDDLE_RMA"] = "1"
sys.exit(catalogue.main(HERE, status_of_wrong=0))
