/// Where passphrases come from: files named on the command line, else the environment, else a terminal.
package struct Passphrases {
    /// The environment variable that may hold one.
    package static let environmentName = "BUNDLE_PUBLISH_PASSPHRASE"
    /// The known passphrases, in the order in which they are tried.
    private var known: [[UInt8]]
    private let prompt: PassphrasePrompt?

    /// Times a person may try.
    private static let triesMax = 3

    /// Takes them from where they are.
    ///
    /// - Throws: ``PublishError`` if a file cannot be read, is empty, or others can read it.
    package init(files: [SecretFile], environment: String?, prompt: PassphrasePrompt?)
        throws(PublishError)
    {
        known = []
        for file in files {
            known.append(try Self.line(file.read(.passphrase), from: file.path))
        }
        if files.isEmpty, let environment, !environment.isEmpty {
            known = [try Self.line(Array(environment.utf8), from: Self.environmentName)]
        }
        self.prompt = prompt
    }

    /// Takes those that a program has; asks nobody.
    init(known: [[UInt8]]) {
        self.known = known
        prompt = nil
    }

    /// Opens a sealed key with the first passphrase that fits.
    ///
    /// - Throws: ``PublishError`` if none does.
    package mutating func first<Value>(
        for place: String, _ open: ([UInt8]) -> Value?
    ) throws(PublishError) -> Value {
        for passphrase in known {
            if let value = open(passphrase) { return value }
        }
        guard let prompt else {
            throw .key(.sealed(place: place, hasOther: !known.isEmpty))
        }
        for _ in 0..<Self.triesMax {
            let passphrase = try prompt.ask(.opening(place: place))
            if let value = open(passphrase) {
                known.append(passphrase)
                return value
            }
            prompt.reportWrong(place)
        }
        throw .key(.notOpened(place: place))
    }

    /// Chooses a passphrase for each new key.
    ///
    /// One given passphrase counts for all keys; with several, each key gets its own.
    ///
    /// - Throws: ``PublishError`` if there is none, or a person does not type it twice.
    package func choose(for names: [String]) throws(PublishError) -> [[UInt8]] {
        if let first = known.first {
            try requireStrength(known)
            return names.indices.map { known.indices.contains($0) ? known[$0] : first }
        }
        guard let prompt else {
            throw .key(.noPassphrase(keys: names))
        }
        var chosen: [[UInt8]] = []
        for name in names {
            let typed = try prompt.ask(.choosing(key: name, isFirst: chosen.isEmpty))
            if typed.isEmpty, let last = chosen.last {
                chosen.append(last)
                continue
            }
            try requireStrength([typed])
            guard try prompt.ask(.repeating) == typed else {
                throw .key(.passphrasesDiffer)
            }
            chosen.append(typed)
        }
        return chosen
    }

    private func requireStrength(_ passphrases: [[UInt8]]) throws(PublishError) {
        for passphrase in passphrases {
            let length = String(decoding: passphrase, as: UTF8.self).count
            guard length >= PublishLimits.passphraseLengthMin else {
                throw .key(.passphraseTooShort(characters: length))
            }
        }
    }

    /// The only line of a file, without the line break that an editor adds.
    private static func line(
        _ bytes: [UInt8], from place: String
    ) throws(PublishError) -> [UInt8] {
        var line = bytes[...]
        if line.last == UInt8(ascii: "\n") { line = line.dropLast() }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        guard !line.isEmpty, !line.contains(UInt8(ascii: "\n")) else {
            throw .key(.notOnePassphrase(place: place))
        }
        return Array(line)
    }
}
