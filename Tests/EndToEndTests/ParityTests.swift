import Foundation
import TestSupport
import Testing

/// Our rows held against what The Blue Alliance's site shows; needs the workshop's recordings.
@Suite struct ParityTests {
    @Test(
        .enabled(if: Checkout.shared != nil, "the site's recordings are not beside this checkout"),
        arguments: ["2018", "2024", "2026"])
    func everyRowOfTheSite(_ year: String) throws {
        let shared = try #require(Checkout.shared)
        let folder = try TemporaryDirectory()
        let build = try Program.run(
            "bundle-publish",
            ["build", "--bundles", Checkout.path("bundles"), "--output", folder["built"]])
        #expect(build.status == 0, "\(build.messages)")
        let parity = try Program.run(
            "/usr/bin/env",
            [
                "python3", "\(shared)/tools/parity.py", "\(shared)/parity/golden",
                "\(shared)/matches", Program.path(of: "breakdown"), "--bundles", folder["built"],
                "--format", "json", "--years", year,
            ])
        let figure = try #require(parity.output.split(separator: "\n").last)
        print("\(year) \(figure)")
        #expect(figure.contains("(100.00 %)"), "\(parity.output)\(parity.messages)")
    }
}
