import Containers

/// The sentences for containers that are refused, each with its remedy.
package enum ContainerProblemText {
    /// Says what is wrong with a container.
    package static func sentence(_ problem: ContainerProblem) -> String {
        switch problem {
        case .noLibrary(let reason):
            "needs libarchive (\(reason)); install it: apt-get install libarchive13"
                + " (libarchive13t64 on newer systems)"
        case .unreadable(let reason):
            "expected a zip, a tar (plain, .gz, .xz or .zst) or an .iso, found another file or a"
                + " damaged one (\(reason)); copy it again, or unpack it and give the folder"
        case .form:
            "expected a plain zip or .iso, or a tar compressed once, found archives within one"
                + " another; unpack it once"
        case .entry(let name, let problem):
            "\(name.isEmpty ? "an entry" : name): \(sentence(problem)); nothing was taken"
        case .cutOff: "half of a tar: its end is missing; copy it again"
        case .tooMuch(let limit):
            "\(sentence(limit)); nothing was taken: pack only the folder that"
                + " 'bundle-agent export' writes"
        case .noRepository(let deeper):
            "expected a published directory with metadata/timestamp.json, found none; "
                + (deeper.isEmpty
                    ? "pack the folder that 'bundle-agent export' writes"
                    : "\(deeper) is too deep: pack that folder itself")
        case .twoRepositories(let first, let second):
            "expected one published directory, found two (\(shown(first)) and \(shown(second)));"
                + " pack only one"
        case .stream: "the process that read it sent nonsense; nothing was taken: do not use it"
        }
    }

    /// Says how the process that reads ended.
    static func sentence(_ end: ContainerProcessEnd) -> String {
        switch end {
        case .notStarted(let reason): "cannot start the process that reads it: \(reason)"
        case .exited(let status):
            "the process that reads it ended with status \(status); copy it again, or unpack it"
                + " and give the folder"
        case .killed(let signal):
            "the process that reads it was ended by signal \(signal): it is hostile or damaged, or"
                + " there is too little memory; unpack it elsewhere and give the folder"
        case .timedOut(let seconds):
            "not read within \(seconds) seconds; nothing was taken: unpack it and give the folder"
        case .cancelled: "not read to its end, because the agent was asked to end"
        }
    }

    private static func shown(_ folder: String) -> String { folder.isEmpty ? "its top" : folder }

    private static func sentence(_ problem: EntryProblem) -> String {
        switch problem {
        case .noName: "has no name that can be read"
        case .longName: "has a name that is too long"
        case .absolute: "begins at the root; pack relative names"
        case .upwards: "leads upwards by '..'; pack relative names"
        case .link: "is a link; pack what it leads to ('tar --dereference --hard-dereference' does)"
        case .device: "is a device, a pipe or a socket"
        case .sparse: "is a file with holes; pack it without '--sparse'"
        case .encrypted: "needs a password; pack it without one"
        case .twice: "comes twice"
        case .tooLong: "is longer than such a file may be"
        case .wrongLength: "has another length than the archive says; copy it again"
        }
    }

    private static func sentence(_ limit: ContainerLimit) -> String {
        let limits = ContainerLimits.standard
        return switch limit {
        case .entries: "has more than \(limits.entriesMax) entries"
        case .names: "has more than \(limits.namesBytesMax) bytes of names"
        case .files: "has more than \(limits.filesMax) files of a repository"
        case .filesBytes: "has more than \(limits.filesBytesMax) bytes of a repository"
        case .read: "is longer than \(limits.readBytesMax) bytes"
        case .unpacked: "unpacks to more than \(limits.unpackedBytesMax) bytes"
        case .ratio: "unpacks to more than \(limits.ratioMax) times its length"
        }
    }
}
