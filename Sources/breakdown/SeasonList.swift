import BreakdownRenderer
import BundleFormat
import Files
import JSON
import PlainText

/// The output of `--list`: the available seasons.
struct SeasonList {
    var seasons: Seasons
    /// Whether each is a JSON object on its own line.
    let isJSON: Bool

    /// Prints one line for each season: the year, the version, the origin and the title.
    consuming func print() -> Int32 {
        var status = ExitStatus.done
        var output = Output()
        do throws(FileError) {
            let years = seasons.years
            if years.isEmpty {
                Messages.print("there are no seasons; every match is shown key by key")
            }
            for year in years {
                var unusable: [SeasonBundleError] = []
                let match = seasons.bundle(year.number) { unusable.append($0) }
                let insights = seasons.bundle(year.number, .insights) { unusable.append($0) }
                if !unusable.isEmpty {
                    status = ExitStatus.failed
                    try output.flush()
                    for error in unusable { Messages.print("\(error)") }
                }
                guard let bundle = match ?? insights else { continue }
                try output.print(line(bundle, hasInsights: insights != nil))
            }
            try output.flush()
        } catch {
            Messages.print("\(error)")
            status = ExitStatus.failed
        }
        return status
    }

    private func line(_ bundle: SeasonBundle, hasInsights: Bool) -> String {
        let provenance = bundle.provenance
        let title = bundle.description.title
        if isJSON {
            let json: JSON = [
                "year": .integer(Int64(provenance.year)),
                "version": provenance.version.map(JSON.string) ?? nil,
                "origin": .string(provenance.origin),
                "title": .string(title), "insights": .bool(hasInsights),
            ]
            return json.text() + "\n"
        }
        let version = provenance.version.map { String($0.prefix(12)) } ?? "no version  "
        let origin = provenance.origin
        let gap = String(repeating: " ", count: max(0, 10 - origin.utf8.count))
        let insights = hasInsights ? "  with insights" : ""
        return PlainText.line(
            "\(provenance.year)  \(version)  \(origin)\(gap)  \(title)\(insights)")
            + "\n"
    }
}
