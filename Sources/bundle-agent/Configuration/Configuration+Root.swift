import ArgumentParser
import BundleUpdater
import Files

extension Configuration {
    /// The root metadata to trust, also where no repository is named: a copy is trusted by it, too.
    ///
    /// - Returns: the file's bytes.
    /// - Throws: `ValidationError` with the remedy where it cannot be read.
    func rootToTrust() throws(ValidationError) -> [UInt8] {
        if let repository { return repository.packagedRoot }
        let path = values[.root].texts.last ?? Self.defaultRoot
        do throws(FileError) {
            return try Files.read(path, lengthBytesMax: AgentLimits.standard.rootBytesMax)
        } catch {
            throw ValidationError(
                """
                \(error); give the repository's root metadata with --root FILE, 'root = FILE' in \
                the configuration or $\(Setting.root.variable)
                """)
        }
    }
}
