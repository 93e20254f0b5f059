import Testing

@testable import Containers

/// What comes from the reading process is checked again: an archive may have taken it over.
@Suite struct StreamTests {
    static let name = RepositoryName("metadata/timestamp.json", .standard)

    @Test func filesAndProblemsArriveAsTheyWereSent() throws {
        let name = try #require(Self.name)
        let sent = ContainerStream.file(name, [1, 2, 3]) + ContainerStream.end
        #expect(try ContainerStream.files(in: sent) == [name.path: [1, 2, 3]])
        let problems: [ContainerProblem] =
            [
                .noLibrary("why"), .unreadable("why"), .form, .cutOff, .noRepository(deeper: "a"),
                .twoRepositories("a", "b"), .stream,
            ] + EntryProblem.allCases.map { .entry(name: "n", $0) }
            + ContainerLimit.allCases.map { .tooMuch($0) }
        for problem in problems {
            #expect(throws: problem) {
                try ContainerStream.files(in: ContainerStream.problem(problem))
            }
        }
    }

    @Test func anythingElseIsRefused() throws {
        let name = try #require(Self.name)
        let one = ContainerStream.file(name, [1, 2, 3])
        for bytes in [
            [], one, one + one + ContainerStream.end, one + ContainerStream.end + [0],
            Array("X".utf8), Array("F".utf8) + [0, 0, 0, 1, 0x61],
            [UInt8](repeating: 0x46, count: 99),
            file("../x"), file("metadata/../timestamp.json"), file("/etc/passwd"), file("targets"),
            file("metadata/a/1.root.json"), file("metadata/0.root.json"),
            file("metadata/root.json"),
            file("metadata/1.root.json/"), file("targets/../../x"), file("targets/.hidden"),
            file("metadata/timestamp.json", count: 20_000), file("targets/a.zip", count: 9 << 20),
            [0x50, 4, 0, 0, 0, 0, 0, 0, 0, 0], [0x50, 77, 0, 0, 0, 0, 0, 0, 0, 0],
        ] {
            #expect(throws: ContainerProblem.stream) { try ContainerStream.files(in: bytes) }
        }
        for cut in 1..<(one.count + 1) {
            #expect(throws: ContainerProblem.stream) {
                try ContainerStream.files(in: Array((one + ContainerStream.end).prefix(cut)))
            }
        }
    }

    private func file(_ path: String, count: Int = 1) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) }
        }
        return Array("F".utf8) + number(path.utf8.count) + Array(path.utf8) + number(count)
            + [UInt8](repeating: 1, count: count) + ContainerStream.end
    }
}
