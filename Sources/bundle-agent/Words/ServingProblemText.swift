import BundleFormat
import BundleUpdater
import Files
import SeasonClient
import Terminals
import UpdatePolicy

/// The sentences for what keeps a machine from serving.
extension ServingProblem {
    /// What is wrong, and the remedy if there is one.
    var sentence: String {
        switch self {
        case .unreadable(let sentence), .reported(let sentence), .leftOut(let sentence): sentence
        case .state(let trouble): trouble.sentence
        case .missing(let years):
            "nothing is served of \(years.map(\.description).joined(separator: ", "))"
        case .nothing: "nothing is served at all"
        }
    }
}

extension StateTrouble {
    /// What is wrong, and what to do about it.
    var sentence: String { "\(finding); \(remedy)" }

    /// What is wrong.
    var finding: String {
        switch self {
        case .file(let path): "\(path): expected a folder, found a file"
        case .deadLink(let path): "\(path): expected a folder, found a link that leads to nothing"
        case .foreign(let path): ForeignStateText.finding(path)
        case .readOnly(let path): "\(path): its file system is mounted read-only"
        case .noInodes(let path):
            "\(path): its file system has no inodes left, so no file can be made"
        case .noRoom(let path, let free, let needed):
            "\(path): \(free / 1_024) KiB are free on its file system, and a poll's report needs"
                + " \(needed / 1_024) KiB"
        case .rootDenied(let path): "\(path): not even root can write there"
        case .userDenied(let path, let user): "\(path): user \(user) polls and cannot write there"
        case .foreignFile(let file, let folder, let user):
            "\(file): user \(user), who polls in \(folder), cannot open, rename and delete it"
        case .closed(let path, let user): "\(path): this user, \(user), cannot write there"
        }
    }

    /// What to do about it.
    var remedy: String {
        switch self {
        case .file: "remove it, or name another folder with --state"
        case .deadLink: "mount the disk that it leads to, or remove it"
        case .foreign: ForeignStateText.remedy
        case .readOnly: "mount it for writing"
        case .noInodes, .noRoom: "make room on that file system"
        case .rootDenied(let path):
            "'lsattr -d \(ShellWord.quoted(path))' shows whether it was made immutable"
        case .userDenied(let path, let user), .foreignFile(_, let path, let user):
            Self.giving(path, to: user)
        case .closed(let path, let user):
            "look as the user who polls; if this one is to poll: \(Self.giving(path, to: user))"
        }
    }

    private static func giving(_ folder: String, to user: UInt32) -> String {
        RightsChange.remedy("chown -R \(user) \(ShellWord.quoted(folder))", at: folder)
    }
}
