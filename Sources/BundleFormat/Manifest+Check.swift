extension Manifest {
    /// Refuses manifests that no publisher may make.
    func check(_ limits: BundleLimits) throws(BundleFormatError) {
        guard files.count <= limits.filesMax else {
            throw wrong("files", "expected at most \(limits.filesMax), found \(files.count)")
        }
        var total = 0
        for file in files {
            guard file.lengthBytes <= limits.fileBytesMax else {
                throw wrong(
                    "\(file.path)",
                    "expected at most \(limits.fileBytesMax) bytes, found \(file.lengthBytes)")
            }
            // This cannot overflow: at most `filesMax` times `fileBytesMax`.
            total += file.lengthBytes
        }
        guard total <= limits.unpackedBytesMax else {
            throw wrong(
                "files", "expected at most \(limits.unpackedBytesMax) bytes in all, found \(total)")
        }
        try checkPaths()
    }

    /// Refuses two paths that some file system would treat as one file, or as a file and a folder.
    private func checkPaths() throws(BundleFormatError) {
        // Each place with its spelling and whether it is a file, and its index by its path in lower case.
        var places: [(spelling: String, isFile: Bool)] = [(BundleFile.manifest, true)]
        var indexes = [BundleFile.manifest: 0]
        var last: BundlePath?
        for file in files {
            if let last, !(last < file.path) {
                throw wrong(
                    "\(file.path)", "expected paths sorted and once each, found it after \(last)")
            }
            last = file.path
            var place = ""
            let segments = file.path.segments
            for (at, segment) in segments.enumerated() {
                place += at == 0 ? segment : "/\(segment)"
                let isFile = at == segments.count - 1
                let index = indexes.updateValue(places.count, forKey: place.lowercased())
                places.append((place, isFile))
                guard let former = index.map({ places[$0] }) else { continue }
                guard !isFile, !former.isFile, former.spelling == place else {
                    throw wrong("\(file.path)", "expected no collision, found \(former.spelling)")
                }
            }
        }
    }

    private func wrong(_ subject: String, _ problem: String) -> BundleFormatError {
        BundleFormatError(subject: "\(BundleFile.manifest): \(subject)", problem: problem)
    }
}
