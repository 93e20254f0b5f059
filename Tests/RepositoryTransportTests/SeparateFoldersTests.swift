import RepositoryTransport
import TUF
import Testing
import WebTransport

/// A repository whose metadata and targets are served from different places.
@Suite struct SeparateFoldersTests {
    @Test func eachFolderIsAskedAtItsOwnAddress() throws {
        let answer = [ScriptedServer.Step.text("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na")]
        let metadata = try ScriptedServer([answer])
        let targets = try ScriptedServer([answer])
        let fetcher = CurlFetcher(
            metadata: try RepositoryAddress("\(metadata.address)/meta/"),
            targets: try RepositoryAddress("\(targets.address)/files"),
            options: WebOptions(userAgent: "match-bundles-tests/1"))
        #expect(fetcher.fetched(.timestamp()) == .found(body: "a", validator: nil))
        let target = FetchRequest(base: .targets, path: "f1/a.zip", lengthBytesMax: 1)
        #expect(fetcher.fetched(target) == .found(body: "a", validator: nil))
        #expect(metadata.requests.map { $0.prefix(25) } == ["GET /meta/timestamp.json "])
        #expect(targets.requests.map { $0.prefix(20) } == ["GET /files/f1/a.zip "])
    }
}
