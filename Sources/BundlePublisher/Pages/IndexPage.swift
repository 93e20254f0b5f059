import BreakdownRenderer
import BundleFormat
import TUF

/// The overview for people: which seasons are live, since when, and what changed.
struct IndexPage {
    let bundles: [BundleYear: PublishedBundle]
    /// Each season's title; empty if it is not known.
    let titles: [BundleYear: String]
    /// What changed when, oldest first.
    let events: [SeasonEvent]
    let isPruned: Bool
    /// The seasons whose content was taken back without a replacement.
    let withdrawn: Set<BundleYear>
    /// Whether the page that draws matches lies beside it.
    let hasViewer: Bool

    var text: String {
        var rows = ""
        for (year, bundle) in bundles.sorted(by: { $0.key > $1.key }) {
            rows += row(year, bundle)
        }
        for year in withdrawn.sorted(by: >) {
            rows +=
                "<tr><th scope=\"row\">\(year)</th><td class=\"wrap\" colspan=\"4\">"
                + "withdrawn: machines show the content inside the program</td></tr>\n"
        }
        let last = events.last.map { "Last change: \(PageParts.time($0.since.description))." } ?? ""
        return HTMLFormatter.head(title: "Published seasons", adding: PageParts.style)
            + """
            <h1>Published seasons</h1>
            <p class="faint">How score breakdowns of the FIRST Robotics Competition are shown, signed; \
            programs follow <code>metadata/</code>. \(last)</p>
            \(viewerLink)\
            <table class="list seasons">
            <thead><tr><th scope="col">Season</th><th scope="col">Title</th>\
            <th scope="col" class="detail">Version</th>\
            <th scope="col">Published</th><th scope="col" class="number detail">Size</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            <h2>History</h2>
            \(PageParts.history(events, isPruned: isPruned, withSeason: true))
            """ + HTMLFormatter.foot
    }

    private var viewerLink: String {
        hasViewer
            ? "<p><a href=\"\(Viewer.pagePath)\">Look at a match or an event</a></p>\n" : ""
    }

    private func row(_ year: BundleYear, _ bundle: PublishedBundle) -> String {
        let custom = bundle.custom
        let isPlain = custom.rollout?.waves.isEmpty ?? true
        let state =
            isPlain
            ? "" : "<br><span class=\"faint\">\(PageParts.text(PageParts.state(custom)))</span>"
        return "<tr><th scope=\"row\"><a href=\"\(SitePages.path(year))\">\(year)</a></th>"
            + "<td class=\"wrap\">\(PageParts.text(titles[year] ?? ""))\(state)</td>"
            + "<td class=\"detail\">\(PageParts.version(custom.version))</td>"
            + "<td>\(PageParts.time(custom.published))</td>"
            + "<td class=\"number detail\">\(PageParts.bytes(bundle.target.lengthBytes))</td></tr>\n"
    }
}
