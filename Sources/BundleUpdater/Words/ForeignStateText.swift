/// The sentences about a state folder that is not the agent's own.
package enum ForeignStateText {
    /// What is wrong.
    package static func finding(_ path: String) -> String {
        "\(path): expected an empty folder or the agent's own, found other files"
    }

    /// What to do about it.
    package static let remedy =
        "name another folder with --state; if everything in this one is the agent's, make an empty file"
        + " .bundle-agent in it"
}
