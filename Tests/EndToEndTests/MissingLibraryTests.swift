import TestSupport
import Testing

/// A machine without libcurl: only what fetches from the web needs it.
@Suite struct MissingLibraryTests {
    /// Makes the dynamic linker find something that is no library in libcurl's place.
    private static func withoutLibcurl(_ folder: TemporaryDirectory) throws -> [String: String] {
        try folder.write("no library", to: "broken/libcurl.so.4")
        return ["LD_LIBRARY_PATH": folder["broken"]]
    }

    @Test func pollingTheWebSaysWhatToInstall() throws {
        let venue = try Venue.published()
        let environment = try Self.withoutLibcurl(venue.folder)
        let result = try Program.run(
            "bundle-agent",
            [
                "poll", "--state", venue.state, "--repository", "http://127.0.0.1:1",
                "--root", venue.folder["home/metadata/1.root.json"],
            ], environment: environment)
        #expect(result.status == 1)
        #expect(result.messages.contains("libcurl.so.4"))
        #expect(result.messages.contains("apt-get install libcurl4"))
    }

    @Test func foldersNeedNone() throws {
        let venue = try Venue.published()
        let environment = try Self.withoutLibcurl(venue.folder)
        for command in ["poll", "status"] {
            let result = try Program.run(
                "bundle-agent", venue.agentArguments(command), environment: environment)
            #expect(result.status == 0, "\(result.messages)")
        }
    }
}
