import BundleFormat
import JSON
import TUF

/// The page for people: which seasons are live, and since when.
struct IndexPage {
    /// The file; the same for the same targets.
    let bytes: [UInt8]

    /// Lays the page out.
    ///
    /// - Parameter targets: what the repository vouches for.
    init(targets: [TargetFile]) {
        let rows = targets.compactMap(Self.row).joined(separator: "\n")
        bytes = Array(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Published seasons</title>
            <style>
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem; \
            padding: 0 1rem }
            table { border-collapse: collapse; width: 100% }
            th, td { border-bottom: 1px solid; padding: .4rem; text-align: left }
            .number { text-align: right }
            </style>
            </head>
            <body>
            <h1>Published seasons</h1>
            <p>Score breakdown descriptions, signed; programs read <code>metadata/</code>.</p>
            <table>
            <thead>
            <tr><th scope="col">Season</th><th scope="col">Version</th>\
            <th scope="col">Live since</th><th scope="col" class="number">Bytes</th></tr>
            </thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            </body>
            </html>

            """.utf8)
    }

    /// One season; every text in it is a validated value of digits, letters, '-' and ':'.
    private static func row(_ target: TargetFile) -> String? {
        guard let name = TargetName(target.path), name.format == BundleFormat.current,
            let custom = try? TargetCustom(JSONCursor(target.custom ?? .null))
        else { return nil }
        return
            "<tr><th scope=\"row\">\(custom.year)</th><td><code>\(custom.version.short)</code></td>"
            + "<td><time datetime=\"\(custom.published)\">\(custom.published)</time></td>"
            + "<td class=\"number\">\(target.lengthBytes)</td></tr>"
    }
}
