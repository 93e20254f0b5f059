import BundleFormat
import Files
import Platform
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
        var start = ChildStart("git", ["-C", folder] + words)
        start.streams = [.nothing, .first(bytesMax: Self.answerBytesMax), .same(1)]
        let child: ChildProcess
        do throws(ChildStartError) {
            child = try ChildProcess(start)
        } catch {
            throw noAnswer("\(error)")
        }
        let status: Int32 =
            switch child.wait() {
            case .exited(let status): status
            case .killed(let signal): 128 + signal
            case .timedOut: 128
            }
        return (status, String(decoding: child.bytes(1), as: UTF8.self))
    }

    private func noAnswer(_ problem: String) -> PublishError {
        PublishError(
            "\(folder): git does not say which commit this is: \(problem)",
            remedy: "make git answer, or name the commit with --commit HASH --committed TIME")
    }
}
