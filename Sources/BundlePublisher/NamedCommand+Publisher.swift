import BundleFormat
import SeasonAuthoring

extension NamedCommand {
    package static var publish: NamedCommand { signed("publish", alsoTaking: [.folder]) }
    package static var anew: NamedCommand {
        signed("publish", ["--anew"], alsoTaking: [.folder])
    }

    package static func over(_ version: ContentVersion) -> NamedCommand {
        signed("publish", ["--over", version.short], alsoTaking: [.folder])
    }
    package static var makeHome: NamedCommand { NamedCommand(["init"], [.home]) }

    package static func refresh(_ options: String...) -> NamedCommand {
        signed("refresh", options)
    }

    package static func keys(_ words: String...) -> NamedCommand {
        NamedCommand(["keys"] + words, [.home])
    }

    package static func log(_ year: BundleYear) -> NamedCommand {
        NamedCommand(["log", "\(year)"], [.place, .home])
    }

    package static func verify(_ address: String) -> NamedCommand {
        NamedCommand(["verify", "--in", address], [.home])
    }

    package static func plan(_ year: BundleYear? = nil) -> NamedCommand {
        NamedCommand(["plan"] + (year.map { ["\($0)"] } ?? []), [.place, .folder, .home])
    }

    /// `rollback` to a content; nil is the content inside the program.
    package static func rollback(_ year: BundleYear, to version: ContentVersion?) -> NamedCommand {
        signed("rollback", ["\(year)", "--to", version?.short ?? "embedded"])
    }

    package static func again(_ year: BundleYear) -> NamedCommand {
        signed("again", ["\(year)"])
    }

    package static func recall(_ year: BundleYear, _ version: ContentVersion) -> NamedCommand {
        signed("recall", ["\(year)", version.short])
    }

    /// `lift`, of a content that is named or that a person fills in.
    package static func lift(
        _ year: BundleYear?, _ version: ContentVersion? = nil
    ) -> NamedCommand {
        signed("lift", [year.map { "\($0)" } ?? "YEAR", version?.short ?? "VERSION"])
    }

    /// `waves`, of a season that is named or that a person fills in.
    package static func waves(
        _ year: BundleYear?, _ course: String, holdOff: TimeSpan? = nil
    ) -> NamedCommand {
        signed(
            "waves",
            [year.map { "\($0)" } ?? "YEAR", course]
                + (holdOff.map { ["--hold-off", $0.text] } ?? []))
    }

    private static func signed(
        _ word: String, _ words: [String] = [], alsoTaking options: [Option] = []
    ) -> NamedCommand {
        NamedCommand([word] + words, [.place] + options + [.key, .home])
    }
}
