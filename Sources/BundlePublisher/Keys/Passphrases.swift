import SeasonAuthoring

/// Where passphrases come from: files named on the command line, else the environment, else a terminal.
package struct Passphrases {
    package static let environmentName = "BUNDLE_PUBLISH_PASSPHRASE"
    /// The known passphrases, in the order in which they are tried.
    private var known: [[UInt8]]
    private let ask: Prompt?

    /// Asks a person, without showing what is typed.
    package typealias Prompt = (_ question: String) throws(PublishError) -> [UInt8]

    private static let triesMax = 3

    /// Reads the files, or without files the environment; only these count if there is no prompt.
    package init(
        files: [SecretFile] = [], environment: String? = nil, prompt: Prompt? = nil
    ) throws(PublishError) {
        known = []
        for file in files {
            known.append(try Self.line(file.read("passphrase"), from: file.path))
        }
        if files.isEmpty, let environment, !environment.isEmpty {
            known = [try Self.line(Array(environment.utf8), from: Self.environmentName)]
        }
        ask = prompt
    }

    package init(known: [[UInt8]]) {
        self.known = known
        ask = nil
    }

    /// Opens a sealed key with the first passphrase that fits.
    mutating func first<Value>(
        for place: String, _ open: ([UInt8]) -> Value?
    ) throws(PublishError) -> Value {
        for passphrase in known {
            if let value = open(passphrase) { return value }
        }
        guard let ask else {
            throw PublishError(
                "\(place): expected the passphrase it is sealed with, found "
                    + (known.isEmpty ? "none" : "another"),
                remedy: "name a file with --passphrase-file, or put it into "
                    + "\(Self.environmentName); \(Self.forgotten)")
        }
        var question = "Passphrase of \(place): "
        for _ in 0..<Self.triesMax {
            let passphrase = try ask(question)
            if let value = open(passphrase) {
                known.append(passphrase)
                return value
            }
            question = "\(place): this passphrase does not open it; another one: "
        }
        throw PublishError(
            "\(place): expected the passphrase it is sealed with, found others",
            remedy: Self.forgotten)
    }

    private static let forgotten: Advice =
        "if it is forgotten, the key is lost: docs/SECURITY.md says what to do"

    /// Chooses a passphrase for each new key.
    ///
    /// One given passphrase counts for all keys; with several, each key gets its own.
    package func choose(for names: [String]) throws(PublishError) -> [[UInt8]] {
        if let first = known.first {
            try requireStrength(known)
            return names.indices.map { known.indices.contains($0) ? known[$0] : first }
        }
        guard let ask else { throw Self.none(for: names) }
        var chosen: [[UInt8]] = []
        for name in names {
            let typed = try ask(
                "New passphrase for \(name)"
                    + (chosen.isEmpty ? ": " : ", nothing for the same one: "))
            if typed.isEmpty, let last = chosen.last {
                chosen.append(last)
                continue
            }
            try requireStrength([typed])
            guard try ask("The same again: ") == typed else {
                throw PublishError(
                    "passphrase: expected the same one twice, found two",
                    remedy: "nothing was written; start again")
            }
            chosen.append(typed)
        }
        return chosen
    }

    private func requireStrength(_ passphrases: [[UInt8]]) throws(PublishError) {
        for passphrase in passphrases {
            let length = String(decoding: passphrase, as: UTF8.self).count
            guard length >= PublishLimits.passphraseLengthMin else {
                throw PublishError(
                    "passphrase: expected at least \(PublishLimits.passphraseLengthMin) characters, "
                        + "found \(length)",
                    remedy: "four or five words that belong to no sentence are a good one")
            }
        }
    }

    /// New keys need a passphrase, none was given, and there is no terminal to ask on.
    static func none(for keys: [String]) -> PublishError {
        PublishError(
            "passphrase: expected one for \(keys.joined(separator: " and ")), found none",
            remedy: "run this on a terminal, name a file with --passphrase-file, or put it into "
                + "\(environmentName); --no-passphrase leaves the keys open, for tests")
    }

    /// The only line of a file, without the line break that an editor adds.
    private static func line(_ bytes: [UInt8], from place: String) throws(PublishError) -> [UInt8] {
        var line = bytes[...]
        if line.last == UInt8(ascii: "\n") { line = line.dropLast() }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        guard !line.isEmpty, !line.contains(UInt8(ascii: "\n")) else {
            throw PublishError("\(place): expected a passphrase on one line, found none or more")
        }
        return Array(line)
    }
}
