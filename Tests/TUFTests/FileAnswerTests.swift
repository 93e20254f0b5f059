import TUF
import Testing

/// What an answer means, for every host; `Tests/AgentTests/Servers/faults.json` has whole polls.
@Suite struct FileAnswerTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var status = 200
        var headers: [String: String] = [:]
        var found = "http://here:1"
        var asked = "http://here:1"
        var isDecoded = false
        /// Nil for the file, an empty text for an absent one, else the words of the error.
        var expected: String?
    }

    @Test(arguments: [
        Case(testDescription: "the file"),
        Case(testDescription: "absent", status: 403, expected: ""),
        Case(testDescription: "a login", status: 401, expected: "wants a login"),
        Case(testDescription: "a network's own status", status: 511, expected: "sign in"),
        Case(testDescription: "a part", status: 206, expected: "status 206"),
        Case(
            testDescription: "a pause", status: 503, headers: ["retry-after": "120"],
            expected: "wait 2 minutes"),
        Case(
            testDescription: "a pause until a date", status: 429,
            headers: [
                "retry-after": "Sun, 06 Nov 1994 08:51:37 GMT",
                "date": "Sun, 06 Nov 1994 08:49:37 GMT",
            ], expected: "wait 2 minutes"),
        Case(
            testDescription: "a date without the server's own", status: 429,
            headers: ["retry-after": "Sun, 06 Nov 1994 08:51:37 GMT"], expected: "status 429"),
        Case(
            testDescription: "a coding", headers: ["content-encoding": "aws-chunked, GZIP"],
            expected: "sent the file as gzip"),
        Case(
            testDescription: "a coding that the host has undone",
            headers: ["content-encoding": "gzip"], isDecoded: true),
        Case(
            testDescription: "the form of an upload",
            headers: ["content-encoding": "aws-chunked"]),
        Case(
            testDescription: "a page of another host",
            headers: ["content-type": "Text/HTML; charset=utf-8"], found: "http://there",
            expected: "http://there answers with a web page"),
        Case(testDescription: "a page of this host", headers: ["content-type": "text/html"]),
        Case(testDescription: "a file of another host", found: "http://there"),
        Case(testDescription: "a safer host", found: "https://there"),
        Case(
            testDescription: "a less safe host", found: "http://here:1", asked: "https://here:1",
            expected: "which is not allowed"),
    ])
    func isReadAlike(_ row: Case) {
        let answer = FileAnswer(
            status: row.status, asked: row.asked, found: row.found, isDecoded: row.isDecoded
        ) { row.headers[$0] }
        switch answer.answer([1], lengthBytesMax: 1) {
        case .found(let bytes): #expect(bytes == [1] && row.expected == nil)
        case .absent: #expect(row.expected?.isEmpty == true)
        case .failed(let error):
            let expected = row.expected ?? ""
            #expect(!expected.isEmpty && error.description.contains(expected), "\(error)")
        }
    }

    @Test func aBodyIsNeededForAFileAlone() {
        func answer(_ status: Int, _ type: String) -> FileAnswer {
            FileAnswer(status: status, asked: "http://here", found: "http://there") {
                $0 == "content-type" ? type : nil
            }
        }
        #expect(answer(200, "application/json").needsBody)
        #expect(!answer(200, "text/html").needsBody)
        #expect(!answer(404, "application/json").needsBody)
    }

    @Test func aLongFileIsRefusedAndALongDecodedOneIsTheServersFault() {
        let plain = FileAnswer(status: 200, isDecoded: true) { _ in nil }
        let coded = FileAnswer(status: 200, isDecoded: true) {
            $0 == "content-encoding" ? "br" : nil
        }
        guard case .failed(.tooLong(7)) = plain.answer(nil, lengthBytesMax: 7),
            case .failed(.unreachable) = coded.answer(nil, lengthBytesMax: 7)
        else {
            Issue.record("expected two different errors")
            return
        }
    }

    @Test(arguments: ["file:///etc/passwd", "gopher://here", "ftp://here", "//here", ""])
    func aRedirectLeadsToWebServersAlone(_ address: String) {
        #expect(FileAnswer.refusal(ofRedirectFrom: "http://here", to: address) != nil)
    }
}
