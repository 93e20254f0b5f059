import TUF
import Testing

@testable import RepositoryTransport
@testable import WebTransport

/// Going on with a part: what is asked, and what is taken for an answer to it.
@Suite struct ResumeTests {
    private static let date = "Sat, 21 Nov 2026 02:30:00 GMT"

    /// What a fetch with 4 of 10 bytes here came to: where the pieces begin, and the pieces.
    private func resumed(
        _ scripts: [ScriptedServer.Step]..., validator: Validator? = Validator(entityTag: "\"1\"")
    ) throws -> (offset: Int?, body: String, requests: [String]) {
        let server = try ScriptedServer(scripts)
        var (offset, body) = (Int?.none, [UInt8]())
        _ = try fetcher(server.address).fetch(
            FetchRequest(
                base: .targets, path: "a.zip", lengthBytesMax: 10, offset: 4, validator: validator)
        ) { beginning in
            offset = beginning.offset
        } sink: { (piece) throws(FetchError) in
            body += piece
        }
        return (offset, String(decoding: body, as: UTF8.self), server.requests)
    }

    private static func part(
        _ range: String = "bytes 4-9/10", tag: String? = "\"1\""
    ) -> [ScriptedServer.Step] {
        let tag = tag.map { "ETag: \($0)\r\n" } ?? ""
        return [
            .text(
                "HTTP/1.1 206 Partial Content\r\nContent-Range: \(range)\r\n\(tag)"
                    + "Content-Length: 6\r\n\r\nefghij")
        ]
    }

    private static let whole = [
        ScriptedServer.Step.text("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabcdefghij")
    ]

    @Test func theRestIsAskedForByRangeAndStrongTag() throws {
        let result = try resumed(Self.part())
        #expect(result.offset == 4 && result.body == "efghij")
        #expect(
            result.requests.allSatisfy { $0.contains("Range: bytes=4-\r\nIf-Range: \"1\"\r\n") })
        #expect(result.requests.allSatisfy { !$0.contains("If-None-Match") })
    }

    @Test func aWeakTagIsNoMarkOfBytesButTheDateIs() throws {
        let validator = Validator(entityTag: "W/\"1\"", lastModified: Self.date)
        let result = try resumed(Self.part(), validator: validator)
        #expect(result.offset == 4)
        #expect(result.requests.allSatisfy { $0.contains("If-Range: \(Self.date)\r\n") })
    }

    @Test(arguments: [nil, Validator(entityTag: "W/\"1\""), Validator(entityTag: "\"1\r\nX: y\"")])
    func withoutAMarkTheWholeFileIsAskedFor(_ validator: Validator?) throws {
        let result = try resumed(Self.whole, validator: validator)
        #expect(result.offset == 0 && result.body == "abcdefghij")
        #expect(result.requests.allSatisfy { !$0.contains("Range") && !$0.contains("X: y") })
    }

    @Test func anotherStateComesWholeInTheSameAnswer() throws {
        let result = try resumed(Self.whole)
        #expect(result.offset == 0 && result.body == "abcdefghij")
        #expect(result.requests.count == 1)
    }

    @Test(arguments: [
        part("bytes 3-9/10"), part("bytes 4-9/11"), part("bytes 4-10/11"), part("bytes */10"),
        part("items 4-9/10"), part("bytes 4-8/10"), part(tag: "\"2\""),
        [.text("HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n")],
    ])
    func anAnswerThatIsNotTheRestIsAskedForAsAWhole(_ lie: [ScriptedServer.Step]) throws {
        let result = try resumed(lie, Self.whole)
        #expect(result.offset == 0 && result.body == "abcdefghij")
        #expect(result.requests.count == 2)
        #expect(result.requests.last?.contains("Range") == false)
    }

    @Test func rangesAreReadStrictly() {
        #expect(ContentRange("bytes 0-0/1") != nil)
        #expect(ContentRange("bytes 4-9/*")?.total == nil && ContentRange("bytes 4-9/*") != nil)
        for text in [
            "", "bytes", "bytes 4-9", "bytes -9/10", "bytes 4-/10", "bytes 9-4/10", "bytes 4-9/x",
            "bytes 4-9/-1", "bytes +4-9/10", "bytes 4-99999999999999999999/10", "bytes 4-9/10/11",
        ] {
            #expect(ContentRange(text) == nil, "\(text)")
        }
    }
}
