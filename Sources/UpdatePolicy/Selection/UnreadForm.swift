import BundleFormat

/// The level of a published bundle that this machine's programs cannot read.
package struct UnreadForm: Equatable, Sendable {
    /// The level of the description language that it needs.
    package let level: Int
    /// The highest level that both the agent and the program that shows its bundles read.
    package let readMax: Int

    /// Why it cannot be read, and the remedy.
    var sentence: String {
        var (programs, reads): ([String], [String]) = ([], [])
        if level > BundleFormat.newest {
            programs.append("bundle-agent")
            reads.append(
                "bundle-agent \(programVersion) reads \(BundleFormat.levels.lowerBound) to"
                    + " \(BundleFormat.newest)")
        }
        // The agent asks the program that shows bundles for no more than it reads itself.
        if readMax < BundleFormat.newest {
            programs.append("breakdown")
            reads.append("the program of the self-test reads \(readMax) at most")
        }
        return "needs level \(level) of the description language: a newer"
            + " \(programs.joined(separator: " and ")) (\(reads.joined(separator: "; ")))"
    }
}
