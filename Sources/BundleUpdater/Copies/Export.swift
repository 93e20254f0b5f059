import BundleArchive
import BundleFormat
import SeasonClient
import TUF

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

    /// How serious the end of `export` is: as the worst absence; a missing season is a failure.
    package var severity: Severity {
        missing.map { max($0.absence.trouble.severity, .failed) }.max() ?? .harmless
    }

    /// When the first metadata expires: after that time no agent accepts the copy.
    package var expires: UTCTime? { trusted.roles.map(\.expires).min() }
}

/// The forms of an export.
package enum ExportForm: Equatable, Sendable {
    case folder
    /// One file in our own plain zip form, which needs no libarchive.
    case zip
    case archive(ContainerWriter)
    /// A plain tar on standard output.
    case stream

    /// The form that a path asks for.
    package init(path: String) {
        if path == "-" {
            self = .stream
        } else if path.lowercased().hasSuffix(".zip") {
            self = .zip
        } else {
            self = ContainerWriter(name: path).map { .archive($0) } ?? .folder
        }
    }

    package var isFile: Bool { self != .folder && self != .stream }
}

extension Export {
    /// Packs an export for one file or a stream.
    package func packed(_ form: ExportForm) throws(ExportError) -> [UInt8] {
        switch form {
        case .zip, .folder:
            do throws(BundleFormatError) {
                return try RepositoryFile.packed(files)
            } catch {
                throw .agent(.archive(.content(error)))
            }
        case .archive(let writer): return try packed(by: writer)
        case .stream: return try packed(by: .tar)
        }
    }

    private func packed(by writer: ContainerWriter) throws(ExportError) -> [UInt8] {
        do throws(CopyProblem) {
            return try writer.packed(files)
        } catch {
            throw ExportError(error.description)
        }
    }
}
