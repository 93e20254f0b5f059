import BundlePublisher

/// The words for what agents see right after a publish.
enum PublicViewText {
    /// What agents see, and what to do if that is not what was published.
    static func sentence(
        _ view: PublicView, at address: String, _ commands: PrintedCommands
    ) -> String {
        switch view {
        case .current(let version): "\(address): agents see version \(version)"
        case .outdated(let version):
            "\(address): agents still see version \(version): a cache keeps it, or this place is "
                + "not what is served there; look again with \(commands.verify(address))"
        case .nothing: "\(address): nothing is published there: is it where this place is served?"
        case .unreadable(.authoring): "\(address): configuration.yaml has mistakes"
        case .unreadable(let error): ErrorText.message(error)
        }
    }
}
