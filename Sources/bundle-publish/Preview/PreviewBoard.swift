import BundlePublisher
import Synchronization

/// The current state of the page, for the threads that answer browsers.
final class PreviewBoard: Sendable {
    /// A state of the page.
    struct Post: Sendable {
        /// Rises with each change; 0 before there is a page.
        var number = 0
        /// The HTML between the page's head and foot.
        var html = ""
        /// The files of match.html; nil while there are mistakes, or if these files are missing.
        var site: [String: PublishFile]?
    }

    private let latest = Mutex(Post())

    var post: Post { latest.withLock { $0 } }

    /// Posts a newer state; the last season without mistakes stays.
    func renew(_ content: PreviewContent, _ viewer: Viewer?) {
        let html = PreviewPage.body(content, hasViewer: viewer != nil)
        let site = content.packed.flatMap { try? viewer?.unpublished($0, now: Surroundings.now) }
        latest.withLock {
            $0 = Post(number: $0.number + 1, html: html, site: site ?? $0.site)
        }
    }
}
