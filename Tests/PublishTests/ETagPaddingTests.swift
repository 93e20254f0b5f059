import Testing
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// No two timestamps of one second have one length: a web server makes its ETag of the two.
@Suite struct ETagPaddingTests {
    static let now = SeasonFixture.start
    let bytes = Array(repeating: UInt8(ascii: "x"), count: 500)

    @Test func theFirstIsAsSigned() {
        #expect(ETagPadding.bytesWithNewETag(bytes, replacing: nil, now: Self.now) == bytes)
    }

    @Test func anOlderOneIsReplacedAsSigned() {
        let old = ETagPadding.Replaced(
            lengthBytes: 500, modifiedSecond: Self.now.unixSeconds - 2)
        #expect(ETagPadding.bytesWithNewETag(bytes, replacing: old, now: Self.now) == bytes)
    }

    @Test func withinASecondEachIsLongerThanTheOneBefore() {
        var lengths = [500]
        for _ in 0..<5 {
            let old = ETagPadding.Replaced(
                lengthBytes: lengths[lengths.count - 1], modifiedSecond: Self.now.unixSeconds)
            lengths.append(
                ETagPadding.bytesWithNewETag(bytes, replacing: old, now: Self.now).count)
        }
        #expect(lengths == [500, 501, 502, 503, 504, 505])
    }

    @Test func aFileFromTheFutureIsNotTrustedToBeOld() {
        let old = ETagPadding.Replaced(
            lengthBytes: 700, modifiedSecond: Self.now.unixSeconds + 1_000)
        #expect(ETagPadding.bytesWithNewETag(bytes, replacing: old, now: Self.now).count == 701)
    }
}
