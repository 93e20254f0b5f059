import Files
import SeasonAuthoring
import TUF

/// The publisher's own folder: configuration, root metadata and keys; only the keys are secret.
package struct Home {
    package let path: String

    package init(path: String) { self.path = path }

    var configurationPath: String { "\(path)/configuration.yaml" }
    package var metadataPath: String { "\(path)/metadata" }
    /// The folder in which a root waits for signatures; it is shared like the metadata.
    package var pendingPath: String { "\(path)/pending" }
    /// The only secret part; git ignores all of it.
    var keysPath: String { "\(path)/keys" }
    package var onlineKeyPath: String { "\(keysPath)/online.key" }
    /// An online key that no root names yet, or that could not take its place.
    package var nextOnlineKeyPath: String { "\(keysPath)/online-next.key" }
    /// The online key that counts, if the next one had to be written where it was.
    var asideOnlineKeyPath: String { "\(keysPath)/online-aside.key" }
    package var onlineKeyPaths: [String] {
        [onlineKeyPath, nextOnlineKeyPath, asideOnlineKeyPath]
    }
    var decisionsPath: String { "\(path)/\(DecisionsFile.name)" }
    private var lockPath: String { "\(keysPath)/.lock" }

    /// Whether the home is, or will be, in a checkout of git.
    package var isInCheckout: Bool {
        var folder = Paths.real(path) ?? Paths.absolute(path)
        while ((try? Files.kind("\(folder)/.git")) ?? nil) == nil {
            guard folder != "/", !folder.isEmpty else { return false }
            folder = Paths.parent(of: folder)
        }
        return true
    }

    // MARK: - Files

    /// Throws if a link is where a folder or a file of the home belongs.
    ///
    /// Parts of a home are committed. A link could lead a command to a secret, or into another folder.
    package func refuseLinks() throws(PublishError) {
        let names = [
            "configuration.yaml", DecisionsFile.name, "keys", "metadata", "pending", "seen",
        ]
        for name in names {
            let place = "\(path)/\(name)"
            guard let kind = (try? Files.kind(place)) ?? nil else { continue }
            if kind == .link { throw Self.link(place) }
            guard kind == .directory, let inside = try? Files.names(in: place) else { continue }
            for name in inside where (try? Files.kind("\(place)/\(name)")) == .link {
                throw Self.link("\(place)/\(name)")
            }
        }
    }

    private static func link(_ place: String) -> PublishError {
        PublishError(
            "\(place): expected a file or a folder, found a link",
            remedy: "put the file itself there: no link in a home is followed")
    }

    /// Reads a file below the home, through no link; nil if there is none.
    ///
    /// Throws if a merge left a conflict in it: most files of a home are committed.
    func read(_ name: String, lengthBytesMax: Int) throws(PublishError) -> [UInt8]? {
        let bytes: [UInt8]? = try onDisk { () throws(FileError) in
            try ifThere { () throws(FileError) in
                try Folder(path, followingLink: true).read(name, lengthBytesMax: lengthBytesMax)
            }
        }
        let conflict = bytes.flatMap { MergeConflict.mistake(in: $0, at: "\(path)/\(name)") }
        if let conflict { throw PublishError(.mistakes([conflict])) }
        return bytes
    }

    /// Writes a file below the home, through no link, and syncs it.
    func replace(_ name: String, with bytes: [UInt8]) throws(PublishError) {
        try onDisk { () throws(FileError) in
            let folder = try Folder(path, followingLink: true)
            if let end = name.lastIndex(of: "/") {
                try folder.createFoldersAndSync(String(name[..<end]))
            }
            try folder.replaceFileAndSync(name, with: bytes)
        }
    }

    // MARK: - Roots

    /// The roots kept here; without any, the error tells whether the repository has them.
    package func roots(
        publishedIn place: (any PublishDestination)? = nil
    ) throws(PublishError) -> RootChain {
        if let chain = try RootChain.read(self) { return chain }
        let message = "\(metadataPath)/1.root.json: expected the first root, found none"
        if let place,
            (try? RootChain.fetch(from: place.fetcher, at: place.name)) ?? nil != nil
        {
            throw PublishError(
                "\(message), and \(place.name) has one",
                remedy:
                    "name the home that signs it with --home; if this is that home, restore its "
                    + "metadata folder from version control, or from a machine of yours")
        }
        throw PublishError(
            message, remedy: "make a home with \(.makeHome), or name yours with --home")
    }

    func makeKeysFolder() throws(PublishError) {
        try onDisk { () throws(FileError) in
            guard try Files.kind(keysPath) == nil else { return }
            try Files.createDirectoriesAndSync(keysPath, mode: 0o700)
            try Files.createFileSyncingContent(
                at: "\(keysPath)/.gitignore", with: Array("*\n".utf8), mode: 0o644)
        }
    }

    /// Runs `body` while no other command changes keys or roots here.
    package func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value {
        // A folder that is no home gets no files.
        _ = try roots()
        try makeKeysFolder()
        return try whileLocked(lockPath, orThrow: busy) { () throws(PublishError) in
            try onDisk { () throws(FileError) in
                for path in try leftovers() { try Files.removeTree(path) }
            }
            return try body()
        }
    }

    var busy: PublishError {
        PublishError(
            "\(path): expected no other command that changes its keys, found one",
            remedy: "wait for the other command to end")
    }

    /// Removes half-written files of killed commands, and a private key for which a killed command made no root.
    ///
    /// If another command changes keys right now, or the home is read-only, the next command removes them.
    package func removeLeftovers() {
        // Only a command that changes keys needs the lock: take it only if there is something to remove.
        guard let leftovers = try? leftovers(), !leftovers.isEmpty else { return }
        try? withLock {}
    }

    private func leftovers() throws(FileError) -> [String] {
        var paths: [String] = []
        for folder in [keysPath, metadataPath, pendingPath]
        where try Files.kind(folder) == .directory {
            paths += try Files.names(in: folder).filter { $0.hasPrefix(Files.temporaryPrefix) }
                .map { "\(folder)/\($0)" }
        }
        // The root that waits for signatures may need them.
        if try Files.kind(pendingPath) != nil, try !Files.names(in: pendingPath).isEmpty {
            return paths
        }
        guard let newest = try? roots().next() else { return paths }
        for path in [nextOnlineKeyPath, asideOnlineKeyPath] where try Files.kind(path) != nil {
            do throws(PublishError) {
                if try OnlineKey.file(at: path, namedBy: newest) == nil { paths.append(path) }
            } catch {
                // It cannot be read. It may be the only key, unless another one counts.
                let counting = (try? OnlineKey.file(in: self, namedBy: newest)) ?? nil
                if counting != nil { paths.append(path) }
            }
        }
        return paths
    }
}

extension PublishDestination {
    /// Refuses a place in a folder that must not be served, or around it.
    ///
    /// In the authors' folder of seasons, the next check would find the published files among the seasons.
    package func requireApart(from folder: String, _ content: String) throws(PublishError) {
        let folder = Paths.absolute(folder)
        guard let place = self as? FolderDestination, Paths.areNested(folder, place.path)
        else { return }
        throw PublishError(
            "\(name): expected a folder apart from \(content) in \(folder): everything in it is served",
            remedy: "name another folder with --in")
    }
}
