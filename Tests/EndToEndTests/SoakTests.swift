import Foundation
import TestSupport
import Testing

/// A short `make soak`: one agent over a bad network, then agents killed at random.
@Suite(.needs(programs: "python3")) struct SoakTests {
    @Test func nothingGrows() throws {
        let programs = (Program.path(of: "bundle-agent") as NSString).deletingLastPathComponent
        let result = try Program.run(
            "/usr/bin/env",
            [
                "python3", Checkout.path("Tests/Crash/soak"), programs, "--polls", "30",
                "--kills", "20",
            ])
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        #expect(result.output.contains("30 polls, all reported"))
        #expect(result.output.contains("20 killed runs"))
    }
}
