import BundleArchive
import BundleFormat
import Containers

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
        case .stream: return try tar()
        case .tarZstd:
            let tar = try tar()
            do throws(ContainerProblem) {
                return try ZstdPacker.packed(tar)
            } catch {
                throw ExportError(error.description)
            }
        }
    }

    private func tar() throws(ExportError) -> [UInt8] {
        guard let tar = TarWriter.tar(files) else {
            let problem = BundleFormatError(
                subject: "repository", problem: "a path is too long for a tar")
            throw .agent(.archive(.content(problem)))
        }
        return tar
    }
}
