import PlainArguments

extension Request {
    /// The request of a command line in the suite's form; nil for every other.
    ///
    /// That form is `--flag value` any number of times, each flag except `--target-name` at most
    /// once, then the command, and for `init` the root. Only flags begin with a dash. This way and
    /// ArgumentParser give the same request; this one saves a tenth of a refresh (docs/adr/0009).
    ///
    /// - Parameter arguments: the arguments without the program's name.
    init?(plain arguments: ArraySlice<String>) {
        guard let plain = PlainArguments(arguments), plain.words.count <= 2,
            let command = plain.words.first.flatMap(Command.init(rawValue:))
        else { return nil }
        self.init(command: command)
        for option in plain.options {
            guard set(option.flag, to: option.value) else { return nil }
        }
        root = plain.words.dropFirst().first
    }

    /// False if there is no such flag, or if it was given before.
    private mutating func set(_ flag: String, to value: String) -> Bool {
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
