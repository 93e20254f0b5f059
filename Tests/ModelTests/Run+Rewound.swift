import Files

/// A command after somebody who can write to the server, but has no key, has put an older timestamp back.
extension Run {
    /// Runs a command beside an older timestamp; if it writes none of its own, the newer one comes back after it.
    ///
    /// Whatever the timestamp says, the command decides from what our key has signed last.
    ///
    /// - Parameters:
    ///   - step: the command.
    ///   - count: how many timestamps ago.
    /// - Throws: ``Break``.
    func performRewound(_ step: Step, by count: Int) throws {
        let path = "\(workshop.site)/metadata/timestamp.json"
        // Under another key, or with a thief who has one, what the directory holds is not ours.
        guard meaning.counts, !meaning.awaitsPublish, meaning.theft == .none, !meaning.isGarbled,
            !meaning.isTorn, killed.isEmpty,
            let newest = try? Files.read(path, lengthBytesMax: 1 << 20),
            timestamps.last == newest, timestamps.count > count
        else { return try perform(step) }
        let older = timestamps[timestamps.count - 1 - count]
        try Files.replaceFileAndSync(at: path, with: older)
        defer {
            if (try? Files.read(path, lengthBytesMax: 1 << 20)) == older {
                try? Files.replaceFileAndSync(at: path, with: newest)
            }
        }
        try perform(step)
    }

    /// Remembers the timestamp that is there, as long as the same key signs.
    func rememberTimestamp() {
        if timestampsGeneration != generation || meaning.theft != .none { timestamps = [] }
        timestampsGeneration = generation
        guard meaning.counts, !meaning.awaitsPublish, meaning.theft == .none else { return }
        let path = "\(workshop.site)/metadata/timestamp.json"
        guard let bytes = try? Files.read(path, lengthBytesMax: 1 << 20), timestamps.last != bytes
        else { return }
        timestamps.append(bytes)
    }
}
