import Files
import Glibc
import Terminals

extension Diagnosis {
    /// Whether metrics can be written.
    static func metrics(_ file: String?, state: StateFolder) -> Diagnosis {
        guard let file else { return .ok(.metrics, "none are written: no metrics-file") }
        let path = Paths.parent(of: Paths.absolute(file))
        if let kind = (try? Files.kind(file)) ?? nil, kind != .file {
            return .problem(
                .metrics,
                "\(file): something other than a plain file is there, so no metrics are written",
                remedy: "remove it, or name another file with 'metrics-file'")
        }
        let user = StateUser.find(in: state) ?? FileFacts(state.path)?.owner ?? geteuid()
        guard let folder = FileFacts(path) else {
            let quoted = ShellWord.quoted(path)
            return .problem(
                .metrics, "\(file): the folder \(path) is not there, so no metrics are written",
                remedy: RightsChange.remedy(
                    "mkdir -p \(quoted), then chown \(user) \(quoted)", at: path))
        }
        guard folder.isFolder else {
            return .problem(
                .metrics, "\(file): \(path) is not a folder, so no metrics are written",
                remedy: "name another file with 'metrics-file'")
        }
        guard FileRights(on: folder, of: user).isSuperset(of: [.search, .write]) else {
            return .problem(
                .metrics, "\(file): user \(user) cannot write in \(path)",
                remedy: "give that user the right to write there, or name another file with"
                    + " 'metrics-file'")
        }
        return .ok(.metrics, file)
    }
}
