import TestSupport
import Testing

@Suite struct ClientProgramTests {
    /// libcurl is still being loaded then.
    @Test func aRefreshThatFailsAtOnceEndsAsItShould() throws {
        let folder = try TemporaryDirectory()
        try folder.write("{}", to: "root.json")
        for _ in 0..<100 {
            let result = try Program.run(
                "tuf-client",
                ["--metadata-url", "http://127.0.0.1:9/", "--metadata-dir", folder.path, "refresh"])
            #expect(result.status == 1, "\(result.messages)")
        }
    }
}
