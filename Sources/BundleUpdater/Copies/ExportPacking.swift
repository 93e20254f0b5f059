import BundleArchive
import Containers

extension Export {
    /// Packs an export for one file or a stream.
    ///
    /// - Parameter form: any but ``ExportForm/folder``.
    /// - Returns: its bytes; the same export gives the same bytes.
    /// - Throws: ``ExportError``, also if the system has no libarchive.
    package func packed(_ form: ExportForm) throws(ExportError) -> [UInt8] {
        switch form {
        case .zip, .folder:
            do throws(ArchiveError) {
                return try RepositoryFile.packed(files)
            } catch {
                throw .agent(.archive(error))
            }
        case .stream: return try tar()
        case .tarZstd:
            let tar = try tar()
            do throws(ContainerProblem) {
                return try ZstdPacker.packed(tar)
            } catch {
                throw .container(error)
            }
        }
    }

    private func tar() throws(ExportError) -> [UInt8] {
        guard let tar = TarWriter.tar(files) else {
            throw .agent(
                .archive(.content(subject: "repository", problem: "a path is too long for a tar")))
        }
        return tar
    }
}
