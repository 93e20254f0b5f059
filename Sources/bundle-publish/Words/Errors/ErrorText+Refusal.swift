import BundlePublisher
import TUF
import Terminals

/// The words for differences from what our root vouches for.
extension ErrorText {
    init(_ refusal: Refusal, _ commands: PrintedCommands) {
        switch refusal {
        case .live(let place, .transfer(.absent(path: "timestamp.json"))):
            self.init(
                "\(place): expected metadata/timestamp.json beside what was published there, found none",
                remedy: "a publish was cut off before its end, or "
                    + Self.damaged(commands))
        case .live(let place, let error):
            self.init("\(place): \(error)", remedy: Self.damaged(commands))
        case .entry(let place, let error):
            self.init("\(place): \(error)", remedy: Self.signedByOthers(commands))
        case .older(let place):
            self.init(
                "\(place): expected the newest state that this home has seen there, found an older one",
                remedy: "an older copy was restored, or an old timestamp.json was put back: "
                    + "\(commands.refresh()) signs the newest state again")
        case .zip(let place, let path, let error):
            self.init(
                "\(place): \(path): \(error)", remedy: Self.signedByOthers(commands))
        case .metadata(let place, let error): self.init("\(place): \(error)")
        case .state(let problem):
            self.init(
                "\(RepositoryHistoryText.words(problem)); nothing was removed",
                remedy: "it was changed: restore it, or move it away and find out who did that")
        case .pruningChangesLive(let place):
            self.init("\(place): what would stay is not what is live")
        case .otherBytes(let path):
            self.init(
                "\(path): expected that it never changes, found other bytes under its name",
                remedy: "another publisher wrote here, or the file is damaged: look at it, and "
                    + "delete it if it is not listed by what is live")
        case .root(let path, let error): self.init("\(path): \(error)")
        case .otherRoot(let path):
            self.init(
                "\(path): expected the root we keep, found another",
                remedy: Self.untrusted)
        case .forkedRoot(let path, let number):
            self.init(
                "\(path): expected root \(number) of this home, found one that another "
                    + "checkout has made",
                remedy:
                    "machines may trust it already: take that checkout's metadata folder "
                    + "and its keys/online.key into this home, and make your change again"
            )
        case .moreRoots(let metadata, let ours):
            self.init(
                "\(metadata): expected \(ours) root\(ours == 1 ? "" : "s"), found one more that "
                    + "follows from \(ours == 1 ? "it" : "them")",
                remedy: "bring this checkout's root metadata up to date first; if none of you made "
                    + "it, a root key is stolen: docs/SECURITY.md says what to do")
        case .pendingRoot(let path, let error):
            self.init(
                "\(path): \(error)",
                remedy: "remove it, and make the change again")
        case .prepared(let error):
            self.init(
                "what would be published does not verify: \(error)",
                remedy: Self.isOfKeys(error)
                    ? "is the online key one that the newest root names? Nothing was written"
                    : "nothing was written")
        case .preparedZip(let error):
            self.init("what would be published does not unpack: \(error)")
        }
        exitStatus = ExitStatus.refused
    }

    /// True if a client does not know the keys that have signed.
    private static func isOfKeys(_ error: UpdateError) -> Bool {
        if case .repository(.signatures) = error { true } else { false }
    }

    private static let untrusted = """
        somebody else published here, or changed a file by hand: restore the directory from its \
        backup, or publish into an empty one
        """

    /// The online key has signed what this program never signs.
    private static func signedByOthers(_ commands: PrintedCommands) -> String {
        """
        this program signs no such thing, so somebody else has your online key: replace it with \
        \(commands.keys("rotate-online")), then publish
        """
    }

    /// The metadata that is live does not verify.
    private static func damaged(_ commands: PrintedCommands) -> String {
        """
        a file was changed by hand, or another publisher is at work here; what is damaged counts for \
        nothing: \(commands.publish()) signs the folder of seasons over it
        """
    }
}
