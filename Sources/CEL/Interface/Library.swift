/// A part of CEL's standard functions that the core does not need.
///
/// An environment has the libraries that it is given. `CELStandard` has one for times and one for regular expressions.
public struct Library: Sendable {
    let functions: FunctionNames

    /// Makes a library.
    ///
    /// - Parameter functions: its functions; none has the name of a core function.
    package init(_ functions: [Function]) {
        var names = FunctionNames(capacity: functions.count)
        for function in functions { names.insert(function) }
        self.functions = names
    }
}
