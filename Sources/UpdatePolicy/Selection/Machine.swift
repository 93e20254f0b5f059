import BundleFormat
import Crypto

/// This machine among all machines, for rollouts that begin with a part of them.
package struct Machine: Equatable, Sendable {
    /// Hundredths of a percent in the whole.
    package static let positions = 10_000

    /// Tells it from others; it never leaves the machine.
    package let id: String
    /// The wave it follows with, from 1, the canaries'; nil to go by ``position(_:)``.
    package var wave: Int?

    /// A machine.
    package init(
        id: String, wave: Int? = nil
    ) {
        self.id = id
        self.wave = wave
    }

    /// The machine's place in the rollout of one content: another for each, so that the same machines
    /// are not always first.
    ///
    /// - Parameter version: the content.
    /// - Returns: from 0 up to, not including, ``positions``.
    package func position(_ version: ContentVersion) -> Int {
        let hash = SHA256.hash(data: Array("\(id)\n\(version.hex)".utf8))
        // 60 bits: so many that the remainder of the division favours no machine.
        let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 4
        return Int(number % UInt64(Self.positions))
    }

    /// When the machine follows a bundle.
    ///
    /// - Parameter custom: what the publisher says of the bundle.
    /// - Returns: seconds since 1970; nil where no wave reaches the machine.
    package func opening(_ custom: TargetCustom) -> Int64? {
        let published = custom.publishedUnixSeconds
        guard let rollout = custom.rollout, !rollout.waves.isEmpty else { return published }
        let (waves, position) = (rollout.waves, position(custom.version))
        let mine =
            wave.map { own($0, of: waves) }
            ?? waves.first { position < $0.percent * Self.positions / 100 }
        guard let mine, !rollout.isStopped else { return nil }
        return published + Int64(mine.afterSeconds)
    }

    /// The wave that a machine is configured for.
    ///
    /// A later one than there are means the last one, if that reaches every machine; else the rest of the
    /// machines never follows, and this is one of them.
    private func own(_ wave: Int, of waves: [Rollout.Wave]) -> Rollout.Wave? {
        if waves.indices.contains(wave - 1) { return waves[wave - 1] }
        return waves.last.flatMap { $0.percent == 100 ? $0 : nil }
    }
}
