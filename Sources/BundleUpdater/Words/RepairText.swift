import Files

/// What a poll repaired in the state folder; `last-poll.json` keeps these sentences.
enum RepairText {
    /// A link or a file stood where the agent needs a folder.
    static func replacedFolder(_ path: String) -> String {
        "\(path): something else was in the folder's place; removed"
    }

    /// A folder or a link stood where the agent needs a file.
    static func removedNonFile(_ path: String) -> String {
        "\(path): no file was in its place; removed"
    }

    /// A file had another name elsewhere.
    static func separated(_ path: String) -> String {
        "\(path): it was a hard link to a file that has another name too; replaced by a copy"
    }

    /// The mark of the state folder was gone.
    static func markedAgain(_ path: String) -> String {
        "\(path): the mark of the agent's own folder was gone; made again"
    }

    /// The permission bits kept the owner or readers out.
    static func restoredMode(_ path: String) -> String {
        "\(path): its mode kept the agent or readers out; restored"
    }

    /// A bundle was damaged or gone, and its zip was whole.
    static func unpackedAgain(_ folder: String, wasDamaged: Bool) -> String {
        "\(folder): it was \(wasDamaged ? "damaged" : "gone"); unpacked again from its zip"
    }

    /// The link to the set in use is gone.
    static func currentIsGone(_ path: String) -> String {
        "\(path): gone, so readers find no season; the next poll repairs it"
    }

    /// `choices.json` is damaged.
    static func choicesForgotten(_ path: String) -> String {
        "\(path): not readable; pins, holds and rollbacks are forgotten"
    }

    /// A file of the trusted metadata could not be read.
    static func unreadableMetadata(_ error: FileError) -> String {
        "\(error); the file counts as gone until the repository has answered"
    }

    /// Another file of the agent's memory is damaged.
    static func forgotten(_ path: String, _ problem: String) -> String {
        "\(path): not readable (\(problem)); what it held is forgotten"
    }
}
