import BundlePublisher

/// The words for a clock that cannot be right.
extension ErrorText {
    init(_ problem: ClockProblem, _ commands: PrintedCommands) {
        switch problem {
        case .tooEarly(let now, let min):
            self.init("clock: expected \(min) or later, found \(now)", remedy: "set the clock")
        case .rootExpired(let expiry, let now):
            self.init(
                "root: expected one that is valid now, found that it expired at \(expiry); "
                    + "the clock says \(now)",
                remedy: "set the clock if it is wrong; otherwise sign a new root with "
                    + commands.keys("renew-root"))
        case .beforeLastPublish(let newest, let now):
            self.init(
                "clock: expected a time after the last publish at \(newest), found \(now)",
                remedy: "set the clock; if it is right, the last publish had a wrong one: "
                    + "wait until \(newest), or give agents a new online key: "
                    + commands.keys("rotate-online"))
        case .longAfterLastPublish(let newest, let now):
            self.init(
                "clock: expected at most three years after the last publish at \(newest), "
                    + "found \(now)",
                remedy: "set the clock; if it is right: \(commands.refresh("--force"))")
        }
    }
}
