import BundlePublisher
import Files

/// Where this program finds the files that come with it.
///
/// | the program lies in | the page's files | the schema of the description language |
/// |---|---|---|
/// | `/usr/bin` | `/usr/share/match-bundles/web` | `/usr/share/match-bundles` |
/// | `.build/PLATFORM/debug` of a checkout | `.build/web/page`, made by `make web` | `docs` |
enum OwnFiles {
    /// The folder of the page that draws matches; nil if its files are not there.
    ///
    /// `$BUNDLE_PUBLISH_WEB` names another folder; an empty value stands for none.
    static var viewer: String? {
        if let named = Surroundings.variable("BUNDLE_PUBLISH_WEB") {
            return named.isEmpty ? nil : named
        }
        return first(["../share/match-bundles/web", "../../web/page"]) {
            "\($0)/\(Viewer.pagePath)"
        }
    }

    /// What the publisher reads if the page is left out without being asked for; nil if all is well.
    static var viewerAbsence: String? {
        guard let folder = viewer else {
            return Surroundings.variable("BUNDLE_PUBLISH_WEB") == nil
                && Surroundings.substitute == nil
                ? "match.html is left out: its files are not installed; in a checkout, make web makes them"
                : nil
        }
        return Viewer(folder: folder) == nil
            ? "match.html is left out: \(folder) lacks files that make web makes" : nil
    }

    /// The file of the schema; nil if it is not there.
    static var schema: String? {
        let name = "description.schema.json"
        return first(["../share/match-bundles/\(name)", "../../../docs/\(name)"]) { $0 }
    }

    /// The first of some places, seen from this program, where a file is; a command in a test has no program of its own.
    private static func first(_ places: [String], file: (String) -> String) -> String? {
        guard Surroundings.substitute == nil,
            let own = (try? Files.linkTarget("/proc/self/exe")) ?? nil
        else { return nil }
        return places.map { place in
            place.split(separator: "/").reduce(Paths.parent(of: own)) { path, name in
                name == ".." ? Paths.parent(of: path) : "\(path)/\(name)"
            }
        }.first { (try? Files.kind(file($0))) == .file }
    }
}
