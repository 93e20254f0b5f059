import BundlePublisher

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
        case .noValidator:
            (
                "timestamp.json: expected an ETag or Last-Modified, found neither",
                "without one every poll downloads it again"
            )
        case .validatorIgnored:
            (
                "timestamp.json: expected status 304 for its own validator, found 200",
                "without conditional requests every poll downloads it again"
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
}
