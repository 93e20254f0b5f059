import ArgumentParser
import Files
import UpdatePolicy

extension FleetCommand {
    /// The largest number of machines; a longer list is probably the wrong file.
    private static let hostsMax = 10_000
    /// The longest name in bytes: a user, a domain name and a port.
    private static let nameBytesMax = 320

    /// The machines to ask: those of the command line, then those of the file, each once.
    ///
    /// The file has one host on each line; `#` begins a comment.
    ///
    /// - Throws: `ValidationError` for a name that `ssh` could take for an option, too many, or none;
    ///   ``Failure`` if the file cannot be read.
    func machines() throws -> [String] {
        let names = hosts + (try file.map(Self.lines) ?? [])
        guard !names.isEmpty else {
            throw ValidationError("hosts: expected a host, or --hosts with a file of them")
        }
        guard names.count <= Self.hostsMax else {
            throw ValidationError("hosts: expected at most \(Self.hostsMax), found \(names.count)")
        }
        for name in names {
            let isPlain = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            guard isPlain, !name.hasPrefix("-"), 1...Self.nameBytesMax ~= name.utf8.count else {
                throw ValidationError("host: expected a name as ssh takes it, found '\(name)'")
            }
        }
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }
    }

    private static func lines(of file: String) throws -> [String] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(file, lengthBytesMax: hostsMax * (nameBytesMax + 1))
        } catch {
            throw Failure(error.description, status: ExitStatus.usage)
        }
        return try String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .flatMap { line in
                let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
                guard words.count <= 1 || words[0].hasPrefix("-") else {
                    throw ValidationError(
                        "\(file): expected one host on each line, found '\(words.joined(separator: " "))'"
                    )
                }
                return words.map(String.init)
            }
    }
}
