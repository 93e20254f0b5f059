import BundleFormat
import JSON
import Testing

/// Names that cannot be wrong once they are made: years, versions, paths, targets.
@Suite struct NamesTests {
    @Test(arguments: [("1992", 1992), ("2024", 2024), ("2999", 2999)]) func years(
        _ text: String, _ number: Int
    ) throws {
        #expect(BundleYear(text)?.number == number)
        #expect(BundleYear(text) == BundleYear(number))
        #expect(BundleYear(text)?.description == text)
    }

    @Test(arguments: ["", "1991", "3000", "202", "02024", "+202", "2024 ", "20a4", "２０２４", "-2024"])
    func noYears(_ text: String) {
        #expect(BundleYear(text) == nil)
    }

    @Test func yearsInOrder() throws {
        let years = [2026, 1992, 2024].compactMap { BundleYear($0) }
        #expect(years.sorted().map(\.number) == [1992, 2024, 2026])
        #expect(BundleYear(1991) == nil && BundleYear(3000) == nil && BundleYear(.min) == nil)
    }

    @Test func versions() throws {
        let hex = String(repeating: "0123456789abcdef", count: 4)
        #expect(ContentVersion(hex)?.hex == hex)
        #expect(ContentVersion(hex)?.short == "0123456789ab")
        #expect(ContentVersion(hex)?.description == hex)
        for wrong in [
            "", hex.uppercased(), String(hex.dropLast()), hex + "0", "g" + hex.dropFirst(),
            " " + hex.dropFirst(), "é" + hex.dropFirst(2),
        ] { #expect(ContentVersion(wrong) == nil, "\(wrong)") }
    }

    @Test(arguments: [
        "a", "match.json", "samples/2024casj_qm1.json", "A-b_c.9", "a/b/c/d", "_", "0", "a..b",
        "a.",
        String(repeating: "x", count: 200),
    ]) func paths(_ text: String) {
        #expect(BundlePath(text)?.description == text)
        #expect(BundlePath(bytes: Array(text.utf8)) == BundlePath(text))
    }

    @Test(arguments: [
        "", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/..", "./a", ".hidden", "a/.b",
        "-rf", "a/-b", "a\\b", "a\\..\\b", "C:a", "a b", "a\0", "a\n", "a\u{7F}", "é", "a\u{301}",
        "~", "~root/a",
        "a/b/c/d/e", String(repeating: "x", count: 201), "con?", "*", "a;b", "$(a)", "%2e%2e/a",
    ]) func noPaths(_ text: String) {
        #expect(BundlePath(text) == nil)
        #expect(BundlePath(bytes: Array(text.utf8)) == nil)
    }

    @Test func pathsInTheOrderOfTheirBytes() {
        let texts = ["a/b", "a-b", "a.b", "B", "a", "_", "9", "a0"]
        let sorted = texts.compactMap { BundlePath($0) }.sorted().map(\.description)
        #expect(sorted == ["9", "B", "_", "a", "a-b", "a.b", "a/b", "a0"])
        #expect(BundlePath("a/b.c/d")?.segments == ["a", "b.c", "d"])
        #expect(BundlePath(bytes: [0x61, 0xFF]) == nil)
    }

    @Test func targets() throws {
        let name = try #require(TargetName("f1/2024/bundle.zip"))
        #expect(name.format == 1 && name.year == BundleYear(2024))
        #expect(name.path == "f1/2024/bundle.zip")
        #expect(try TargetName(year: #require(BundleYear(2024))) == name)
        #expect(TargetName("f12/2026/bundle.zip")?.format == 12)
    }

    @Test(arguments: [
        "", "f1/2024", "f1/2024/", "f1/2024/bundle.zip/", "/f1/2024/bundle.zip",
        "f0/2024/bundle.zip",
        "f01/2024/bundle.zip", "f+1/2024/bundle.zip", "f1000/2024/bundle.zip", "1/2024/bundle.zip",
        "f1/24/bundle.zip", "f1/2024/Bundle.zip", "f1//bundle.zip", "f1/../bundle.zip",
        "f-1/2024/bundle.zip",
        "f99999999999999999999/2024/bundle.zip",
    ]) func noTargets(_ path: String) {
        #expect(TargetName(path) == nil)
    }
}
