import BundleArchive
import Files
import Glibc
import RepositoryTransport
import SeasonClient
import TUF

/// A published directory at a path, or a container made from one.
///
/// The agent does not write to it. It does not trust its content: it verifies it like the answers
/// of a web server.
package struct RepositoryCopy {
    /// The path as typed, without a final slash; ``standardInput`` for a stream.
    package let path: String
    package let fetcher: any Fetcher

    /// Checks what is at the path.
    ///
    /// - Throws: ``AgentError/copy(path:_:)`` with the remedy.
    package init(_ path: String, containers: ContainerProcess? = nil) throws(AgentError) {
        do throws(CopyProblem) {
            try self.init(checking: path, containers: containers)
        } catch {
            throw .copy(path: StateFolder(path).path, problem: error.description)
        }
    }

    /// The same, with the problem as it is.
    init(checking path: String, containers: ContainerProcess?) throws(CopyProblem) {
        self.path = StateFolder(path).path
        fetcher =
            try Self.isFolder(self.path)
            ? try Self.folder(self.path) : try Self.file(self.path, containers)
    }

    /// What messages and reports say instead of a path.
    package static let standardInput = "standard input"

    /// Reads a container from standard input to its end.
    ///
    /// - Throws: ``AgentError/copy(path:_:)`` with the remedy.
    package init(standardInputBy containers: ContainerProcess) throws(AgentError) {
        path = Self.standardInput
        do throws(CopyProblem) {
            fetcher = try Self.fetcher(containers.files(STDIN_FILENO))
        } catch {
            throw .copy(path: path, problem: error.description)
        }
    }

    private static func isFolder(_ path: String) throws(CopyProblem) -> Bool {
        do throws(FileError) {
            _ = try Folder(path, followingLink: true)
            return true
        } catch {
            // ENOTDIR comes for a file, and for a path through a file. A link to nothing is a stick that is not mounted.
            if error.isNotFound, FileFacts(path) == nil {
                throw CopyProblem("nothing is there; is the stick plugged in and mounted?")
            }
            if error.isPermission { throw .unreadable(error) }
            if (try? Files.kind(Paths.real(path) ?? path)) == .other {
                throw CopyProblem(
                    "expected a folder or a file, found a pipe, a device or a socket; mount the stick and"
                        + " name its folder, or give '-' to read standard input")
            }
            return false
        }
    }

    private static func folder(_ path: String) throws(CopyProblem) -> any Fetcher {
        for part in ["metadata", "targets"] {
            guard let foreign = Self.foreign(in: "\(path)/\(part)") else { continue }
            throw CopyProblem(
                "\(foreign): expected a file or a folder, found a link, a device or a pipe; a copy has"
                    + " only files and folders: copy what a link leads to ('cp -rL' does)")
        }
        guard hasMetadata(path) else {
            // A likely mistake is to name the stick's folder instead of the repository in it.
            let below = ((try? Files.names(in: path)) ?? []).map { "\(path)/\($0)" }
                .filter { (try? Files.kind($0)) == .directory }
            let hint = below.first(where: hasMetadata).map { "did you mean \($0)?" }
            throw CopyProblem(
                "expected a published directory with metadata/timestamp.json, found none; "
                    + (hint ?? "copy it again, or make it with 'bundle-agent export'"))
        }
        return FileFetcher(folder: path)
    }

    /// True if a folder holds a repository's metadata; no link below the folder is followed.
    private static func hasMetadata(_ path: String) -> Bool {
        let metadata = try? Folder(path, followingLink: true).folder("metadata")
        return (try? metadata?.kind("timestamp.json")) == .file
    }

    private static func file(
        _ path: String, _ containers: ContainerProcess?
    ) throws(CopyProblem) -> any Fetcher {
        let files: [String: [UInt8]]
        do throws(ArchiveError) {
            // Our own zip needs no libarchive (docs/adr/0006).
            files = try RepositoryFile(reading: path).files
        } catch {
            switch error {
            case .disk(let error): throw .unreadable(error)
            case .content:
                guard let containers else { throw .noFile(error.description) }
                files = try container(path, containers)
            }
        }
        return try fetcher(files)
    }

    private static func container(
        _ path: String, _ containers: ContainerProcess
    ) throws(CopyProblem) -> [String: [UInt8]] {
        let reader: FileReader
        do throws(FileError) {
            reader = try FileReader(path)
        } catch {
            throw .unreadable(error)
        }
        return try reader.withDescriptor { (descriptor) throws(CopyProblem) in
            try containers.files(descriptor)
        }
    }

    private static func fetcher(_ files: [String: [UInt8]]) throws(CopyProblem) -> any Fetcher {
        var metadata: [MetadataFile] = []
        var targets: [String: [UInt8]] = [:]
        for (path, bytes) in files {
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

extension CopyProblem {
    /// A file that `export` did not make, or only a part of one.
    fileprivate static func noFile(_ problem: String) -> CopyProblem {
        CopyProblem(
            "expected a file made by 'bundle-agent export', found another or half of one"
                + " (\(problem)); copy it again, or unpack it and give the folder")
    }

    /// The system does not let the agent read it.
    fileprivate static func unreadable(_ problem: some CustomStringConvertible) -> CopyProblem {
        CopyProblem("\(problem); let this user read it, or run the command as root")
    }
}

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
