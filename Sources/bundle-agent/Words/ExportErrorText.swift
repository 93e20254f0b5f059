import BundleUpdater
import Containers
import SeasonClient
import TUF
import Terminals

/// The sentences for exports that were not written.
extension ExportError {
    /// What is wrong, and the remedy.
    var sentence: String {
        switch self {
        case .nothing:
            "nothing to export: this machine has verified no repository yet; 'bundle-agent poll' does,"
                + " or says why it cannot"
        case .otherRoot:
            "nothing to export: this machine has polled with another root metadata than this one; give that one"
                + " with --root, or run 'bundle-agent poll' with this one first"
        case .untrusted:
            "nothing to export: the key that signed what this machine had was replaced, and nothing is here yet"
                + " that the new key has signed; 'bundle-agent poll' says why"
        case .damaged:
            "nothing to export: the verified metadata in the state folder is not whole; run 'bundle-agent poll', then"
                + " export again"
        case .expired(let at):
            "nothing to export: what this machine trusts ran out at \(at); run 'bundle-agent poll'"
                + " where there is network"
        case .unverified(let error):
            "\(error); the state folder is damaged or being changed: run 'bundle-agent poll', then"
                + " export again"
        case .occupied(let path, let isFile):
            "\(path): "
                + (isFile
                    ? "expected a new file, or an export, found another file; give another name, or remove it first"
                    : "expected a new or empty folder, or an export, found other files; give "
                        + ShellWord.quoted("\(path)/bundles"))
        case .misplaced(let sentence): sentence
        case .inState(let path, let state):
            "\(path): expected a place outside the state folder \(state); give another one"
        case .foreign(let path):
            "\(path): holds another repository; give another folder, or remove it first"
        case .newer(let path):
            "\(path): holds a newer state than this machine; take it: bundle-agent poll --from"
                + " \(ShellWord.quoted(path))"
        case .busy(let folder):
            "\(folder): another export is writing there; run this command again when it has ended"
        case .container(let problem): problem.description
        case .agent(let error): error.description
        }
    }
}
