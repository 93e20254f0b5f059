import BundlePublisher

/// The current state of the page, and the requests that wait for a newer one.
actor PreviewBoard {
    /// A state of the page.
    struct Post: Sendable {
        /// Rises with each change.
        let number: Int
        /// The HTML between the page's head and foot.
        let html: String
        /// The files of match.html; nil while there are mistakes, or if these files are missing.
        let site: [String: PublishFile]?
    }

    private(set) var post: Post
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var tickets = 0

    init(_ html: String, _ site: [String: PublishFile]?) {
        post = Post(number: 1, html: html, site: site)
    }

    /// Posts a newer state; the last season without mistakes stays.
    func renew(_ html: String, _ site: [String: PublishFile]?) {
        post = Post(number: post.number + 1, html: html, site: site ?? post.site)
        for waiter in waiting.values { waiter.resume() }
        waiting = [:]
    }

    /// The state that is newer than `number`, now or as soon as there is one; after the longest wait, the
    /// present state.
    func post(after number: Int, wait: Duration) async -> Post {
        guard post.number <= number else { return post }
        tickets += 1
        let ticket = tickets
        let alarm = Task {
            try await Task.sleep(for: wait)
            self.release(ticket)
        }
        await withCheckedContinuation { waiting[ticket] = $0 }
        alarm.cancel()
        return post
    }

    private func release(_ ticket: Int) {
        waiting.removeValue(forKey: ticket)?.resume()
    }
}
