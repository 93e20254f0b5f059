// Computes a CEL expression: cel-calculator 'price * count' price=2.5 count=3

import CEL
import Foundation

/// Prints a message and ends the program.
func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("cel-calculator: \(message)\n".utf8))
    exit(status)
}

/// The value of a variable as a user types it: a number, true or false, or a text.
func value(_ text: Substring) -> Value {
    if let number = Int64(text) { return .int(number) }
    if let number = Double(text) { return .double(number) }
    if let truth = Bool(String(text)) { return .bool(truth) }
    return .string(String(text))
}

guard let source = CommandLine.arguments.dropFirst().first else {
    stop("expected an expression, such as 'price * count' price=2.5 count=3", status: 64)
}
var variables: [String: Value] = [:]
for argument in CommandLine.arguments.dropFirst(2) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
        stop("\(argument): expected a variable such as price=2.5", status: 64)
    }
    variables[String(parts[0])] = value(parts[1])
}

// An environment declares the names that an expression may use. It compiles any number of expressions.
let environment = Environment(variables: Array(variables.keys) + ["result"])
do {
    // A program never changes and is evaluated as often as wanted, from any thread.
    let program = try environment.compile(source)
    let result = try program.evaluate(variables)
    // CEL's own conversion writes numbers and texts.
    let written = try environment.compile("string(result)").evaluate(["result": result])
    if case .string(let text) = written { print(text) }
} catch let error as CompileError {
    stop(error.description, status: 1)
} catch let error as EvaluationError {
    stop(error.description, status: 1)
}
