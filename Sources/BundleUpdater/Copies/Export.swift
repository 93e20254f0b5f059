import BundleArchive
import BundleFormat
import Containers
import Files
import SeasonClient
import TUF
import UpdatePolicy

/// What `export` writes: a repository with everything that this machine trusts.
package struct Export {
    /// One season that the metadata lists.
    package struct Target {
        /// Its path below `targets/`.
        package let path: String
        package let file: TargetFile
        /// The bundle in it, if its signed description says so.
        package let custom: TargetCustom?
        package internal(set) var content: Content

        /// The season, or the path of another file.
        var name: String { custom.map { "\($0.year)" } ?? path }

        /// Whether there is nothing to download: its bytes are here, or the repository lacks them, too.
        var isHere: Bool { !content.isWanted }
    }

    /// The origin of a target's bytes.
    package enum Content {
        /// Kept since its download.
        case kept([UInt8])
        /// Packed from the unpacked bundle, with exactly the signed bytes.
        case packed([UInt8])
        /// Downloaded from the repository for this export.
        case fetched([UInt8])
        /// Not there yet: downloaded when it is written.
        case wanted
        /// Not available, and why.
        case missing(Absence)

        package var bytes: [UInt8]? {
            switch self {
            case .kept(let bytes), .packed(let bytes), .fetched(let bytes): bytes
            case .wanted, .missing: nil
            }
        }

        var isWanted: Bool { if case .wanted = self { true } else { false } }
    }

    /// In the order of writing: the timestamp last.
    package let metadata: [MetadataFile]
    /// Sorted by path.
    package internal(set) var targets: [Target]
    /// The trusted metadata.
    package let trusted: RefreshReport

    /// Every available file, in the order of writing, so that a reader meanwhile finds every file that is named.
    package var files: [(path: String, bytes: [UInt8])] {
        targets.compactMap { target in target.content.bytes.map { ("targets/\(target.path)", $0) } }
            + metadata.map { ("metadata/\($0.name)", $0.bytes) }
    }

    /// Why a file is not available.
    package struct Absence {
        /// A sentence.
        package let reason: String
        /// What a poll that meets it calls it.
        package let trouble: Trouble
    }

    /// The files that are not available.
    package var missing: [(path: String, absence: Absence)] {
        targets.compactMap { target in
            guard case .missing(let absence) = target.content else { return nil }
            return (target.path, absence)
        }
    }

    /// The exit status of `export`: that of the worst absence; a missing season is a failure.
    package var exitStatus: Int32 {
        missing.map { max($0.absence.trouble.exitStatus, ExitStatus.failed) }.max()
            ?? ExitStatus.done
    }

    /// When the first metadata expires: after that time no agent accepts the copy.
    package var expires: UTCTime? { trusted.roles.map(\.expires).min() }
}

/// Why nothing was exported.
package enum ExportError: Error, Equatable, Sendable {
    /// This machine has not followed a repository yet.
    case nothing
    /// What is here was verified by another root than the given one.
    case otherRoot
    /// Since a key was replaced, no metadata that the new key has signed is here.
    case untrusted
    /// The verified metadata in the state folder is not whole.
    case damaged
    /// The trusted metadata has expired.
    case expired(at: UTCTime)
    /// A client would not accept what was gathered.
    case unverified(UpdateError)
    /// Other files are at the export's path, which names a file or a folder.
    case occupied(String, isFile: Bool)
    /// A link, or something else, has the name of a folder or a file of the export.
    ///
    /// The sentence of `RepositoryFolder` names it, with the remedy.
    case misplaced(String)
    /// The path lies in the state folder, or around it.
    case inState(String, state: String)
    /// Another repository is there.
    case foreign(String)
    /// A newer state of the repository is there.
    case newer(String)
    /// Another export has been writing in this folder for too long to wait for it.
    case busy(String)
    /// The system's libarchive cannot pack it.
    case container(ContainerProblem)
    /// Reading or writing failed.
    case agent(AgentError)

    /// A system call failed.
    static func file(_ error: FileError) -> ExportError { .agent(.file(error)) }

    /// The exit status of `export`.
    package var exitStatus: Int32 {
        switch self {
        case .agent(let error): error.family.exitStatus
        // A poll that meets expired metadata ends in the same way.
        case .expired, .untrusted: Trouble.refused.exitStatus
        case .nothing, .otherRoot, .damaged, .unverified, .occupied, .misplaced, .inState, .foreign,
            .newer, .busy, .container:
            ExitStatus.failed
        }
    }
}
