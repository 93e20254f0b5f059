import BundleFormat
import JSON
import SeasonClient
import TUF

/// What a poll would do, for people and programs.
struct PollPlanText {
    let plan: UpdatePlan
    /// The source: the repository, or a copy.
    let source: String?
    /// Why the source could not be read; nil if it could.
    var problem: String?

    /// The bytes to download.
    private var bytes: Int { plan.years.reduce(0) { $0 + $1.step.bytes } }

    /// One line for each year: the step, the version after it, and the reason; then the total.
    var lines: [String] {
        plan.years.map { year in
            let version = year.step.result?.version ?? year.present?.version
            return [
                "\(year.year)", words(year).padded(to: 13),
                (version?.short ?? "–").padded(to: 12),
                (year.step.bytes > 0 ? "\(year.step.bytes) bytes" : "").padded(to: 13),
                year.reportedReason.sentence,
            ].joined(separator: "  ")
        } + ["would fetch \(bytes) bytes; nothing was changed"]
    }

    /// The step, for people; a year can lose what it serves without getting anything else.
    private func words(_ year: YearPlan) -> String {
        let isLost = year.step == .keep && year.present == nil
        return isLost && plan.current?.entries[year.year] != nil
            ? "serve nothing" : year.step.name.words
    }

    /// The form of `poll --dry-run --json`; `previous` is what is served now.
    var json: JSON {
        [
            "schema": 1, "source": .text(source), "problem": .text(problem),
            "bytes": .integer(Int64(bytes)),
            "years": .array(
                plan.years.map { year in
                    [
                        "year": .integer(Int64(year.year.number)),
                        "step": .string(year.step.name.word),
                        "version": .text((year.step.result?.version ?? year.present?.version)?.hex),
                        "previous": .text(plan.current?.entries[year.year]?.version.hex),
                        "bytes": .integer(Int64(year.step.bytes)),
                        "reason": .string(year.reportedReason.sentence),
                    ]
                }),
        ]
    }
}

extension YearPlan.Step {
    fileprivate var bytes: Int {
        if case .download(let offer) = self { offer.lengthBytes } else { 0 }
    }

    /// The step, as a word for programs and as words for people.
    fileprivate var name: (word: String, words: String) {
        switch self {
        case .keep: ("keep", "keep")
        case .activate: ("activate", "switch to")
        case .place: ("place", "take embedded")
        case .download: ("fetch", "fetch")
        }
    }
}
