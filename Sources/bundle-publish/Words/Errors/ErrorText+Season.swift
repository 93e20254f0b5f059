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
        case .recallUnheard(let year, let place):
            self.init(
                "\(place): expected season \(year), found none: machines hear of a recall through their season",
                remedy:
                    "put a content into bundles/\(year) that may be shown, publish, and recall then"
            )
        case .notAtSource(let year, let place):
            self.init("\(place): expected season \(year), found none", remedy: "publish it there")
        case .recalled(let year, let version, let origin):
            self.init(
                "\(year): expected a content that may be served, found that \(version.short) is "
                    + "recalled",
                remedy: Self.remedy(origin, year, version, commands))
        case .ambiguous(let year, let digits, let count):
            self.init(
                "\(digits): expected the beginning of one content of \(year), found \(count)",
                remedy: "name more digits: \(commands.log(year)) lists them; all 64 name one that "
                    + "is no longer there")
        case .tooManyRecalls(let year, let count):
            self.init(
                "\(year): expected at most \(TargetCustom.recalledMax) recalled contents, found "
                    + "\(count)",
                remedy: "lift an old one first: \(commands.lift(year))")
        case .notRecalled(let year, let digits):
            self.init(
                "\(year): expected a recalled content \(digits), found none",
                remedy: "\(commands.log(year)) lists them")
        case .notRecalledByUs(let year, let digits):
            self.init(
                "\(year): expected a content \(digits) that you recalled, found none",
                remedy: "publish: what only the replaced key recalled is offered where "
                    + "bundles/\(year) has it")
        case .noEarlier(let year, let place, let digits, let foreign, let isPruned, let wanting):
            let found = foreign.map {
                "only \($0.short), which nobody has published with this home"
            }
            self.init(
                "\(place): expected \(digits.map { "content \($0)" } ?? "an earlier content") "
                    + "of \(year), found \(found ?? "none")"
                    + (isPruned ? ": older ones are pruned" : ""),
                remedy: Self.remedy(wanting, year, commands.at(place)))
        case .zipMissing(let year, let version, let path):
            self.init(
                "\(path): expected the zip of \(year) \(version.short), found none, or a damaged one",
                remedy: "check out the commit it was made from and publish that")
        case .noReplacement(let year, let version):
            self.init(
                "\(year): expected the online key that signed the earlier contents, found it "
                    + "replaced",
                remedy: commands.withdraw(year, version)
                    + "; then put into bundles/\(year) what is to be shown, and publish")
        case .nobodyFollows(let year):
            self.init(
                "\(year): expected a rollout to stop, found that the content is recalled: no machine "
                    + "shows it")
        case .everyoneFollows(let year, let takingBack):
            self.init(
                "\(year): expected a rollout with waves, found that everyone follows",
                remedy: takingBack.map { Self.remedy($0, year, commands) })
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
        case .notRecoverable(let year, let shown, let reason):
            let wanted =
                shown.map { "the zip of \($0.short), which you show instead" }
                ?? "to know what is shown instead"
            let (found, remedy) = Self.words(reason, year)
            self.init(
                "\(year): expected \(wanted), found nothing in the directory; \(found)",
                remedy: remedy)
        }
    }

    private static func remedy(
        _ origin: SeasonProblem.Origin, _ year: BundleYear, _ version: ContentVersion,
        _ commands: PrintedCommands
    ) -> String {
        switch origin {
        case .folder(let place):
            "put bundles/\(year) right; if the recall was the mistake: "
                + commands.at(place).lift(year, version)
        case .named: "choose another: \(commands.log(year)) lists them"
        case .source(let place): "put it right in \(place) first"
        case .promoted(let source, let place):
            "put it right in \(source) first; if the recall was the mistake: "
                + commands.at(place).lift(year, version)
        }
    }

    private static func remedy(
        _ wanting: SeasonProblem.Wanting, _ year: BundleYear, _ commands: PrintedCommands
    ) -> String {
        switch wanting {
        case .rollback:
            "\(commands.log(year)) lists what it still holds; anything else is published from "
                + "bundles/\(year)"
        case .recall(let version):
            "\(commands.withdraw(year, version)) lets machines show the bundle inside the program"
        }
    }

    private static func remedy(
        _ back: SeasonProblem.TakingBack, _ year: BundleYear, _ commands: PrintedCommands
    ) -> String {
        switch back {
        case .rollback(let place):
            "\(commands.at(place).rollback(year)) offers the content before it to everyone"
        case .recall(let version, let place):
            "\(commands.at(place).withdraw(year, version)) lets machines show the bundle inside "
                + "the program"
        }
    }

    private static func words(
        _ reason: Recovery.Reason, _ year: BundleYear
    ) -> (found: String, remedy: String) {
        switch reason {
        case .recalled(let version):
            (
                "bundles/\(year) has \(version.short), which is recalled",
                "put into bundles/\(year) what is to be shown, then do the same again"
            )
        case .rolledBack(let version):
            (
                "bundles/\(year) has \(version.short), which was rolled back",
                "put into bundles/\(year) what is to be shown, or name the season with publish "
                    + "--again \(year)"
            )
        case .removed:
            (
                "there is no bundles/\(year), and contents of it are recalled",
                "put bundles/\(year) back, then do the same again"
            )
        }
    }
}
