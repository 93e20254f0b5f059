extension Request {
    /// The request of a command line in the suite's form; nil for every other.
    ///
    /// That form is `--flag value` any number of times, each flag except `--target-name` at most
    /// once, then the command, and for `init` the root. Only flags begin with a dash. This way and
    /// ArgumentParser give the same request; this one saves a tenth of a refresh (docs/adr/0009).
    ///
    /// - Parameter arguments: the arguments without the program's name.
    init?(plain arguments: ArraySlice<String>) {
        guard !arguments.contains(where: \.isEmpty) else { return nil }
        var rest = arguments
        self.init(command: .refresh)
        while let flag = rest.first, flag.hasPrefix("--") {
            guard let value = rest.dropFirst().first, !value.hasPrefix("-"), take(flag, value)
            else { return nil }
            rest = rest.dropFirst(2)
        }
        guard let word = rest.popFirst(), let command = Command(rawValue: word), rest.count <= 1,
            rest.allSatisfy({ !$0.hasPrefix("-") })
        else { return nil }
        self.command = command
        root = rest.first
    }

    /// False if there is no such flag, or if it was given before.
    private mutating func take(_ flag: String, _ value: String) -> Bool {
        switch flag {
        case "--metadata-url" where metadataURL == nil: metadataURL = value
        case "--metadata-dir" where metadataDir == nil: metadataDir = value
        case "--target-name": targetNames.append(value)
        case "--target-dir" where targetDir == nil: targetDir = value
        case "--target-base-url" where targetBaseURL == nil: targetBaseURL = value
        default: return false
        }
        return true
    }
}
