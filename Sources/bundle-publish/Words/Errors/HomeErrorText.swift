import BundlePublisher

/// The words for what is wrong with the home, its files, its roots and the clock.
extension ErrorText {
    init(_ problem: HomeProblem) {
        switch problem {
        case .noRoot(let metadata):
            self.init(
                "\(metadata)/1.root.json: expected the first root, found none",
                remedy: "make a home with bundle-publish init, or name yours with --home")
        case .busy(let path):
            self.init(
                "\(path): expected nobody else to change its keys, found somebody",
                remedy: "wait for the other command to end")
        case .occupied(let path):
            self.init(
                "\(path): expected nothing or an empty folder, found something",
                remedy: "a home is made once; choose another folder with --home")
        case .recordIsNoJSON(let path, let error):
            self.init("\(path): \(error)", remedy: Self.restoreRecord)
        case .recordIsDamaged(let path, let error):
            self.init("\(path): \(error)", remedy: Self.restoreRecord)
        case .recordIsBusy(let path):
            self.init(
                "\(path): expected nobody else to write it, found somebody",
                remedy: "wait for the other command to end")
        case .recordIsFull(let placesMax):
            self.init(
                "decisions.json: expected at most \(placesMax) repositories, found more",
                remedy: "remove those from it that are no more")
        }
    }

    private static let restoreRecord =
        "restore it from version control; without it, only what the present online key signed is known"

    init(_ problem: RootProblem) {
        switch problem {
        case .waiting(let path):
            self.init(
                "\(path): expected no root that waits for signatures, found one",
                remedy: "sign it with bundle-publish keys sign, or remove it")
        case .notWaiting(let path):
            self.init(
                "\(path): expected a root that waits for signatures, found none",
                remedy: "bring this checkout up to date, or make a change with bundle-publish keys")
        case .hasKey:
            self.init("root: expected a key that it does not have, found one of its own")
        case .tooFewKeys(let count, let threshold):
            self.init(
                "root: expected \(threshold) keys to be left, its threshold, found \(count)",
                remedy: "first add a key with keys add-root, or lower the threshold")
        case .thresholdOutOfRange(let threshold, let keys):
            self.init(
                "threshold: expected from 1 to \(keys), the number of root keys, found \(threshold)",
                remedy: "more keys are added with keys add-root")
        case .thresholdUnchanged(let threshold):
            self.init("threshold: expected another one, found \(threshold) as before")
        }
    }

    init(_ problem: ClockProblem) {
        switch problem {
        case .tooEarly(let now, let min):
            self.init("clock: expected \(min) or later, found \(now)", remedy: "set the clock")
        case .rootExpired(let expiry, let now):
            self.init(
                "root: expected one that is valid now, found that it expired at \(expiry); "
                    + "the clock says \(now)",
                remedy: "set the clock if it is wrong; otherwise sign a new root with "
                    + "bundle-publish keys renew-root")
        case .beforeLastPublish(let newest, let now):
            self.init(
                "clock: expected a time after the last publish at \(newest), found \(now)",
                remedy: "set the clock; if it is right, the last publish had a wrong one and "
                    + "agents need a new online key: bundle-publish keys rotate-online")
        case .longAfterLastPublish(let newest, let now):
            self.init(
                "clock: expected at most three years after the last publish at \(newest), "
                    + "found \(now)",
                remedy: "set the clock; if it is right: bundle-publish refresh --force")
        }
    }

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
