import BundlePublisher

/// What is to be seen now, and those who wait for something newer.
actor PreviewBoard {
    /// A state of the page.
    struct Post: Sendable {
        /// Rises with each change.
        let number: Int
        /// What stands between the page's head and foot.
        let html: String
        /// What match.html and its files are; nil while there are mistakes, or without these files.
        let site: UnpublishedSite?
    }

    private(set) var post: Post
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var tickets = 0

    init(_ html: String, _ site: UnpublishedSite?) {
        post = Post(number: 1, html: html, site: site)
    }

    /// Puts up something newer; the last season without mistakes stays.
    func renew(_ html: String, _ site: UnpublishedSite?) {
        post = Post(number: post.number + 1, html: html, site: site ?? post.site)
        for waiter in waiting.values { waiter.resume() }
        waiting = [:]
    }

    /// What is newer than `number`, at once or when it comes; what is there after the longest wait.
    ///
    /// - Parameters:
    ///   - number: what the caller has.
    ///   - wait: how long it waits at most.
    /// - Returns: what is there then.
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
