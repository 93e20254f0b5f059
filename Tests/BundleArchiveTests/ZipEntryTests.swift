import BundleFormat
import Testing

@testable import BundleZip

/// One packed file by itself: exactly what its headers promise comes out, or nothing.
@Suite struct ZipEntryTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        var packed: [UInt8]?
        var isDeflated = true
        var lengthBytes: Int?
        var checksum: Int?
        /// What is said; nil where the bytes come out.
        var message: String?
    }

    static let text = Array(repeating: Array("breakdown".utf8), count: 9_000).flatMap { $0 }
    static let others = " bytes, found packed bytes that give others"
    static let cases: [Case] = [
        Case(testDescription: "deflated", bytes: text),
        Case(testDescription: "stored", bytes: text, isDeflated: false),
        Case(testDescription: "empty, deflated", bytes: []),
        Case(testDescription: "empty, stored", bytes: [], isDeflated: false),
        Case(
            testDescription: "empty, without a stream", bytes: [], packed: [],
            message: "f: expected 0" + others),
        Case(
            testDescription: "one byte more than said", bytes: text, lengthBytes: 80_999,
            message: "f: expected 80999" + others),
        Case(
            testDescription: "one byte less than said", bytes: text, lengthBytes: 81_001,
            message: "f: expected 81001" + others),
        Case(
            testDescription: "nothing said of a bomb", bytes: text, lengthBytes: 0,
            message: "f: expected 0" + others),
        Case(
            testDescription: "stored, one byte more than said", bytes: text, isDeflated: false,
            lengthBytes: 80_999, message: "f: expected 80999" + others),
        Case(
            testDescription: "bytes behind the stream", bytes: text,
            packed: LyingZip.deflate(text) + [0], message: "f: expected 81000" + others),
        Case(
            testDescription: "half a stream", bytes: text,
            packed: Array(LyingZip.deflate(text).dropLast(9)),
            message: "f: expected 81000" + others),
        Case(
            testDescription: "noise", bytes: text, packed: [UInt8](repeating: 0x55, count: 99),
            message: "f: expected 81000" + others),
        Case(
            testDescription: "another checksum", bytes: text, checksum: 1,
            message: "f: expected bytes of its checksum, found others"),
    ]

    @Test(arguments: cases) func unpacks(_ row: Case) throws {
        let packed = row.packed ?? (row.isDeflated ? LyingZip.deflate(row.bytes) : row.bytes)
        try packed.withUnsafeBytes { (packed) throws in
            let entry = ZipEntry(
                path: "f", packed: packed, isDeflated: row.isDeflated,
                lengthBytes: row.lengthBytes ?? row.bytes.count,
                checksum: row.checksum ?? ZipForm.checksum(row.bytes))
            guard let message = row.message else {
                #expect(try entry.unpacked() == row.bytes)
                return
            }
            let error = #expect(throws: BundleFormatError.self) { try entry.unpacked() }
            #expect(error?.description == message)
        }
    }
}
