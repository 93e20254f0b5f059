/// Why a command did not succeed: what was expected, what was found; it leads to exit status 1.
struct ClientError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
