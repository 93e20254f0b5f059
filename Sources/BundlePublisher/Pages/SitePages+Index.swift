import BreakdownRenderer
import BundleFormat
import TUF

/// The overview for people: which seasons are live, since when, and what changed.
extension SitePages {
    /// Makes `index.html`; a season's title may not be known.
    func index(_ titles: [BundleYear: String], hasViewer: Bool) -> PublishFile {
        var rows = ""
        for (year, bundle) in bundles.sorted(by: { $0.key > $1.key }) {
            rows += row(year, bundle, title: titles[year] ?? "")
        }
        for year in recalls.withdrawn.sorted(by: >) {
            rows +=
                "<tr><th scope=\"row\">\(year)</th><td class=\"wrap\" colspan=\"4\">"
                + "withdrawn: machines show the content inside the program</td></tr>\n"
        }
        let since = events.last.map { PageParts.time($0.since.description) }
        let last = since.map { "Last change: \($0)." } ?? ""
        let viewerLink =
            hasViewer
            ? "<p><a href=\"\(Viewer.pagePath)\">Look at a match or an event</a></p>\n" : ""
        let text =
            HTMLFormatter.head(title: "Published seasons", adding: PageParts.style)
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
        return PublishFile(path: "index.html", bytes: Array(text.utf8))
    }

    private func row(_ year: BundleYear, _ bundle: PublishedBundle, title: String) -> String {
        let custom = bundle.custom
        let isPlain = custom.rollout?.waves.isEmpty ?? true
        let state =
            isPlain
            ? "" : "<br><span class=\"faint\">\(PageParts.text(PageParts.state(custom)))</span>"
        return "<tr><th scope=\"row\"><a href=\"\(SitePages.path(year))\">\(year)</a></th>"
            + "<td class=\"wrap\">\(PageParts.text(title))\(state)</td>"
            + "<td class=\"detail\">\(PageParts.version(custom.version))</td>"
            + "<td>\(PageParts.time(custom.published))</td>"
            + "<td class=\"number detail\">\(PageParts.bytes(bundle.target.lengthBytes))</td></tr>\n"
    }
}
