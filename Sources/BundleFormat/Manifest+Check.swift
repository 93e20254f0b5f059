extension Manifest {
    /// Refuses what no bundle may be, whoever made it.
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
            // Cannot overflow: at most `filesMax` times `fileBytesMax`.
            total += file.lengthBytes
        }
        guard total <= limits.unpackedBytesMax else {
            throw wrong(
                "files", "expected at most \(limits.unpackedBytesMax) bytes in all, found \(total)")
        }
        try checkPaths()
    }

    /// Refuses paths that would be one file, or a file and a folder, on some file system.
    private func checkPaths() throws(BundleFormatError) {
        // What each place is, by its path in lower case: its own spelling, and whether it is a file.
        var places: [String: (spelling: String, isFile: Bool)] = [
            BundleFile.manifest: (BundleFile.manifest, true)
        ]
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
                let former = places.updateValue((place, isFile), forKey: place.lowercased())
                guard let former else { continue }
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
