extension [PublishFile] {
    /// Files of one batch: as many zips as the memory may hold.
    private static let batchMax = 32

    /// Batches of files, each as large as possible; pages have batches of their own.
    var batches: [[PublishFile]] {
        var batches: [[PublishFile]] = []
        var rest = self[...]
        while let first = rest.first {
            let batch = rest.prefix(Self.batchMax).prefix { $0.isPage == first.isPage }
            batches.append(Array(batch))
            rest = rest.dropFirst(batch.count)
        }
        return batches
    }
}
