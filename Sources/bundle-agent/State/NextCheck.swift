import Files
import TUF

/// When the service checks next, for `status` of another process: a time in `next-check`.
enum NextCheck {
    /// Notes the moment; it need not outlast a power cut, and where it cannot be noted `status` is silent.
    ///
    /// - Parameters:
    ///   - state: the state folder.
    ///   - unixSeconds: the moment; nil where no service is at work any more.
    static func write(_ state: StateFolder, _ unixSeconds: Int64?) {
        guard let unixSeconds else {
            try? Files.remove(state.nextCheck)
            return
        }
        let text = "\(UTCTime(unixSeconds: unixSeconds))\n"
        try? Files.writeDurably(Array(text.utf8), to: state.nextCheck)
    }

    /// The moment; nil where nothing was noted.
    static func read(_ state: StateFolder) -> Int64? {
        guard let bytes = try? Files.read(state.nextCheck, lengthBytesMax: 64) else { return nil }
        let text = String(decoding: bytes.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return UTCTime(text)?.unixSeconds
    }
}
