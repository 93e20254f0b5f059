import BreakdownRenderer
import BundleArchive
import Files

/// The page that draws matches in a browser: `match.html`, and the files that it loads.
///
/// The files lie in `web/<hash>/`, and the hash covers all of them. So a page never loads a script of one
/// release and the module of another one, and a cache may keep them for ever.
package struct Viewer: Sendable {
    package static let pagePath = "match.html"
    /// The folder that the page's files lie in, below the published directory.
    static let folder = "web"
    /// Stands for the files' folder in the page.
    private static let placeholder = "@web@"
    /// The style sheet of the tables, which the renderer knows.
    private static let styleSheetName = "tables.css"
    /// Digits of a hash in the name of a folder: 64 bits, for a handful of releases.
    private static let hashDigits = 16

    package let assets: [PublishFile]
    package let page: PublishFile

    /// Reads the page's files as `make web` leaves them.
    package init?(folder: String) {
        guard let names = try? Files.names(in: folder), names.count <= PublishLimits.viewerFilesMax,
            names.contains(Self.pagePath), names.contains(where: { $0.hasSuffix(".wasm") })
        else { return nil }
        var files = [(Self.styleSheetName, Array(HTMLFormatter.styleSheet.utf8))]
        for name in names.sorted() where name != Self.pagePath {
            guard Self.isPlain(name),
                let bytes = try? Files.read(
                    "\(folder)/\(name)", lengthBytesMax: PublishLimits.viewerFileBytesMax)
            else { return nil }
            files.append((name, bytes))
        }
        guard
            let template = try? Files.read(
                "\(folder)/\(Self.pagePath)", lengthBytesMax: PublishLimits.viewerFileBytesMax)
        else { return nil }
        let list = files.map { "\(ContentHasher.hex(of: $0.1))  \($0.0)\n" }.joined()
        let hash = ContentHasher.hex(of: Array(list.utf8)).prefix(Self.hashDigits)
        let place = "\(Self.folder)/\(hash)"
        assets = files.map { PublishFile(path: "\(place)/\($0.0)", bytes: $0.1) }
        let text = String(decoding: template, as: UTF8.self).replacing(
            Self.placeholder, with: place)
        page = PublishFile(path: Self.pagePath, bytes: Array(text.utf8))
    }

    /// The folder that a page's file lies in, such as `web/0123456789abcdef`; nil of another file.
    static func folder(of path: String) -> Substring? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == Self.folder, parts[1].utf8.count == hashDigits,
            parts[1].utf8.allSatisfy(HexText.isDigit),
            isPlain(String(parts[2]))
        else { return nil }
        return path.dropLast(parts[2].utf8.count + 1)
    }

    /// Whether a name has the form of the page's files: it leads nowhere else and needs no escapes.
    private static func isPlain(_ name: String) -> Bool {
        !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
