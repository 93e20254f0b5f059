import Files

/// The files below a folder that another person may have made.
extension RepositoryCopy {
    /// The largest number of names to read; a repository has some for each season and state.
    ///
    /// Prevents an endless walk.
    private static let namesMax = 100_000
    /// The depth of folders: `targets/f1/2024/` is three.
    private static let depthMax = 8

    /// The first entry at or below a path that is neither a file nor a folder; nil if there is
    /// none.
    ///
    /// Entries that cannot be read are left to later code.
    static func foreign(in path: String) -> String? {
        var names = 0
        switch (try? Files.kind(path)) ?? nil {
        case nil, .file: return nil
        case .link, .other: return path
        case .directory: return (try? Folder(path)).flatMap { foreign(in: $0, depthMax, &names) }
        }
    }

    private static func foreign(in folder: Folder, _ depth: Int, _ names: inout Int) -> String? {
        guard depth > 0 else { return nil }
        for name in (try? folder.names()) ?? [] {
            names += 1
            guard names <= namesMax else { return nil }
            switch (try? folder.kind(name)) ?? nil {
            case nil, .file: continue
            case .link, .other: return "\(folder.path)/\(name)"
            case .directory:
                if let below = try? folder.folder(name),
                    let found = foreign(in: below, depth - 1, &names)
                {
                    return found
                }
            }
        }
        return nil
    }
}
