"""What the compiler does to IR before it writes machine code.

The text says itself what is written into what (`inlining`), and says plainly what is meant; the usual pipeline takes four times
as long for a few per cent. In: a module, a target. Out: the same module, better.
"""

from __future__ import annotations

from typing import Any

PASSES = (
    "always_inliner",
    "global_dead_code_eliminate",
    "sroa",
    "simplify_cfg",
    "instruction_combine",
    "loop_simplify",
    "lcssa",
    "loop_rotate",
    "simplify_cfg",
    "instruction_combine",
)


def improve(module: Any, target: Any) -> None:
    """Runs the passes over a module, in place."""
    import llvmlite.binding as llvm

    manager = llvm.create_new_module_pass_manager()
    for name in PASSES:
        getattr(manager, f"add_{name}_pass")()
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options())
    manager.run(module, builder)
