import BreakdownRenderer
import BundleFormat
import Text
import TUF

/// The pages for people in a published directory: `index.html`, and `match.html` with the files that it loads.
///
/// Agents never read them.
package struct SitePages {
    let bundles: [BundleYear: PublishedBundle]
    let withdrawn: Set<BundleYear>
    /// The newest root, which a browser trusts at its first visit.
    let root: [UInt8]
    /// The page that draws matches; if it is nil, a page that is there already stays.
    let viewer: Viewer?

    package init(_ targets: [TargetFile], roots: RootChain, viewer: Viewer?) {
        (bundles, withdrawn) = (targets.bundles, targets.recalls.withdrawn)
        (root, self.viewer) = (roots.newest, viewer)
    }

    package func write(
        to destination: any PublishDestination
    ) throws(PublishError) -> [String] {
        var written: [String] = []
        let pageLength = try destination.lengthBytes(of: Viewer.pagePath) ?? 0
        if let viewer {
            let files = viewer.files(root: root, bundles: bundles)
            // The page and its worker come last, because they name the other files.
            written += try destination.write(files.filter(\.isImmutable), inOrder: false)
            written += try destination.write(files.filter { !$0.isImmutable }, inOrder: true)
        }
        let index = index(hasViewer: viewer != nil || pageLength > 0)
        return try written + destination.write([index], inOrder: false)
    }
}

// MARK: - The overview

extension SitePages {
    static let indexPath = "index.html"

    /// Makes `index.html`: what is live, and since when.
    ///
    /// It loads nothing and runs nothing.
    private func index(hasViewer: Bool) -> PublishFile {
        let live = bundles.sorted { $0.key > $1.key }.map { Self.row($1.custom) }
        let withdrawn = withdrawn.sorted(by: >).map { year in
            "<tr><th scope=\"row\">\(year)</th><td colspan=\"3\">withdrawn: machines show the "
                + "content inside the program</td></tr>\n"
        }
        let link =
            hasViewer
            ? "<p><a href=\"\(Viewer.pagePath)\">Look at a match or an event</a></p>\n" : ""
        let text =
            HTMLFormatter.head(title: "Published seasons", adding: Self.style)
                + """
                <h1>Published seasons</h1>
                <p>How score breakdowns of the FIRST Robotics Competition are shown. The seasons are signed; \
                programs follow <code>metadata/</code>.</p>
                \(link)\
                <table>
                <thead><tr><th scope="col">Season</th><th scope="col">Version</th>\
                <th scope="col">Published</th><th scope="col">Offered</th></tr></thead>
                <tbody>
                \((live + withdrawn).joined())</tbody>
                </table>

                """ + HTMLFormatter.foot
        return PublishFile(path: Self.indexPath, bytes: Array(text.utf8))
    }

    private static func row(_ custom: TargetCustom) -> String {
        "<tr><th scope=\"row\">\(custom.year)</th><td><code>\(custom.version.hex)</code></td>"
            + "<td>\(HTMLFormatter.escaped(PlainText.line(custom.published)))</td>"
            + "<td>\(offer(custom))</td></tr>\n"
    }

    /// Which machines a content is offered to.
    private static func offer(_ custom: TargetCustom) -> String {
        guard let rollout = custom.rollout, !rollout.waves.isEmpty else { return "to all machines" }
        if rollout.isStopped { return "stopped: only to machines that have it" }
        return rollout.waves.map { wave in
            wave.afterSeconds == 0
                ? "\(wave.percent) % at once"
                : "\(wave.percent) % after \(TimeSpan(seconds: wave.afterSeconds).words)"
        }.joined(separator: ", ")
    }

    /// The style sheet of the tables comes before it.
    private static let style = """
        h1 { font-size: 1.7rem; line-height: 1.2; color: var(--text); letter-spacing: 0; \
        text-transform: none; margin: 0 0 .3rem; }
        a { color: #1a4fa8; }
        a:focus-visible { outline: 3px solid; outline-offset: 2px; }
        @media (prefers-color-scheme: dark) { a { color: #8ab8ff; } }
        code { font: .85em/1.3 ui-monospace, monospace; }
        tbody th, th, td { text-align: left; vertical-align: top; overflow-wrap: anywhere; }
        """
}
