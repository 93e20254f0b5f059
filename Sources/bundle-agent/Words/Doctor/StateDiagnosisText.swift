import BundleFormat
import BundleUpdater
import Files
import Terminals

extension StateDiagnosis {
    /// What `doctor` says about the state folder.
    ///
    /// - Parameter poll: the command that polls on this machine.
    /// - Returns: the words.
    func words(poll: String) -> DiagnosisText.Words {
        switch self {
        case .folderAbsent(let path):
            (
                "\(path): not there yet, or not to be seen by this user",
                "start the service, or run '\(poll)' as its user"
            )
        case .folderIsFile(let path):
            (
                "\(path): expected a folder, found a file",
                "remove it, or name another folder with --state"
            )
        case .trouble(let trouble): (trouble.finding, trouble.remedy)
        case .writable(let path): ("\(path): can be written", nil)
        case .anotherUsersFolder(let path):
            ("\(path): another user's; run doctor as that user to check writing", nil)
        case .notWritable(let path):
            (
                "\(path): cannot be written",
                RightsChange.remedy("chmod u+rwx \(ShellWord.quoted(path))", at: path)
            )
        case .usable(let user): ("user \(user) can open, rename and delete all of it", nil)
        case .foreignFiles(let first, let count, let user, let folder):
            (
                "\(first)\(count > 1 ? " and \(count - 1) more" : ""): user \(user), who polls, cannot"
                    + " open, rename and delete that",
                RightsChange.remedy(
                    "chown -R \(user) \(ShellWord.quoted(folder))", at: folder)
            )
        case .roomEnough(let free): ("\(free >> 20) MiB are free", nil)
        case .roomShort(let free, let needed, let path):
            (
                "\(free >> 20) MiB are free at \(path), expected \(needed >> 20) or more",
                "make room on that file system"
            )
        case .unreadable(let error):
            (
                error.description,
                error.isPermission
                    ? "run doctor as root, or as its user; a poll by its user gives access again"
                    : "run '\(poll)', which repairs what it can"
            )
        case .noSet(let current):
            (
                "\(current): names no set yet",
                "start the service, or run '\(poll)' as its user"
            )
        case .damaged(let current, let years):
            (
                "\(current): damaged" + (years.isEmpty ? "" : ": \(Self.list(years))"),
                "run '\(poll)', or wait for the next poll: it repairs that"
            )
        case .missing(let years, let expected):
            (
                "\(expected - years.count) seasons of \(expected): nothing is served of"
                    + " \(Self.list(years))",
                "put right what 'state.folder' and 'state.space' name; then run"
                    + " '\(poll)' as its user, and 'bundle-agent why' where that fails"
            )
        case .whole(let seasons): ("\(seasons) seasons, every file as it should be", nil)
        case .open: ("every user can read what is served", nil)
        case .closed(let file):
            (
                "\(file.path): other users cannot read what is served through it",
                RightsChange.remedy(
                    "chmod \(file.isFolder ? "o+rx" : "o+r") \(ShellWord.quoted(file.path))",
                    at: file.path)
            )
        case .shared(let folder):
            ("only users who can enter \(folder) can read what is served", nil)
        }
    }

    private static func list(_ years: [some CustomStringConvertible]) -> String {
        years.map(\.description).joined(separator: ", ")
    }
}
