"""Sums of weighted rows as vector instructions.

Compiled loops would have to fear that the target overlaps the rows, and would add one number after the other. Here the
target stays in registers. Each of its numbers is summed in the order of the rows: the same bits on every machine.
"""

from collections.abc import Callable
from typing import Any, cast

import llvmlite.ir  # pyright: ignore[reportMissingTypeStubs]
import numba.core.cgutils
from numba import types
from numba.extending import intrinsic

from niten.bots.race.tables import Numbers, Singles

ir: Any = llvmlite.ir  # neither has types
cgutils: Any = numba.core.cgutils

RowSum = Callable[[Singles, Singles, Numbers, Singles, int], None]
"""target += Σ weights[n] · table[rows[n]], for n below a count."""


def row_sum(width: int) -> RowSum:
    """The sum for rows of so many numbers."""
    vector = ir.VectorType(ir.FloatType(), width)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, table, rows, weights = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[:4], arguments[:4], strict=True)
        )

        def as_vector(pointer: Any) -> Any:
            return builder.bitcast(pointer, vector.as_pointer())

        total = cgutils.alloca_once_value(builder, builder.load(as_vector(target), align=4))
        with cgutils.for_range(builder, arguments[4]) as loop:
            row = builder.mul(builder.load(builder.gep(rows, [loop.index])), ir.Constant(ir.IntType(64), width))
            weight = builder.load(builder.gep(weights, [loop.index]))
            one = builder.insert_element(ir.Constant(vector, ir.Undefined), weight, ir.Constant(ir.IntType(32), 0))
            every = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
            spread = builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), every)
            numbers = builder.load(as_vector(builder.gep(table, [row])), align=4)
            builder.store(builder.fadd(builder.load(total), builder.fmul(spread, numbers)), total)
        builder.store(builder.load(total), as_vector(target), align=4)
        return context.get_dummy_value()

    def sum_rows(_typing: Any, target: Any, table: Any, rows: Any, weights: Any, count: Any) -> Any:  # noqa: ARG001
        return types.void(target, table, rows, weights, types.int64), generate

    return cast("RowSum", intrinsic(sum_rows))
