import CEL

// Without Foundation: it links what rounds and takes roots all the same.
let environment = Environment(variables: ["x"])
let program = try environment.compile("string(math.round(math.sqrt(x)))")
if case .string(let text) = try program.evaluate(["x": .double(6.5)]) { print(text) }
