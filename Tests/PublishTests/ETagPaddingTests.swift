import Testing

@testable import BundlePublisher

/// No two publishes in a row have timestamps of one length: a web server makes its ETag of time and length, and all
/// its files may have one time.
@Suite struct ETagPaddingTests {
    let bytes = Array(repeating: UInt8(ascii: "x"), count: 500)

    @Test func theFirstIsAsSigned() {
        #expect(ETagPadding.bytesWithNewETag(bytes, replacing: nil) == bytes)
    }

    @Test(arguments: [0, 1, 400, 499, 563, 564, 9_000])
    func oneOfAnotherLengthIsReplacedAsSigned(_ length: Int) {
        #expect(ETagPadding.bytesWithNewETag(bytes, replacing: length) == bytes)
    }

    @Test func sixtyFourInARowHaveDifferentLengths() {
        var lengths: [Int] = []
        for _ in 0..<130 {
            lengths.append(
                ETagPadding.bytesWithNewETag(bytes, replacing: lengths.last).count)
        }
        #expect(Set(lengths) == Set(500..<564))
        for at in 64..<130 { #expect(Set(lengths[at - 64..<at]).count == 64) }
    }

    @Test func onlySpacesAreAdded() {
        #expect(
            ETagPadding.bytesWithNewETag(bytes, replacing: 501)
                == bytes + [UInt8](repeating: UInt8(ascii: " "), count: 2))
    }
}
