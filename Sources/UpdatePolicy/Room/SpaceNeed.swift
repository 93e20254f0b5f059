import BundleFormat

/// The room that a download may come to need, before its first byte.
package enum SpaceNeed {
    /// Left for everything else that a poll writes: metadata, sets, the report.
    package static let marginBytes = 1 << 20

    /// What must be free.
    ///
    /// - Parameters:
    ///   - zipBytes: the zip's signed length.
    ///   - hereBytes: how much of it is on the disk already.
    ///   - limits: bounds what it can be unpacked to.
    /// - Returns: bytes: the rest of the zip, the most it can be unpacked to, and the margin.
    package static func bytes(zipBytes: Int, hereBytes: Int, limits: BundleLimits) -> Int {
        let (product, overflow) = zipBytes.multipliedReportingOverflow(by: limits.ratioMax)
        let unpacked = overflow ? limits.unpackedBytesMax : min(product, limits.unpackedBytesMax)
        return max(0, zipBytes - hereBytes) + unpacked + marginBytes
    }
}
