import BundleFormat

/// The room that a download may need, computed before its first byte.
package enum SpaceNeed {
    /// Reserved for everything else that a poll writes: metadata, sets, the report.
    package static let marginBytes = 1 << 20

    /// The bytes that must be free.
    package static func bytes(zipBytes: Int, hereBytes: Int, limits: BundleLimits) -> Int {
        let (product, overflow) = zipBytes.multipliedReportingOverflow(by: limits.ratioMax)
        let unpacked = overflow ? limits.unpackedBytesMax : min(product, limits.unpackedBytesMax)
        return max(0, zipBytes - hereBytes) + unpacked + marginBytes
    }
}
