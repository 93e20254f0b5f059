import BundleFormat
import TUF

/// A command: its words, and what the rules say about it.
struct Asked {
    /// What a command does with signed metadata.
    enum Effect {
        /// Signs what the function gives for these contents.
        case signs(given: [Int: ContentVersion])
        /// The same, and nothing that was signed before counts.
        case signsWithNewKey(given: [Int: ContentVersion])
        /// Signs live again.
        case renews
        /// Adds lines of live to the file.
        case pulls
        /// Changes the root, or removes files.
        case keeps
    }

    var words: [String]
    var effect: Effect
    /// Whether it compares lines, and the commit.
    var comparesLines = false
    var comparesCommit = false
    /// The commit that is signed; nil where the rules do not say.
    var commit: Signed.Commit??
    /// The rollout with which a given content begins.
    var begins = Course.everyone
    /// Whether a line may be added.
    var mayAdd: (Decision) -> Bool = { _ in false }
    /// Whether lines say what was asked.
    var isAnswered: (Lines) -> Bool = { _ in true }
    /// Why it cannot go through; nil where it can.
    var obstacle: String?
    /// Whether the rules leave open that it goes through.
    var mayFail = false
}

/// What a command finds.
struct Situation {
    var checkout: Checkout
    let catalogue: Catalogue
    let site: String
    let betaSite: String
    let betaHome: String
    let betaRoot: [UInt8]
    let now: Int64
    let view: Reader.View
    let live: Signed?
    let everSigned: [Int: Set<ContentVersion>]
    let lines: Lines
    let text: String
    /// The files of the directory, and those of the home that are neither memory nor lines.
    let files: [String: [UInt8]]
    let homeFiles: [String: [UInt8]]

    /// Whether the key of this checkout is one that the newest root names.
    var canSign: Bool { checkout.key.map { view.keyIDs.contains($0.publicKey.keyID) } == true }

    /// The lines of live that the checkout lacks.
    var lacking: Set<Line> { (live?.record?.lines ?? []).subtracting(lines.all) }

    /// Whether the live state has a form or an age that our publisher never gives it: the rules do not say what follows.
    var isStrange: Bool {
        guard let live else { return false }
        return live.isMalformed || live.record == nil || live.version > now + 86_400
    }

    /// Whether the same folder may be older than the one that is live.
    func mayBeOlder(_ commit: Signed.Commit?, _ given: [Int: ContentVersion]) -> Bool {
        guard let theirs = live?.record?.commit else { return false }
        guard let commit else { return true }
        if commit.id == theirs.id { return live?.record?.given != given }
        return commit.time < theirs.time
    }

    /// The newest earlier content that no line replaces or recalls.
    func earlier(_ year: Int, than shown: ContentVersion) -> ContentVersion? {
        live?.record?.offered[year]?.first {
            $0 != shown && $0 != live?.entries[year]?.content && !lines.isRecalled(year, $0)
                && !lines.isReplaced(year, $0) && hasZip(year, $0)
        }
    }

    /// Whether the whole zip of a content was there, and not only left by a command that was killed.
    func hasZip(_ year: Int, _ content: ContentVersion) -> Bool {
        guard everSigned[year]?.contains(content) == true else { return false }
        return catalogue.zips[content].map { files[catalogue.zipPath(content)] == $0 } == true
    }
}
