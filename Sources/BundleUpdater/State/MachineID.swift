import Files
import SeasonClient

extension RolloutMember {
    /// This machine, by the system's id, or by its own id that is made once at random.
    ///
    /// - Parameter state: the state folder, which must exist.
    package static func read(
        _ state: StateFolder, wave: Int?, system: String = "/etc/machine-id", writing: Bool = true
    ) -> RolloutMember {
        for path in [system, state.machineID] {
            guard let bytes = try? Files.read(path, lengthBytesMax: 256) else { continue }
            let id = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            // In an image that was never started the file is empty, or has this word.
            guard id.utf8.count >= 32, id != "uninitialized" else { continue }
            return RolloutMember(id: id, wave: wave)
        }
        let drawn = (0..<4).map { _ in UInt32.random(in: .min ... .max) }
        let id = drawn.map { word in
            let hex = String(word, radix: 16)
            return String(repeating: "0", count: 8 - hex.count) + hex
        }.joined()
        if writing {
            try? state.open().replaceFileAndSync(
                state.name(of: state.machineID), with: Array("\(id)\n".utf8))
        }
        return RolloutMember(id: id, wave: wave)
    }
}
