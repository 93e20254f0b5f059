import BundlePublisher
import Files
import Glibc

/// The remedies for a file that could not be read or written.
extension ErrorText {
    /// The remedy for a file that could not be read or written.
    static func remedy(
        _ advice: FileAdvice, after error: FileError, _ commands: PrintedCommands
    ) -> String {
        switch advice {
        case .nothingWritten: "what was live is live still; nothing was written"
        case .repeatIt:
            error.code == ENOSPC
                ? "make room on the disk: what was live is live still, and the same command goes on"
                : liveStill
        case .giveOnlineKey:
            "name the key with --key, or put it into \(OnlineKey.environmentName); if it is lost: "
                + commands.keys("rotate-online")
        }
    }

    /// The remedy for a publish that was interrupted.
    static let liveStill = "what was live is live still; do the same again"
}
