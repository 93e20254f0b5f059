import BundlePublisher
import Files

/// Where this program finds the files of the page that draws matches.
///
/// | the program lies in | the page's files lie in |
/// |---|---|
/// | `/usr/bin` | `/usr/share/match-bundles/web` |
/// | `.build/debug`, `.build/release` of a checkout | `.build/web/page`, made by `make web` |
///
/// `$BUNDLE_PUBLISH_WEB` names another folder; an empty value stands for none.
enum ViewerPlace {
    /// The folder; nil if the page's files are not there.
    static var folder: String? {
        if let named = Surroundings.variable("BUNDLE_PUBLISH_WEB") {
            return named.isEmpty ? nil : named
        }
        // A command in a test has no program of its own.
        guard Surroundings.substitute == nil,
            let own = (try? Files.linkTarget("/proc/self/exe")) ?? nil
        else { return nil }
        let program = Paths.parent(of: own)
        return candidates(program).first { (try? Files.kind("\($0)/\(Viewer.pagePath)")) == .file }
    }

    /// The folders that are tried for a program in `program`, in order.
    static func candidates(_ program: String) -> [String] {
        ["\(program)/../share/match-bundles/web", "\(program)/../../web/page"]
    }

    /// What the publisher reads if the page is left out without being asked for; nil if all is well.
    static var absence: String? {
        guard let folder else {
            return Surroundings.variable("BUNDLE_PUBLISH_WEB") == nil
                && Surroundings.substitute == nil
                ? "match.html is left out: its files are not installed; in a checkout, make web makes them"
                : nil
        }
        return Viewer(folder: folder) == nil
            ? "match.html is left out: \(folder) lacks files that make web makes" : nil
    }
}
