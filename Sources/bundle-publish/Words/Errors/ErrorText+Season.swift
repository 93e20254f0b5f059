import BundleFormat
import BundlePublisher

/// The words for requests about a season that cannot be carried out.
extension ErrorText {
    init(_ problem: SeasonProblem, _ commands: PrintedCommands) {
        switch problem {
        case .unpublished(let year, let place, let published):
            let years = published.map(\.description).joined(separator: ", ")
            self.init(
                "\(place): expected season \(year), found \(years.isEmpty ? "none" : years)",
                remedy: years.isEmpty
                    ? "publish it first" : "name one of those, or publish it first")
        case .notAtSource(let year, let place):
            self.init("\(place): expected season \(year), found none", remedy: "publish it there")
        case .recalled(let year, let version, let choices):
            self.init(
                "\(year): expected a content that may be served, found that \(version.short) is "
                    + "recalled",
                remedy: "choose another, or \(commands.lift(year, version))")
            details = Self.lines(choices)
        case .unnamed(let year, let choices):
            self.init(
                "\(year): expected the content to recall, found none",
                remedy: choices.isEmpty
                    ? "name all 64 digits: nothing of \(year) is known here"
                    : "name one of these by its first digits")
            details = Self.lines(choices)
            exitStatus = ExitStatus.usage
        case .ambiguous(let year, let digits, let count, let choices):
            self.init(
                "\(digits): expected the beginning of one content of \(year), found \(count)",
                remedy: "name more digits; all 64 name a content that is not known here")
            details = Self.lines(choices)
        case .noEarlier(let year, let place, let choices):
            self.init(
                "\(place): expected an earlier content of \(year) that may be shown, found none",
                remedy: "name a content with --to; any other is published from bundles/\(year)")
            details = Self.lines(choices)
        case .tooManyRecalls(let year, let count):
            self.init(
                "\(year): expected at most \(RecallList.versionsOfYearMax) recalled contents, found "
                    + "\(count)",
                remedy: "lift an old recall: no disk has that content any more")
        case .tooManyLines(let path, let max):
            self.init(
                "\(path): expected at most \(max) decisions, found as many",
                remedy: "remove old lines that have no effect, and publish with --over once")
        case .notRecalled(let year, let version):
            self.init(
                "\(year): expected a recalled content, found that \(version.short) was never recalled",
                remedy: "\(commands.log(year)) lists the decisions")
        case .unusableWaves:
            self.init(
                "waves: expected at most \(Rollout.wavesMax), each later and greater than the one "
                    + "before, and a hold-off of at most a day",
                remedy: "for example --waves 10%:0h,50%:2h,100%:6h --hold-off 10m")
        case .keptZipDamaged(let path):
            self.init(
                "\(path): expected the zip that was kept there, found it damaged or gone, and the folder of seasons "
                    + "has changed since",
                remedy: "do the same again")
        case .archive(let year, let error): self.init("\(year): \(error)")
        }
    }

    /// A line for each content: version, since when, of which commit.
    private static func lines(_ choices: [SeasonProblem.Choice]) -> [String] {
        choices.map { choice in
            let state =
                switch choice.state {
                case .shown: ", shown now"
                case .recalled: ", recalled"
                case .replaced: ", rolled back"
                case nil: ""
                }
            let content = choice.content
            return "\(content.version.short)  \(content.published)"
                + (content.commit.map { "  commit \($0.prefix(12))" } ?? "") + state
        }
    }

    init(_ behind: Behind, _ commands: PrintedCommands) {
        let over = "--over \(behind.version)"
        switch behind.reason {
        case .lines(let lines):
            self.init(
                "\(behind.place): live has \(lines.count == 1 ? "a decision" : "\(lines.count) decisions") "
                    + "that this checkout lacks",
                remedy:
                    "\(commands.pull()), then do the same again; \(over) drops \(lines.count == 1 ? "it" : "them")"
            )
            details = lines.map(\.text)
        case .commit(let commit):
            self.init(
                "\(behind.place): live is of commit \(commit.id.prefix(12)) of \(commit.time), which this checkout "
                    + "does not contain",
                remedy: "git pull; after a force push or a squash: the same with \(over), once")
        case .otherContents(let commit):
            self.init(
                "\(behind.place): live is of this very commit \(commit.id.prefix(12)) and has other contents, "
                    + "which were not committed",
                remedy: "commit and push them; the same with \(over) takes them back")
        case .noCommit(let commit):
            self.init(
                "\(behind.place): live is of commit \(commit.id.prefix(12)), and the folder of seasons is in no checkout",
                remedy:
                    "publish from a checkout, or name its commit with --commit and --committed; \(over) goes over it"
            )
        case .noRecord:
            self.init(
                "\(behind.place): expected the record of what is live, found it gone or damaged, so nothing can be "
                    + "compared",
                remedy:
                    "a home that has seen it goes on by itself; else, if this checkout is the newest: \(over)"
            )
        }
        exitStatus = ExitStatus.behind
    }

    init(_ problem: CheckoutProblem) {
        switch problem {
        case .noAnswer(let folder, let text):
            self.init(
                "\(folder): git does not say which commit this is: \(text)",
                remedy: "make git answer, or name the commit with --commit HASH --committed TIME")
        }
    }
}
