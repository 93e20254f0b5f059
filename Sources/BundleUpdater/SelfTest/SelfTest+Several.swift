import Files
import SeasonClient

extension SelfTest {
    /// Starts one program that tests several bundles, each in a process of its own.
    ///
    /// It may run for as long as one test. Bundles that it has not reported by then are tested alone, each
    /// with a time limit of its own.
    ///
    /// - Returns: nil if it cannot be started.
    func startSeveral(_ folders: [String], atOnce: Int) -> ConfinedProcess? {
        let folders = folders.map { Paths.absolute($0) }
        var access = ConfinedAccess(command, folders: folders)
        access.landlockVersionMax = landlockVersionMax
        return try? ConfinedProcess(
            command + ["--at-once", "\(atOnce)"] + folders, access: access,
            limits: ConfinedLimits(time: timeLimit, outputBytesMax: Self.reportBytesMax))
    }

    /// The bundles that a program has reported as passed.
    ///
    /// - Returns: empty if any whole line is something else.
    static func passed(in output: [UInt8], of count: Int) -> Set<Int> {
        var positions: Set<Int> = []
        // Text after the last line break belongs to a line that was cut off.
        for line in output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
        {
            let words = String(decoding: line, as: UTF8.self).split(
                separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, words[0] == "passed", let position = Int(words[1]),
                (0..<count).contains(position), "\(position)" == words[1],
                positions.insert(position).inserted
            else { return [] }
        }
        return positions
    }

    /// Bytes of the report: a line of 13 bytes for each season that a machine may have, and more.
    private static let reportBytesMax = 16 << 10
}
