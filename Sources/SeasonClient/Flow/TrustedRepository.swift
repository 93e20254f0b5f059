import TUF

/// Where updates come from, and the root that they are trusted by.
package struct TrustedRepository {
    /// The root metadata that came with the machine's configuration.
    package let packagedRoot: [UInt8]
    /// The mirrors in the order in which they are asked; at least one.
    package let mirrors: [Mirror]
    /// Whether it is a copy that the user named (`poll --from`), and not the repository that the machine follows.
    package var isCopy = false

    /// Describes a repository.
    package init(packagedRoot: [UInt8], mirrors: [Mirror], isCopy: Bool = false) {
        self.packagedRoot = packagedRoot
        self.mirrors = mirrors
        self.isCopy = isCopy
    }

    /// The address as people see it: the preferred mirror's, or a copy's path.
    package var address: String { mirrors[0].address }
}
