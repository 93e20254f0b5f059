extension ContainerProblem: CustomStringConvertible {
    /// What is wrong with the container, and the remedy.
    package var description: String {
        switch self {
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
            "\(name.isEmpty ? "an entry" : name): \(problem.rawValue); nothing was taken"
        case .cutOff: "half of a tar: its end is missing; copy it again"
        case .tooMuch(let limit):
            "\(limit.sentence); nothing was taken: pack only the folder that"
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

    private func shown(_ folder: String) -> String { folder.isEmpty ? "its top" : folder }
}

extension ContainerLimit {
    fileprivate var sentence: String {
        let limits = ContainerLimits.standard
        return switch self {
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
