import BundlePublisher
import PlainText

/// The words for what is wrong with how a repository is served.
enum HostingText {
    /// What was expected and what was found, and what to do.
    static func words(_ problem: HostingFinding.Problem) -> (message: String, remedy: String) {
        switch problem {
        case .redirectLeavesEncryption(let target):
            (
                "redirect: expected to stay on https, found \(target)",
                "serve https without a redirect; agents refuse to leave it"
            )
        case .redirect(let target):
            (
                "redirect: expected none, found one to \(target)",
                "give agents the address it leads to: it costs a request with each one"
            )
        case .timestampIsPage:
            (
                "timestamp.json: expected JSON, found text/html",
                "serve *.json as application/json; is it the right address?"
            )
        case .absentFileHasStatus(let status):
            (
                "a file that is not there: expected status 404, found \(status)",
                "switch off the fallback page; agents ask for the next root, and take whatever comes "
                    + "for one"
            )
        case .absentFileIsCached:
            (
                "a file that is not there: expected that no cache keeps the answer, found that one "
                    + "does",
                "answer 404 with Cache-Control: no-store; a kept one hides new roots"
            )
        case .timestampIsCached(let seconds):
            (
                "timestamp.json: expected Cache-Control of at most "
                    + "\(HostingReview.maxAgeSecondsMax) seconds, found \(seconds)",
                "serve it with Cache-Control: no-cache; all other files never change"
            )
        case .weakValidator(let fault):
            (
                "timestamp.json: expected an ETag and Last-Modified that change with the file, found "
                    + words(fault),
                "serve it with the file's real time, or with neither header, as hosting/nginx.conf does;"
                    + " else caches and browsers may keep an old one until it expires"
            )
        case .cacheIsBehind(let shown, let fresh):
            (
                "timestamp.json: expected version \(fresh), found the older \(shown) in a cache",
                "purge the cache, and let it keep this file for no time"
            )
        case .cacheIsOld(let seconds):
            (
                "timestamp.json: expected it fresh, found a copy of \(seconds) seconds in a cache",
                "let the cache keep this file for no time"
            )
        case .rangesIgnored:
            (
                "bundles: expected status 206 for a range, found 200",
                "without ranges an interrupted download starts over"
            )
        }
    }

    private static func words(_ fault: WeakValidator) -> String {
        switch fault {
        case .olderThanItsContent(let lastModified, let signed):
            "\(PlainText.line(lastModified)), which is before it was signed at \(signed)"
        case .length(let tag): "the ETag \(shown(tag)), which is only the file's length"
        case .sharedTag(let tag): "the ETag \(shown(tag)) for two different files"
        }
    }

    /// A server's text in the form for messages: short and harmless.
    private static func shown(_ text: String) -> String {
        PlainText.line(String(text.unicodeScalars.prefix(80)))
    }
}
