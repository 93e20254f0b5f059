import ArgumentParser
import BundleUpdater
import Files

/// The machines to ask: those of the command line, then those of a file, each once.
struct HostList: Equatable {
    let hosts: [String]

    /// The largest number of machines; a longer list is probably the wrong file.
    static let hostsMax = 10_000
    /// The longest name in bytes: a user, a domain name and a port.
    private static let nameBytesMax = 320
    /// The longest file of hosts in bytes.
    private static let fileBytesMax = hostsMax * (nameBytesMax + 1)

    /// Collects the names.
    ///
    /// - Parameters:
    ///   - named: the names on the command line.
    ///   - file: lines with one host each; `#` begins a comment. Nil for none.
    /// - Throws: `ValidationError` for a name that `ssh` could take for an option, too many, or none;
    ///   `FileError` if the file cannot be read.
    init(_ named: [String], file: String?) throws {
        var names = named
        if let file {
            let text = String(
                decoding: try Files.read(file, lengthBytesMax: Self.fileBytesMax), as: UTF8.self)
            for line in text.split(whereSeparator: \.isNewline) {
                let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
                guard words.count <= 1 || words[0].hasPrefix("-") else {
                    throw ValidationError(
                        "\(file): expected one host on each line, found '\(words.joined(separator: " "))'"
                    )
                }
                names += words.map(String.init)
            }
        }
        guard !names.isEmpty else {
            throw ValidationError("hosts: expected a host, or --hosts with a file of them")
        }
        guard names.count <= Self.hostsMax else {
            throw ValidationError(
                "hosts: expected at most \(Self.hostsMax), found \(names.count)")
        }
        for name in names {
            let isPlain = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            guard isPlain, !name.hasPrefix("-"), 1...Self.nameBytesMax ~= name.utf8.count else {
                throw ValidationError("host: expected a name as ssh takes it, found '\(name)'")
            }
        }
        var known: Set<String> = []
        hosts = names.filter { known.insert($0).inserted }
    }
}
