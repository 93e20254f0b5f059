import BundleArchive
import Files
import RepositoryTransport
import TUF

/// A published directory that somebody names, or the file that `export` makes of one.
///
/// Nothing is ever written to it. Nothing in it is trusted for lying there: it is checked as what a web
/// server answers is.
package struct RepositoryCopy {
    /// As it was typed, without a final slash.
    package let path: String
    package let fetcher: any Fetcher

    /// Looks at what is there.
    ///
    /// - Parameters:
    ///   - path: a folder with `metadata/` and `targets/`, or a file; it may be a link, nothing in it.
    ///   - isCancelled: asked before every piece of a file; true ends the transfer.
    /// - Throws: ``AgentError/copy(path:_:)`` with the remedy.
    package init(_ path: String, isCancelled: @escaping () -> Bool = { false }) throws(AgentError) {
        self.path = StateFolder(path).path
        do throws(CopyProblem) {
            fetcher =
                try Self.isFolder(self.path)
                ? try Self.folder(self.path, isCancelled) : try Self.file(self.path)
        } catch {
            throw .copy(path: self.path, error)
        }
    }

    private static func isFolder(_ path: String) throws(CopyProblem) -> Bool {
        do throws(FileError) {
            _ = try Folder(path, followingLink: true)
            return true
        } catch {
            // ENOTDIR is what a file gives, and what a path through a file gives.
            if error.isNotFound, (try? Files.kind(path)) ?? nil == nil { throw .absent }
            if error.isPermission { throw .unreadable(error.description) }
            return false
        }
    }

    private static func folder(
        _ path: String, _ isCancelled: @escaping () -> Bool
    ) throws(CopyProblem) -> any Fetcher {
        for part in ["metadata", "targets"] {
            if let foreign = CopyTree.foreign(in: "\(path)/\(part)") { throw .foreign(foreign) }
        }
        guard hasMetadata(path) else {
            // The stick's own folder instead of the one on it is the likely mistake.
            let below = (try? Files.names(in: path)) ?? []
            throw .noRepository(below.map { "\(path)/\($0)" }.first(where: hasMetadata))
        }
        return FileFetcher(folder: path, isCancelled: isCancelled)
    }

    private static func hasMetadata(_ path: String) -> Bool {
        ((try? Files.names(in: "\(path)/metadata")) ?? []).contains("timestamp.json")
    }

    private static func file(_ path: String) throws(CopyProblem) -> any Fetcher {
        let file: RepositoryFile
        do throws(ArchiveError) {
            file = try RepositoryFile(reading: path)
        } catch {
            switch error {
            case .disk(let error): throw .unreadable(error.description)
            case .content: throw .noFile(error.description)
            }
        }
        var metadata: [MetadataFile] = []
        var targets: [String: [UInt8]] = [:]
        for (path, bytes) in file.files {
            let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
            switch (parts.first, parts.count) {
            case ("metadata", 2): metadata.append(MetadataFile(name: parts[1], bytes: bytes))
            case ("targets", 2): targets[parts[1]] = bytes
            default: break
            }
        }
        guard metadata.contains(where: { $0.name == "timestamp.json" }) else {
            throw .noFile("metadata/timestamp.json: expected a file, found none")
        }
        return MemoryFetcher(metadata: metadata, targets: targets)
    }
}
