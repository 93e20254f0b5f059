import BreakdownRenderer
import BundleArchive
import BundleFormat
import Files
import JSON

/// The page that draws matches in a browser: `match.html`, its worker, and the files that it loads.
///
/// The files lie in `web/<hash>/`, and the hash covers all of them. So a page never loads a script of one
/// release and the module of another one, and a cache may keep them for ever.
package struct Viewer: Sendable {
    package static let pagePath = "match.html"
    /// Where the page's worker lies.
    ///
    /// It keeps this name for ever: a browser asks here for the next one.
    static let workerPath = "match-worker.js"
    /// The folder that the page's files lie in, below the published directory.
    static let folder = "web"
    /// The first root that the page trusts, next to its script.
    private static let rootName = "root.json"
    /// The style sheet of the tables, which the renderer knows.
    private static let styleSheetName = "tables.css"
    /// Digits of a hash in the name of a folder: 64 bits, for a handful of releases.
    private static let hashDigits = 16

    /// What every page of this release loads, by name.
    private let files: [(name: String, bytes: [UInt8])]
    /// The page, with places for what only a publish knows, such as `@web@`.
    private let page: [UInt8]
    private let worker: [UInt8]

    /// Reads the page's files as `make web` leaves them.
    package init?(folder: String) {
        guard let names = try? Files.names(in: folder), names.count <= PublishLimits.viewerFilesMax,
            names.contains(where: { $0.hasSuffix(".wasm") })
        else { return nil }
        var files: [String: [UInt8]] = [:]
        for name in names {
            guard Self.isPlain(name),
                let bytes = try? Files.read(
                    "\(folder)/\(name)", lengthBytesMax: PublishLimits.viewerFileBytesMax)
            else { return nil }
            files[name] = bytes
        }
        guard let page = files.removeValue(forKey: Self.pagePath),
            let worker = files.removeValue(forKey: Self.workerPath)
        else { return nil }
        (self.page, self.worker) = (page, worker)
        files[Self.styleSheetName] = Array(HTMLFormatter.styleSheet.utf8)
        self.files = files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Makes the files for one published directory, in the order in which they are written.
    ///
    /// - Returns: what the page loads, the page, and its worker.
    package func files(root: [UInt8], bundles: [BundleYear: PublishedBundle]) -> [PublishFile] {
        let files = (files + [(Self.rootName, root)]).sorted { $0.name < $1.name }
        let list = files.map { "\(ContentHasher.hex(of: $0.bytes))  \($0.name)\n" }.joined()
        let hash = ContentHasher.hex(of: Array(list.utf8)).prefix(Self.hashDigits)
        let place = "\(Self.folder)/\(hash)"
        var written = files.map { PublishFile(path: "\(place)/\($0.name)", bytes: $0.bytes) }
        var values = [
            "web": place, "root": "\(place)/\(Self.rootName)",
            "seasons": HTMLFormatter.escaped(Self.seasons(bundles).text()),
        ]
        let page = PublishFile(path: Self.pagePath, bytes: Self.filled(self.page, values))
        let compared = PublishFile(
            path: page.path, bytes: Self.withoutVaryingValues(page.bytes))
        values["files"] = JSON.array(([compared] + written).map(Self.entry)).text()
        written.append(page)
        written.append(PublishFile(path: Self.workerPath, bytes: Self.filled(worker, values)))
        return written
    }

    private static func filled(_ template: [UInt8], _ values: [String: String]) -> [UInt8] {
        var text = String(decoding: template, as: UTF8.self)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            text = text.replacing("@\(name)@", with: value)
        }
        return Array(text.utf8)
    }

    /// What the page's worker must know of a file: a network may answer with another one.
    private static func entry(_ file: PublishFile) -> JSON {
        [
            "path": .string(file.path), "type": .string(file.contentType),
            "hash": .string(ContentHasher.hex(of: file.bytes)),
        ]
    }

    /// The page as its worker compares it, by the same rule in `match-worker.js`.
    ///
    /// It lacks the seasons, which change at each publish, and the API's address, which a host may replace.
    static func withoutVaryingValues(_ page: [UInt8]) -> [UInt8] {
        var text = String(decoding: page, as: UTF8.self)
        for name in ["seasons", "tba-api"] {
            guard let start = text.firstRange(of: "<meta name=\"\(name)\" content=\"")?.upperBound,
                let end = text[start...].firstIndex(of: "\"")
            else { continue }
            text.removeSubrange(start..<end)
        }
        return Array(text.utf8)
    }

    /// The list in the page, the newest season first.
    private static func seasons(_ bundles: [BundleYear: PublishedBundle]) -> JSON {
        .array(
            bundles.sorted { $0.key > $1.key }.map { year, bundle in
                [
                    "year": .integer(Int64(year.number)),
                    "version": .string(bundle.custom.version.hex),
                    "published": .string(bundle.custom.published),
                    "zip": .string(bundle.zipPath),
                ]
            })
    }

    /// The folder that a page's file lies in, such as `web/0123456789abcdef`; nil of another file.
    static func folder(of path: String) -> Substring? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == Self.folder, parts[1].utf8.count == hashDigits,
            parts[1].allSatisfy("0123456789abcdef".contains), isPlain(String(parts[2]))
        else { return nil }
        return path.dropLast(parts[2].utf8.count + 1)
    }

    /// Whether a name has the form of the page's files: it leads nowhere else and needs no escapes.
    private static func isPlain(_ name: String) -> Bool {
        !name.hasPrefix(".")
            && name.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789.-".contains)
    }
}
