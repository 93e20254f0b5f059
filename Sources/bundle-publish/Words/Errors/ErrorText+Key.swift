import BundlePublisher
import TUF
import Terminals

/// The words for a missing, wrong or unsafe key or passphrase.
extension ErrorText {
    init(_ problem: KeyProblem, _ commands: PrintedCommands) {
        switch problem {
        case .notOnePassphrase(let place):
            self.init("\(place): expected a passphrase on one line, found none or more")
        case .sealed(let place, let hasOther):
            self.init(
                "\(place): expected the passphrase it is sealed with, found "
                    + (hasOther ? "another" : "none"),
                remedy: "name a file with --passphrase-file, or put it into "
                    + "\(Passphrases.environmentName); if it is forgotten, the key is lost: "
                    + "docs/SECURITY.md says what to do")
        case .notOpened(let place):
            self.init(
                "\(place): expected the passphrase it is sealed with, found others",
                remedy: "if it is forgotten, the key is lost: docs/SECURITY.md says what to do")
        case .noPassphrase(let keys):
            self.init(
                "passphrase: expected one for \(keys.joined(separator: " and ")), found none",
                remedy:
                    "run this on a terminal, name a file with --passphrase-file, or put it into "
                    + "\(Passphrases.environmentName); --no-passphrase leaves the keys open, for tests"
            )
        case .passphrasesDiffer:
            self.init(
                "passphrase: expected the same one twice, found two",
                remedy: "nothing was written; start again")
        case .passphraseTooShort(let characters):
            self.init(
                "passphrase: expected at least \(PublishLimits.passphraseLengthMin) "
                    + "characters, found \(characters)",
                remedy: "four or five words that belong to no sentence are a good one")
        case .cannotHideTyping:
            self.init("terminal: expected to hide what is typed, found that it cannot")
        case .cancelled: self.init("passphrase: cancelled")
        case .device(let path, let kind):
            self.init(
                "\(path): expected a file or a pipe with the \(kind.rawValue), found a device")
        case .readableByOthers(let path, let kind, let mode):
            self.init(
                "\(path): expected a \(kind.rawValue) that only its owner can read, found mode "
                    + String(mode, radix: 8),
                remedy:
                    "chmod 600 \(ShellWord.quoted(path)); if others may have read it, treat it as stolen"
            )
        case .notAKey(let place, let problem):
            self.init(
                "\(place): \(Self.words(problem))",
                remedy: "init and keys new make keys")
        case .publicHalf(let place, let isFile):
            self.init(
                "\(place): expected a key with its private half, found the public one",
                remedy: isFile ? "name the file without .pub" : nil)
        case .noMemory: self.init("key: expected memory enough to seal it, found too little")
        case .tooManyRootKeys(let folder):
            self.init("\(folder): expected fewer than 26 root keys, found as many")
        case .unknownName(let text, let known, let isTooShort):
            self.init(
                "\(text): expected a key file or the first digits of one of "
                    + "\(known.joined(separator: ", ")), found "
                    + (isTooShort ? "too few digits" : "neither"),
                remedy: "\(commands.keys("list")) shows them")
        case .notOfRoot(let place, let keyID, let version):
            self.init(
                "\(place): expected a key of root \(version) or the one before it, found "
                    + keyID.prefix(KeyName.shownDigits),
                remedy: "\(commands.keys("list")) shows the root keys")
        case .noOnlineKey:
            self.init(
                "online key: expected one to sign with, found none",
                remedy: "put it into \(OnlineKey.environmentName)")
        case .newOnlineKeyMissing(let root, let home):
            self.init(
                "online key: expected the one that root \(root) names, found it neither in "
                    + "\(home)/keys nor in \(OnlineKey.environmentName)",
                remedy: "whoever made root \(root) has it: put it into "
                    + "\(OnlineKey.environmentName), or let them publish")
        case .onlineKeyNotNamed(let keyID, let root):
            self.init(
                "online key: expected one that root \(root) names, found "
                    + keyID.prefix(KeyName.shownDigits),
                remedy:
                    "bring this checkout up to date, if another one has made a newer root; else use the key "
                    + "that was made with this root; if it is lost: "
                    + commands.keys("rotate-online"))
        case .signing(let error): self.init("\(error)")
        }
    }

    private static func words(_ problem: KeyFileProblem) -> String {
        switch problem {
        case .notJSON: "expected a key file in JSON, found something else"
        case .notEd25519: "expected an Ed25519 key, found another or none"
        // The path names a member, never a value of the file.
        case .seal(let path): "sealed.\(path): not as this version writes it"
        case .privateHalf(let error): "\(error)"
        case .halvesDiffer: "expected both halves to belong together"
        }
    }
}
