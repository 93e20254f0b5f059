import Testing

@testable import TUF

/// Downloads that are gone on with: what is there counts only as long as it can still become right.
@Suite struct ResumeTests {
    private static let content: [UInt8] = Array(0..<200)

    /// A partial file in memory.
    private final class Part: PartialFile {
        var bytes: [UInt8]
        var validator: Validator?
        var restarts = 0
        /// As on a bad sector.
        var isUnreadable = false
        var lengthBytes: Int { bytes.count }

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            validator = Validator(entityTag: "\"1\"")
        }

        func read(_ sink: (UnsafeRawBufferPointer) -> Void) throws(FetchError) {
            if isUnreadable { throw .sink("input/output error") }
            bytes.withUnsafeBytes { sink($0) }
        }
        func restart(_ validator: Validator?) {
            restarts += 1
            (bytes, self.validator) = ([], validator)
        }
        func append(_ piece: UnsafeRawBufferPointer) { bytes += piece }
    }

    /// A server that goes on with parts, and whose answers a test decides.
    private final class Server: Fetcher {
        var requests: [FetchRequest] = []
        /// The offsets that are gone on from, and what is sent in answer to each request in turn.
        var answers: [(offset: Int, bytes: [UInt8], error: FetchError?)] = []

        func fetch(
            _ request: FetchRequest, begin: (FetchBeginning) -> Void,
            sink: (UnsafeRawBufferPointer) throws(FetchError) -> Void
        ) throws(FetchError) -> FetchOutcome {
            requests.append(request)
            guard !answers.isEmpty else { throw .unreachable("no more answers") }
            let answer = answers.removeFirst()
            begin(FetchBeginning(offset: answer.offset))
            try answer.bytes.withUnsafeBufferPointer { (bytes) throws(FetchError) in
                try sink(UnsafeRawBufferPointer(bytes))
            }
            if let error = answer.error { throw error }
            return .found
        }
    }

    /// Downloads ``content``.
    private func download(
        into part: Part, _ answers: [(offset: Int, bytes: [UInt8], error: FetchError?)]
    ) throws -> (requests: [FetchRequest], error: UpdateError?) {
        let world = World()
        world.repository.addTarget("a", Self.content)
        world.repository.publish()
        let server = Server()
        server.answers = answers
        var updater = world.updater()
        _ = try updater.refresh()
        // What stands before a server loses nothing of it.
        updater.fetcher = MemoryFetcher(metadata: [], over: server)
        let target = try #require(updater.targets.first)
        do throws(UpdateError) {
            try updater.download(target, to: part)
            return (server.requests, nil)
        } catch {
            return (server.requests, error)
        }
    }

    private static let whole = (offset: 0, bytes: content, error: FetchError?.none)
    private static let lost = FetchError.unreachable("lost")

    @Test("what is complete is not fetched again")
    func complete() throws {
        let part = Part(Self.content)
        #expect(try download(into: part, []).requests.isEmpty)
        #expect(part.bytes == Self.content)
    }

    @Test("the rest is fetched, and the whole is held against the hashes")
    func rest() throws {
        let part = Part(Array(Self.content.prefix(50)))
        let result = try download(into: part, [(50, Array(Self.content.dropFirst(50)), nil)])
        #expect(result.requests.map(\.offset) == [50] && result.error == nil)
        #expect(part.bytes == Self.content && part.restarts == 0)
    }

    @Test("a damaged part costs one more transfer", arguments: [50, 199, 200, 300])
    func damaged(lengthBytes: Int) throws {
        let part = Part([UInt8](repeating: 9, count: lengthBytes))
        let rest = (lengthBytes, Array(Self.content.dropFirst(lengthBytes)), FetchError?.none)
        let result = try download(
            into: part, lengthBytes < 200 ? [rest, Self.whole] : [Self.whole])
        #expect(result.requests.map(\.offset) == (lengthBytes < 200 ? [lengthBytes, 0] : [0]))
        #expect(result.error == nil && part.bytes == Self.content)
    }

    @Test("what came before the connection was lost is kept")
    func lostConnection() throws {
        let part = Part([])
        let result = try download(into: part, [(0, Array(Self.content.prefix(70)), Self.lost)])
        #expect(result.error == .transfer(Self.lost))
        #expect(part.bytes == Array(Self.content.prefix(70)))
    }

    @Test("a server that has to begin anew begins anew")
    func anew() throws {
        let part = Part(Array(Self.content.prefix(50)))
        #expect(try download(into: part, [Self.whole]).error == nil)
        #expect(part.bytes == Self.content && part.restarts == 1)
    }

    @Test("wrong bytes are not kept")
    func wrong() throws {
        let part = Part([])
        let result = try download(into: part, [(0, [UInt8](repeating: 1, count: 200), nil)])
        #expect(result.error == .repository(.hash(file: "a", algorithm: "sha256")))
        #expect(part.bytes.isEmpty)
    }

    @Test("more bytes than listed are not kept, nor is what they were added to")
    func tooLong() throws {
        let part = Part(Array(Self.content.prefix(50)))
        let long = (50, [UInt8](repeating: 1, count: 151), FetchError?.none)
        let result = try download(into: part, [long, (0, [UInt8](repeating: 1, count: 201), nil)])
        #expect(result.error == .transfer(.tooLong(lengthBytesMax: 200)))
        #expect(part.bytes.isEmpty)
    }

    @Test("a network's own page does not cost what was there")
    func page() throws {
        let part = Part(Array(Self.content.prefix(50)))
        let page = Array("<html>sign in</html>".utf8)
        let result = try download(into: part, [(0, page, nil)])
        guard case .transfer(.webPage) = result.error else {
            Issue.record("\(String(describing: result.error))")
            return
        }
        #expect(part.bytes == Array(Self.content.prefix(50)))
    }

    @Test("a part that cannot be read is fetched anew")
    func unreadable() throws {
        let part = Part(Array(Self.content.prefix(50)))
        part.isUnreadable = true
        let result = try download(into: part, [(0, Self.content, nil)])
        #expect(result.error == nil)
        #expect(result.requests.map(\.offset) == [0])
        #expect(part.bytes == Self.content)
    }
}
