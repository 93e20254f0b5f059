import BundleFormat
import Files
import Glibc
import Platform
import SeasonAuthoring

/// Asks git about the commits and files of a checkout; it trusts neither the checkout nor its configuration.
///
/// The repository is found once, by its `.git`, and named explicitly afterwards: a bare repository among the data is none.
/// git runs with an environment that we write. It has none of our secrets and none of a person's settings. No monitor,
/// hook, filter or helper of a configuration that travels with the data is run.
package struct GitRepository: Sendable {
    /// The folder that has `.git`, without links.
    let root: String
    /// The folder of seasons, below ``root``; empty if it is the root itself.
    let prefix: String
    package let head: String
    private let program: String
    /// The time that git may take for one answer; a large history takes seconds.
    private let timeLimit: Duration

    /// Bytes of one answer: the files of one season, or the names of a thousand.
    private static let answerBytesMax = 256 << 20

    /// Finds the repository that has a folder of seasons; nil if none has, or if its HEAD has no such folder.
    ///
    /// Throws if git is there and does not answer.
    package static func find(
        _ folder: String, program: String = "git", timeLimit: Duration = .seconds(120)
    ) throws(PublishError) -> GitRepository? {
        let folder = Paths.real(folder) ?? Paths.absolute(folder)
        var root = folder
        while ((try? Files.kind("\(root)/.git")) ?? nil) == nil {
            guard root != "/", !root.isEmpty else { return nil }
            root = Paths.parent(of: root)
        }
        let prefix = String(folder.dropFirst(root.count).drop { $0 == "/" })
        var repository = GitRepository(
            root: root, prefix: prefix, head: "HEAD", program: program, timeLimit: timeLimit)
        let head = try repository.ask(
            ["rev-parse", "-q", "--verify", "HEAD^{commit}"], mayFail: [1])
        guard let head else { return nil }
        guard let id = head.firstWord, TargetCustom.isCommit(id) else {
            throw repository.noAnswer("expected a commit, found another answer")
        }
        repository = GitRepository(
            root: root, prefix: prefix, head: id, program: program, timeLimit: timeLimit)
        guard !prefix.isEmpty else { return repository }
        return try repository.entries(under: [prefix], recursively: false).isEmpty
            ? nil : repository
    }

    // MARK: - Commits

    /// The last commit of some folders of seasons, merges included; nil if no commit has ever had them.
    ///
    /// - Returns: the commit, and whether it may be too late because the history is cut off there.
    func lastCommit(
        ofSeasons names: [String]
    ) throws(PublishError) -> (id: String, isCut: Bool)? {
        let paths = names.map(path)
        let answer = try ask(
            ["rev-list", "-1", "--simplify-merges", head, "--"] + paths, mayFail: [])
        guard let id = answer?.firstWord else { return nil }
        guard try isShallow() else { return (id, false) }
        let parents = try ask(["rev-list", "-1", "--parents", id], mayFail: [])?.words ?? []
        return (id, parents.count < 2)
    }

    /// Whether a commit contains another one; nil if the history is cut off, so that it cannot be told.
    package func commit(_ id: String, contains other: String) throws(PublishError) -> Bool? {
        if id == other { return true }
        let answer = try run(["merge-base", "--is-ancestor", other, id])
        if answer.status == 0 { return true }
        return try isShallow() ? nil : false
    }

    private func isShallow() throws(PublishError) -> Bool {
        try ask(["rev-parse", "--is-shallow-repository"], mayFail: [])?.firstWord == "true"
    }

    // MARK: - Files

    struct Entry: Sendable {
        let mode: Substring
        let id: String
        /// Below ``prefix``.
        let path: String
    }

    func entries() throws(PublishError) -> [Entry] {
        try entries(under: prefix.isEmpty ? [] : [prefix], recursively: true)
    }

    private func entries(
        under paths: [String], recursively: Bool
    ) throws(PublishError) -> [Entry] {
        let words = ["ls-tree", recursively ? "-rz" : "-z", "--full-tree", head, "--"] + paths
        let output = try ask(words, mayFail: [])?.bytes ?? []
        return try output.split(separator: 0).map { (line) throws(PublishError) in
            let text = String(decoding: line, as: UTF8.self)
            let halves = text.split(separator: "\t", maxSplits: 1)
            let facts = halves.first?.split(separator: " ") ?? []
            guard halves.count == 2, facts.count == 3 else {
                throw noAnswer("unexpected answer of git ls-tree")
            }
            let path = halves[1].dropFirst(prefix.isEmpty ? 0 : prefix.utf8.count).drop {
                $0 == "/"
            }
            return Entry(mode: facts[0], id: String(facts[2]), path: String(path))
        }
    }

    /// The contents of files by their ids; throws if an object is not here.
    func contents(_ ids: Set<String>) throws(PublishError) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for part in ids.sorted().parts(of: Self.askedTogether) {
            let input = Array((part.joined(separator: "\n") + "\n").utf8)
            let answer = try run(["cat-file", "--batch"], input: input)
            guard answer.status == 0, read(answer.output, part, into: &contents) else {
                throw PublishError(
                    "\(root): expected the files of commit \(head.prefix(12)), found that git lacks some",
                    remedy:
                        "a clone with a filter has only a part: \(.shell("git", "fetch", "--refetch", "--no-filter")); "
                        + "in CI, check out with filter: ''")
            }
        }
        return contents
    }

    /// Names that fit into a pipe at once.
    private static let askedTogether = 900

    /// Reads `ID blob LENGTH`, a line break, the bytes, and a line break, for each.
    private func read(
        _ output: [UInt8], _ ids: ArraySlice<String>, into contents: inout [String: [UInt8]]
    ) -> Bool {
        var rest = output[...]
        for id in ids {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return false }
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            guard words.count == 3, words[0] == id, words[1] == "blob", let length = Int(words[2]),
                rest.endIndex - end > length + 1
            else { return false }
            contents[id] = Array(rest[(end + 1)..<(end + 1 + length)])
            rest = rest[(end + 2 + length)...]
        }
        return true
    }

    private func path(_ name: String) -> String { prefix.isEmpty ? name : "\(prefix)/\(name)" }

    // MARK: - The process

    private struct Answer {
        let status: Int32
        let output: [UInt8]
        let problem: String
    }

    private struct Output {
        let bytes: [UInt8]
        var words: [Substring] {
            String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        }
        var firstWord: String? {
            words.first.map(String.init)
        }
    }

    /// The output; nil for a status that is an answer, too.
    private func ask(_ words: [String], mayFail: Set<Int32>) throws(PublishError) -> Output? {
        let answer = try run(words)
        if answer.status == 0 { return Output(bytes: answer.output) }
        guard mayFail.contains(answer.status) else { throw noAnswer(answer.problem) }
        return nil
    }

    private func run(
        _ words: [String], input: [UInt8] = []
    ) throws(PublishError) -> Answer {
        var start = ChildStart(
            program,
            [
                "--git-dir", "\(root)/.git", "--work-tree", root, "-c", "core.fsmonitor=false",
                "-c", "core.hooksPath=/dev/null",
            ] + words)
        start.folder = root
        start.environment = Self.environment
        start.streams = [
            .input(input), .first(bytesMax: Self.answerBytesMax), .first(bytesMax: 4_096),
        ]
        (start.closesOthers, start.group, start.timeLimit) = (true, .own, timeLimit)
        let child: ChildProcess
        do throws(ChildStartError) {
            child = try ChildProcess(start)
        } catch {
            throw noAnswer("cannot start git: \(error)")
        }
        let end = child.wait()
        let output = child.bytes(1)
        let lines = String(decoding: child.bytes(2), as: UTF8.self).split(separator: "\n")
        switch end {
        case .exited(let status) where !child.hasDropped(1):
            return Answer(
                status: status, output: output,
                problem: lines.first.map(String.init) ?? "it ended with \(status)")
        case .exited: throw noAnswer("its answer was longer than \(Self.answerBytesMax) bytes")
        case .killed(let signal): throw noAnswer("it was killed by signal \(signal)")
        case .timedOut: throw noAnswer("no answer within \(timeLimit)")
        }
    }

    /// Everything that git gets to know: a filtered clone must not fetch, and no configuration but the checkout's counts.
    private static var environment: [String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return [
            "PATH=\(path)", "HOME=/nonexistent", "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1",
            "GIT_CONFIG_GLOBAL=/dev/null", "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE=/dev/null",
            "GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0",
            "GIT_TERMINAL_PROMPT=0", "GIT_LITERAL_PATHSPECS=1",
        ]
    }

    private func noAnswer(_ problem: String) -> PublishError {
        PublishError(
            "\(root): git does not say what is committed: \(problem)",
            remedy:
                "make \(.shell("git", "-C", root, "log", "-1")) work here, as the same user; without git the folder is "
                + "published as it is with --uncommitted")
    }
}
