import BreakdownRenderer
import JSON
import SeasonAuthoring

/// What only a season's page shows of a content; made once, when the content is checked.
struct SeasonFace: Equatable, Sendable {
    /// What the description calls the season; nil if nothing describes it.
    let title: String?
    /// How its samples look, as HTML.
    let samples: String

    init(title: String?, samples: [(name: String, rendered: RenderedBreakdown?)]) {
        self.title = title
        let shown = samples.sorted { $0.name < $1.name }.prefix(PublishLimits.pageSamplesMax)
        let hidden = samples.count - shown.count
        self.samples =
            shown.enumerated().map { at, sample in
                let table = sample.rendered.map(HTMLFormatter().format) ?? ""
                return "<details\(at == 0 ? " open" : "")><summary>\(PageParts.text(sample.name))"
                    + "</summary>\n\(table)</details>\n"
            }.joined()
            + (hidden > 0 ? "<p class=\"faint\">And \(counted(hidden, "more sample")).</p>\n" : "")
    }

    init(_ view: SeasonView) {
        // A sample that is not shown need not be rendered.
        let shown = Set(view.samples.keys.sorted().prefix(PublishLimits.pageSamplesMax))
        self.init(
            title: view.title,
            samples: view.samples.map { name, bytes in
                (name, shown.contains(name) ? view.rendered(bytes) : nil)
            })
    }
}

// MARK: - As it is kept behind a zip

extension SeasonFace {
    var encoded: [UInt8] {
        let json: JSON = ["title": title.map { .string($0) } ?? nil, "samples": .string(samples)]
        return json.serialized()
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let json = try? JSON.parse(Array(bytes)), let samples = json["samples"]?.stringValue
        else { return nil }
        (title, self.samples) = (json["title"]?.stringValue, samples)
    }
}
