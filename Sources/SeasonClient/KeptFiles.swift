import BundleFormat
import JSON
import TUF

/// What a host keeps between two polls, read from its small files; a file that is not valid counts as absent.
struct KeptFiles {
    private let files: [String: [UInt8]]
    let memory: Memory
    let served: SetIndex
    let lastPoll: PollReport?

    static let metadata = "metadata/"
    private static let (choices, trials) = ("choices.json", "trials.json")
    private static let (vouched, lastPoll) = ("vouched.json", "last-poll.json")
    /// What tests seasons: another version of this program may pass one that failed.
    static let tester = "renderer \(programVersion)"

    init(_ facts: PollFacts) {
        files = facts.files
        func json(_ name: String) -> JSON? { facts.files[name].flatMap { try? JSON.parse($0) } }
        var memory = Memory()
        let now = facts.nowUnixSeconds
        if let choices = json(Self.choices).flatMap({ Choices($0) }) {
            memory.choices = choices.forgettingTheFuture(nowUnixSeconds: now)
        }
        if let json = json(Self.trials) { memory.trials = Trials(json) }
        if let json = json(Self.vouched) { memory.vouched = VouchedContents(json) }
        self.memory = memory
        served = facts.files[SetIndex.fileName].flatMap { try? SetIndex.decode($0) } ?? SetIndex()
        lastPoll = json(Self.lastPoll).flatMap { PollReport($0) }?
            .forgettingTheFuture(nowUnixSeconds: now)
    }

    /// Whether a repository has ever been verified.
    var isKnown: Bool { files["\(Self.metadata)timestamp.json"] != nil }

    /// The trusted metadata, by names without the folder.
    var trusted: [String: [UInt8]] {
        var trusted: [String: [UInt8]] = [:]
        for (name, bytes) in files where name.utf8.starts(with: Self.metadata.utf8) {
            trusted[String(name.dropFirst(Self.metadata.utf8.count))] = bytes
        }
        return trusted
    }

    /// What differs after a poll, in the order to write: the memory before the metadata, and the set last.
    ///
    /// So a host that stops between two files knows which key vouches for its metadata, and serves the old set. A first poll
    /// begins with an empty set: with metadata and without a set, a host does not know what was recalled.
    func changes(
        _ memory: Memory, _ metadata: [String: [UInt8]], _ report: PollReport, served: SetIndex
    ) -> [(name: String, bytes: [UInt8]?)] {
        var changes: [(name: String, bytes: [UInt8]?)] = []
        func add(_ name: String, _ bytes: [UInt8]?) {
            if files[name] != bytes { changes.append((name, bytes)) }
        }
        if !isKnown, files[SetIndex.fileName] == nil {
            add(SetIndex.fileName, SetIndex().encoded())
        }
        if files[Self.choices] != nil || memory.choices != Memory().choices {
            add(Self.choices, memory.choices.json.serialized())
        }
        add(Self.vouched, memory.vouched.json.serialized())
        add(Self.trials, memory.trials.json.serialized())
        for name in trusted.keys.sorted() where metadata[name] == nil {
            add(Self.metadata + name, nil)
        }
        for name in metadata.keys.sorted() {
            guard let bytes = metadata[name] else { continue }
            add(Self.metadata + name, bytes)
        }
        add(Self.lastPoll, report.json.serialized())
        add(SetIndex.fileName, served.encoded())
        return changes
    }
}
