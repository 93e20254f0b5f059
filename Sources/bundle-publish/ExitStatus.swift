import BundlePublisher

/// How the program ends.
enum ExitStatus {
    /// The command did its work, or there was nothing to do.
    static let done: Int32 = 0
    /// It failed; what was published is still served.
    static let failed: Int32 = 1
    /// The authors' files have mistakes.
    static let mistakes: Int32 = 2
    /// What is published, or a root that waits for signatures, is not what our root vouches for.
    static let refused: Int32 = 3
    /// The live state has something that this checkout lacks; nothing was done.
    static let behind: Int32 = 4
    /// The command line is wrong (`EX_USAGE` of sysexits.h).
    static let usage: Int32 = 64

    /// How a command ends that has failed.
    static func of(_ kind: PublishError.Kind) -> Int32 {
        switch kind {
        case .mistakes: mistakes
        case .refused: refused
        case .behind: behind
        case .choose: usage
        case .failed, .webPage, .tooLong, .keyReplaced, .nowhereToWrite, .busy: failed
        }
    }

    /// The meaning of each status, in order.
    static let meanings: [(status: Int32, meaning: String)] = [
        (done, "done, or nothing to do"), (failed, "failed"),
        (mistakes, "the seasons, configuration.yaml or decisions.txt have mistakes"),
        (refused, "the published repository, or a root that waits, is not trusted"),
        (behind, "the live state has what this checkout lacks; nothing was done"),
        (usage, "wrong usage"),
    ]

    /// The table of docs/PUBLISHING.md.
    static var table: [String] {
        ["| exit status | meaning |", "|---|---|"]
            + meanings.map { "| \($0.status) | \($0.meaning) |" }
    }

    /// The paragraph of the program's help.
    static var help: String {
        "Exit status: " + meanings.map { "\($0.status) \($0.meaning)" }.joined(separator: ",\n")
            + "."
    }
}
