import BundleFormat
import Files
import Glibc
import SeasonAuthoring
import TUF

/// Asks git which commit a folder is of.
package struct Git: Sendable {
    let folder: String

    package init(folder: String) { self.folder = folder }

    /// The last commit that changed the folder, and whether it has changes that are not committed.
    ///
    /// Commits that change something else leave it as it is, so that they sign nothing anew.
    package func state() throws(PublishError) -> CheckoutState {
        guard isInCheckout, try hasCommit() else { return CheckoutState(commit: nil) }
        var last = try run(["log", "-1", "--format=%H %ct", "--", "."])
        if last.isEmpty {
            // Git ignores the folder, or it was never committed.
            guard try status(["check-ignore", "-q", "."]).status != 0 else {
                return CheckoutState(commit: nil)
            }
            last = try run(["log", "-1", "--format=%H %ct"])
        }
        let words = last.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, TargetCustom.isCommit(String(words[0])), let time = Int64(words[1])
        else { throw noAnswer("unexpected answer of git log") }
        let changes = try run(["status", "--porcelain", "--untracked-files=all", "--", "."])
        let commit = CheckoutCommit(
            id: String(words[0]), time: UTCTime(unixSeconds: time), isDirty: !changes.isEmpty)
        return CheckoutState(commit: commit) { contains($0) }
    }

    private func hasCommit() throws(PublishError) -> Bool {
        let head = try status(["rev-parse", "-q", "--verify", "HEAD"])
        guard head.status > 1 else { return head.status == 0 }
        throw noAnswer(Self.firstLine(head))
    }

    /// Whether the history contains a commit; nil if it is cut off before it.
    private func contains(_ id: String) -> Bool? {
        switch try? status(["merge-base", "--is-ancestor", id, "HEAD"]).status {
        case 0: true
        case 1: false
        // An unknown commit is no ancestor, unless the history is cut off.
        default:
            (try? run(["rev-parse", "--is-shallow-repository"]))?.hasPrefix("false") == true
                ? false : nil
        }
    }

    private var isInCheckout: Bool {
        var path = Paths.real(folder) ?? Paths.absolute(folder)
        while true {
            if (try? Files.kind("\(path)/.git")) ?? nil != nil { return true }
            guard path != "/", !path.isEmpty else { return false }
            path = Paths.parent(of: path)
        }
    }

    private func run(_ words: [String]) throws(PublishError) -> String {
        let answer = try status(words)
        guard answer.status == 0 else { throw noAnswer(Self.firstLine(answer)) }
        return answer.output
    }

    private static func firstLine(_ answer: (status: Int32, output: String)) -> String {
        answer.output.split(separator: "\n").first.map(String.init) ?? "status \(answer.status)"
    }

    /// Bytes of an answer: a list of a thousand changed files.
    private static let answerBytesMax = 1 << 20

    private func status(_ words: [String]) throws(PublishError) -> (status: Int32, output: String) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw .file(FileError(operation: "make a pipe for", path: "git", code: errno))
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        var arguments = (["git", "-C", folder] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawnp(&process, "git", &actions, nil, &arguments, environ)
        close(ends[1])
        guard code == 0 else { throw noAnswer(String(cString: strerror(code))) }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            if output.count < Self.answerBytesMax { output += buffer.prefix(count) }
        }
        var end: Int32 = 0
        while waitpid(process, &end, 0) < 0, errno == EINTR {}
        let status = end & 0x7F == 0 ? (end >> 8) & 0xFF : 128 + (end & 0x7F)
        return (status, String(decoding: output, as: UTF8.self))
    }

    private func noAnswer(_ problem: String) -> PublishError {
        PublishError(
            "\(folder): git does not say which commit this is: \(problem)",
            remedy: "make git answer, or name the commit with --commit HASH --committed TIME")
    }
}
