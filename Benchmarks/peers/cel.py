"""What one evaluation costs in the two CEL engines of PyPI, in nanoseconds.

usage: cel.py EXPRESSION
"""
import statistics
import sys
import time

import celpy
from cel_expr_python import cel

EXPRESSION, VARIABLES = sys.argv[1], {"a": {"b": 3, "c": 4}}


def cost(evaluate, evaluations):
    rounds = []
    for _ in range(9):
        start = time.perf_counter()
        for _ in range(evaluations):
            evaluate()
        rounds.append((time.perf_counter() - start) / evaluations * 1e9)
    return statistics.median(rounds)


def cel_cpp():
    program = cel.NewEnv(variables={"a": cel.Type.DYN}).compile(EXPRESSION)
    return cost(lambda: program.eval(data=VARIABLES), 20_000)


def cel_python():
    environment = celpy.Environment()
    program = environment.program(environment.compile(EXPRESSION))
    variables = celpy.json_to_cel(VARIABLES)
    return cost(lambda: program.evaluate(variables), 200)


print(cel_cpp(), cel_python())
