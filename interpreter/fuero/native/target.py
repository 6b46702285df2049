"""The processor at hand, as LLVM describes it."""

from __future__ import annotations

from typing import Any


def machine(level: int = 2) -> Any:
    """What compiles for the processor at hand."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(opt=level, cpu=llvm.get_host_cpu_name(), features=features, jit=True)
