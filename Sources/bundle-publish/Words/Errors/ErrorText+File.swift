import BundlePublisher
import Terminals

/// The remedies for a file that could not be read or written.
extension ErrorText {
    /// The remedy for a file that could not be read or written.
    static func remedy(_ advice: FileAdvice) -> String {
        switch advice {
        case .nothingWritten: "what was live is live still; nothing was written"
        case .repeatIt: liveStill
        case .giveOnlineKey(let home):
            "name the key with --key, or put it into \(OnlineKey.environmentName); if it is lost: "
                + "bundle-publish keys rotate-online --home \(ShellWord.quoted(home))"
        }
    }

    /// The remedy for a publish that was interrupted.
    static let liveStill = "what was live is live still; do the same again"
}
