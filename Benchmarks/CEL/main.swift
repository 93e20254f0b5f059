// Evaluates one compiled expression many times and prints the time of one evaluation in
// nanoseconds.
//
// usage: cel-benchmark EXPRESSION EVALUATIONS      variables: a = {"b": 3, "c": 4}

import CEL
import Glibc

let arguments = CommandLine.arguments
guard arguments.count == 3, let evaluations = Int(arguments[2]), evaluations > 0 else {
    print("usage: cel-benchmark EXPRESSION EVALUATIONS")
    exit(64)
}

let program = try Environment(variables: ["a"]).compile(arguments[1])
let activation: [String: Value] = ["a": Value(["b": .int(3), "c": .int(4)])]
let clock = ContinuousClock()

var nanoseconds: [Double] = []
for _ in 0..<9 {
    let elapsed = try clock.measure {
        for _ in 0..<evaluations { _ = try program.evaluate(activation) }
    }
    nanoseconds.append(elapsed / .nanoseconds(1) / Double(evaluations))
}
print(nanoseconds.sorted()[nanoseconds.count / 2])
