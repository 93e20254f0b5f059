import BundleFormat
import Files
import JSON
import SeasonClient
import TUF

/// Which version was served when: a line of JSON for each switch of a year, in `history.jsonl`.
///
/// Lines are only added. All lines of one switch are one write, and the disk has it before the
/// agent does anything else. A power cut may damage the last line; readers skip it. If the lines of
/// a switch are missing, the set in use shows it, and they are added later.
package struct HistoryFile {
    private let state: StateFolder
    package let limits: AgentLimits

    /// The history of a state folder.
    package init(_ state: StateFolder, _ limits: AgentLimits) {
        self.state = state
        self.limits = limits
    }

    /// Every readable switch, oldest first.
    ///
    /// - Throws: ``FileError`` if the file exists and cannot be read.
    package func entries() throws(FileError) -> [History.Entry] {
        try readableBytes().split(separator: UInt8(ascii: "\n")).compactMap { line in
            (try? JSON.parse(Array(line), limits: JSONLimits(lengthBytesMax: 1 << 16, depthMax: 4)))
                .flatMap { History.Entry($0) }
        }
    }

    /// Adds switches; if the file is too long, its older half is removed.
    ///
    /// An unreadable file is started anew.
    ///
    /// - Throws: ``FileError``; then the old content is still there.
    package func append(_ entries: [History.Entry]) throws(FileError) {
        guard !entries.isEmpty else { return }
        var added = entries.flatMap { Array($0.json.text().utf8) + [UInt8(ascii: "\n")] }
        var known: [UInt8]?
        do throws(FileError) {
            known = try bytes()
        } catch {
            // Not our file, or one that cannot be read, for example because of a bad sector.
            if error.isExhausted { throw error }
        }
        guard let known, known.count + added.count <= limits.historyBytesMax else {
            return try state.open().replaceFileAndSync(name, with: half(of: known ?? []) + added)
        }
        if let last = known.last, last != UInt8(ascii: "\n") {
            added.insert(UInt8(ascii: "\n"), at: 0)
        }
        let writer = try state.open().continueFile(name)
        try writer.append(added)
        try writer.sync()
    }

    /// Begins the file anew if it cannot be read, so that the next switch finds a whole one.
    ///
    /// - Returns: nil if all is well.
    /// - Throws: ``FileError`` if the file cannot be replaced, or if the machine lacks the means to
    ///   read any file.
    func replaceUnlessReadable() throws(FileError) -> FileError? {
        do throws(FileError) {
            _ = try readableBytes()
            return nil
        } catch {
            if error.isExhausted { throw error }
            try state.open().replaceFileAndSync(name, with: [])
            return error
        }
    }

    /// The bytes for a reader: none if there is no file, or one that is longer than the agent writes.
    private func readableBytes() throws(FileError) -> [UInt8] {
        do throws(FileError) {
            return try bytes()
        } catch {
            guard error.isNotFound || error.isTooLong else { throw error }
            return []
        }
    }

    private func bytes() throws(FileError) -> [UInt8] {
        try Files.read(state.history, lengthBytesMax: 2 * limits.historyBytesMax)
    }

    private var name: String { state.name(of: state.history) }

    /// The later lines, at most half of the limit.
    private func half(of bytes: [UInt8]) -> [UInt8] {
        var rest = bytes.suffix(limits.historyBytesMax / 2)
        guard rest.count < bytes.count else { return bytes }
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\n") {}
        if let last = rest.last, last != UInt8(ascii: "\n") { rest.append(UInt8(ascii: "\n")) }
        return Array(rest)
    }
}
