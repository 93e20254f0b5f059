import BundlePublisher

/// The words for what is wrong with the home, its files and its roots.
extension ErrorText {
    init(_ problem: HomeProblem, _ commands: PrintedCommands) {
        switch problem {
        case .noRoot(let metadata):
            self.init(
                "\(metadata)/1.root.json: expected the first root, found none",
                remedy: "make a home with \(commands.makeHome()), or name yours with --home")
        case .rootsOnlyPublished(let metadata, let place):
            self.init(
                "\(metadata)/1.root.json: expected the first root, found none, and \(place) has one",
                remedy:
                    "name the home that signs it with --home; if this is that home, restore its metadata folder "
                    + "from version control, or from a machine of yours")
        case .busy(let path):
            self.init(
                "\(path): expected no other command that changes its keys, found one",
                remedy: "wait for the other command to end")
        case .occupied(let path):
            self.init(
                "\(path): expected nothing or an empty folder, found something",
                remedy: "a home is made once; choose another folder with --home")
        }
    }

    init(_ problem: RootProblem, _ commands: PrintedCommands) {
        switch problem {
        case .waiting(let path):
            self.init(
                "\(path): expected no root that waits for signatures, found one",
                remedy: "sign it with \(commands.keys("sign")), or remove it")
        case .notWaiting(let path):
            self.init(
                "\(path): expected a root that waits for signatures, found none",
                remedy: "bring this checkout up to date, or make a change with another keys "
                    + "command")
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
}
