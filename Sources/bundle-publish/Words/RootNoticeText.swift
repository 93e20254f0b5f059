/// The notice that root should be renewed.
enum RootNoticeText {
    /// How many days are left, and the command that renews root.
    static func sentence(daysLeft: Int64, _ commands: PrintedCommands) -> String {
        "root: \(daysLeft) days left: renew it with \(commands.keys("renew-root"))"
    }
}
