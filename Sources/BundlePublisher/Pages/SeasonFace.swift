import BreakdownRenderer
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

// MARK: - As it is kept beside a zip

extension SeasonFace {
    /// The title's length, the title, the samples.
    var encoded: [UInt8] {
        let title = Array((title ?? "").utf8)
        return Array("\(title.count)\n".utf8) + title + Array(samples.utf8)
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            let length = Int(String(decoding: bytes[..<end], as: UTF8.self)),
            (0..<bytes.endIndex - end).contains(length)
        else { return nil }
        let start = end + 1 + length
        let title = String(decoding: bytes[(end + 1)..<start], as: UTF8.self)
        self.title = title.isEmpty ? nil : title
        samples = String(decoding: bytes[start...], as: UTF8.self)
    }
}
