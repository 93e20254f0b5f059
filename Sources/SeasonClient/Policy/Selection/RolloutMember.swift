import BundleFormat
import Cryptography

/// This machine among all machines, for rollouts that begin with some of them: which wave it belongs to.
package struct RolloutMember: Equatable, Sendable {
    /// The whole, in hundredths of a percent.
    package static let positions = 10_000

    /// It distinguishes machines from each other and does not leave the machine.
    package let id: String
    /// The configured wave, from 1; nil to use ``position(_:)``.
    package var wave: Int?

    package init(id: String, wave: Int? = nil) {
        (self.id, self.wave) = (id, wave)
    }

    /// From 0 up to ``positions``, and different for each content, so that the same machines are not always first.
    package func position(_ version: ContentVersion) -> Int {
        let hash = SHA256.hash(data: Array("\(id)\n\(version.hex)".utf8))
        // With 60 bits the remainder of the division favours no machine.
        let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 4
        return Int(number % UInt64(Self.positions))
    }

    /// Nil if no wave reaches the machine; what it sees is published, even if its clock is behind.
    package func opening(_ custom: TargetCustom, nowUnixSeconds: Int64) -> Int64? {
        let published = min(custom.publishedUnixSeconds, nowUnixSeconds)
        guard let rollout = custom.rollout else { return published }
        guard !rollout.isStopped else { return nil }
        guard !rollout.waves.isEmpty else { return published }
        let (waves, position) = (rollout.waves, position(custom.version))
        let mine =
            wave.map { own($0, of: waves) }
            ?? waves.first { position < $0.percent * Self.positions / 100 }
        return mine.map { wave in
            wave.afterSeconds == 0
                ? published : custom.publishedUnixSeconds + Int64(wave.afterSeconds)
        }
    }

    /// If there are fewer waves, the last one counts, but only if it reaches every machine: else the rest does not follow.
    private func own(_ wave: Int, of waves: [Rollout.Wave]) -> Rollout.Wave? {
        if waves.indices.contains(wave - 1) { return waves[wave - 1] }
        return waves.last.flatMap { $0.percent == 100 ? $0 : nil }
    }
}
