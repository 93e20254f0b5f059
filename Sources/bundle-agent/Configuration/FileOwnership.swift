import Files
import Glibc
import Terminals

/// Checks that only root and the user who reads a file can write it: the file may name commands.
enum FileOwnership {
    /// Why a file must not be trusted; nil if only root and this user can write it.
    ///
    /// The check includes every symbolic link in the path: a user who can replace one of them can make us read
    /// another file. Pipes and terminals are not checked, because the person who started the program set them up.
    static func problem(_ path: String, user: UInt32 = geteuid()) -> String? {
        guard let file = FileFacts(path), file.isRegular else { return nil }
        let way = LinkWay(to: path)
        let folders = way.names.map { Paths.parent(of: $0) }
        return problem(
            file, folders: folders.compactMap { FileFacts($0) }, user: user,
            isReadOnly: RightsChange.isReadOnly)
            ?? (folders + way.linksToFolders).lazy.flatMap(Self.folders(above:))
            .compactMap { FileFacts($0) }.compactMap { open($0, path) }.first
    }

    /// Decides about a file and the folders that it lies in.
    ///
    /// - Parameter isReadOnly: whether a path is on a read-only mount, where owner and mode do not
    ///   matter.
    /// - Returns: the sentence with its remedy; nil if all is well.
    static func problem(
        _ file: FileFacts, folders: [FileFacts], user: UInt32,
        isReadOnly: (String) -> Bool = { _ in false }
    ) -> String? {
        for facts in [file] + folders where !isReadOnly(facts.path) {
            let name =
                facts.path == file.path ? facts.path : "\(facts.path), the folder of \(file.path)"
            let path = ShellWord.quoted(facts.path)
            let why = "; it can name commands, so only root and user \(user) may write there; "
            guard facts.owner == 0 || facts.owner == user else {
                // Other users read it, too, and every one of them trusts root.
                return "\(name): belongs to user \(facts.owner)\(why)"
                    + RightsChange.remedy("chown root \(path)", at: facts.path)
            }
            guard facts.mode & 0o022 == 0 || facts.isSticky else {
                let mode = String(facts.mode & 0o777, radix: 8)
                return "\(name): others can write there (mode \(mode))\(why)"
                    + RightsChange.remedy("chmod go-w \(path)", at: facts.path)
            }
        }
        return nil
    }

    /// Why a folder is open: every user can replace what lies below it; nil if it is not.
    private static func open(_ folder: FileFacts, _ path: String) -> String? {
        guard folder.mode & 0o002 != 0, !folder.isSticky, !RightsChange.isReadOnly(folder.path)
        else { return nil }
        return "\(folder.path), above \(path): every user can write there; "
            + RightsChange.remedy("chmod o-w \(ShellWord.quoted(folder.path))", at: folder.path)
    }

    /// The folders above an absolute path, the nearest first.
    static func folders(above path: String) -> [String] {
        var folders: [String] = []
        var path = path
        while path != Paths.parent(of: path) {
            path = Paths.parent(of: path)
            folders.append(path)
        }
        return folders
    }
}
