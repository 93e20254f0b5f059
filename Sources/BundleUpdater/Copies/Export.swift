import BundleArchive
import BundleFormat
import Files
import TUF
import UpdatePolicy

/// A repository as this machine trusts it: what `export` writes.
package struct Export {
    /// One file the metadata vouches for.
    package struct Target {
        /// Where it stands below `targets/`.
        package let path: String
        package let file: TargetFile
        /// The bundle it is, where its signed description says so.
        package let custom: TargetCustom?
        package let content: Content
    }

    /// Where a target's bytes are from.
    package enum Content {
        /// Kept since it was fetched.
        case kept([UInt8])
        /// Packed anew from the unpacked bundle, to the very bytes that are signed.
        case packed([UInt8])
        /// Fetched from the repository for this.
        case fetched([UInt8])
        /// Not there yet: fetched when it is written.
        case wanted
        /// Not to be had; the sentence says why.
        case missing(String)

        package var bytes: [UInt8]? {
            switch self {
            case .kept(let bytes), .packed(let bytes), .fetched(let bytes): bytes
            case .wanted, .missing: nil
            }
        }

        /// The word in the report.
        package var word: String {
            switch self {
            case .kept: "kept"
            case .packed: "packed"
            case .fetched: "fetched"
            case .wanted: "to be fetched"
            case .missing: "missing"
            }
        }
    }

    /// In the order to write them: the timestamp last.
    package let metadata: [MetadataFile]
    /// Sorted by path.
    package let targets: [Target]
    /// What is trusted.
    package let trusted: RefreshReport

    /// Every file that is there, in the order to write: who reads meanwhile finds all that is named.
    package var files: [(path: String, bytes: [UInt8])] {
        targets.compactMap { target in target.content.bytes.map { ("targets/\(target.path)", $0) } }
            + metadata.map { ("metadata/\($0.name)", $0.bytes) }
    }

    /// Those that nobody has for us.
    package var missing: [(path: String, reason: String)] {
        targets.compactMap { target in
            guard case .missing(let reason) = target.content else { return nil }
            return (target.path, reason)
        }
    }

    /// The moment the first of the metadata runs out: from then on nobody takes the copy.
    package var expires: UTCTime? { trusted.roles.map(\.expires).min() }
}

/// Why nothing was exported, and the remedy.
package enum ExportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing is trusted yet.
    case nothing
    /// What is trusted ran out.
    case expired(at: UTCTime)
    /// What was gathered is not what a client takes.
    case unverified(UpdateError)
    /// Something else is where the export is to go.
    case occupied(String, String)
    /// A link, or something else, is where a folder or a file of the export belongs.
    case misplaced(RepositoryFolder.Misplaced)
    /// The repository there is another one.
    case foreign(String)
    /// The repository there is newer.
    case newer(String)
    /// Reading or writing failed.
    case agent(AgentError)

    /// A system call failed.
    static func file(_ error: FileError) -> ExportError { .agent(.file(error)) }

    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .nothing:
            "nothing to export: this machine has not followed a repository yet; run 'bundle-agent"
                + " poll' first"
        case .expired(let at):
            "nothing to export: what this machine trusts ran out at \(at); run 'bundle-agent poll'"
                + " where there is network"
        case .unverified(let error):
            "\(error); the state folder is damaged or being changed: run 'bundle-agent poll', then"
                + " export again"
        case .occupied(let path, let suggestion):
            "\(path): expected a new or empty folder, or an export, found other files; give"
                + " \(suggestion)"
        case .misplaced(let misplaced): "\(misplaced); \(misplaced.remedy)"
        case .foreign(let path):
            "\(path): holds another repository; give another folder, or remove it first"
        case .newer(let path):
            "\(path): holds a newer state than this machine; take it: bundle-agent poll --from"
                + " \(path)"
        case .agent(let error): error.description
        }
    }

    /// The exit status of `export`.
    package var exitStatus: Int32 {
        if case .agent(let error) = self { error.family.exitStatus } else { ExitStatus.failed }
    }
}
