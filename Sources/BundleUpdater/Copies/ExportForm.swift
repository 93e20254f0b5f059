import BundleArchive
import BundleFormat
import Containers

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
