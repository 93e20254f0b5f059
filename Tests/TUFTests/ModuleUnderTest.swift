import Foundation
import JSON
import TUFModule
import TestSupport
import Testing

/// The TUF client as a module, in this process or as WebAssembly under Node.
enum ModuleUnderTest: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case native
    case webAssembly

    var testDescription: String { rawValue }

    /// What can run here; `scripts/web-module --tests` builds the module.
    static var here: [ModuleUnderTest] { NodeModule.isThere ? allCases : [.native] }

    /// A client that has done nothing yet.
    func start() throws -> any ModuleCalls {
        switch self {
        case .native: NativeModule()
        case .webAssembly: try NodeModule()
        }
    }
}

/// The calls of the module.
protocol ModuleCalls {
    func begin(_ options: JSON, _ data: [UInt8]) throws -> Bool
    func next() throws -> [UInt8]
    func answer(_ options: JSON, _ data: [UInt8]) throws -> Bool
    func verifies(_ options: JSON, _ data: [UInt8]) throws -> Bool
}

private struct NativeModule: ModuleCalls {
    let module = TUFModule()

    func begin(_ options: JSON, _ data: [UInt8]) -> Bool { give(options, data, module.begin) }
    func next() -> [UInt8] { module.next() }
    func answer(_ options: JSON, _ data: [UInt8]) -> Bool { give(options, data, module.answer) }
    func verifies(_ options: JSON, _ data: [UInt8]) -> Bool {
        give(options, data, TUFModule.verifies)
    }

    private func give(
        _ options: JSON, _ data: [UInt8],
        _ call: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        options.serialized().withUnsafeBufferPointer { options in
            data.withUnsafeBufferPointer { call(options, $0) }
        }
    }
}

/// `tuf-client.wasm` in a process of Node.
private final class NodeModule: ModuleCalls {
    static let path = Checkout.path(".build/web/tuf-client.wasm")
    static let node = ["/usr/bin/node", "/usr/local/bin/node"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    static var isThere: Bool {
        node != nil && FileManager.default.fileExists(atPath: path)
    }

    struct Ended: Error {}

    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var read = Data()

    init() throws {
        process.executableURL = URL(fileURLWithPath: Self.node ?? "node")
        process.arguments = [Checkout.path("Tests/Web/tuf-module.mjs"), Self.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        // Another test's process may hold a copy of the pipe, so closing it would not end this one.
        process.terminate()
        process.waitUntilExit()
    }

    func begin(_ options: JSON, _ data: [UInt8]) throws -> Bool {
        try ask("begin", options, data)["status"] == 0
    }
    func answer(_ options: JSON, _ data: [UInt8]) throws -> Bool {
        try ask("answer", options, data)["status"] == 0
    }
    func verifies(_ options: JSON, _ data: [UInt8]) throws -> Bool {
        try ask("verify", options, data)["status"] == 1
    }
    func next() throws -> [UInt8] {
        let output = try ask("next", nil, [])["output"]?.stringValue ?? ""
        return Array(Data(base64Encoded: output) ?? Data())
    }

    private func ask(_ call: String, _ options: JSON?, _ data: [UInt8]) throws -> JSON {
        var line = JSONObject()
        line["call"] = .string(call)
        line["options"] = options
        line["data"] = .string(Data(data).base64EncodedString())
        try input.fileHandleForWriting.write(
            contentsOf: Data(JSON.object(line).serialized() + [UInt8(ascii: "\n")]))
        while true {
            if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
                let answer = Array(read[..<end])
                read = Data(read[read.index(after: end)...])
                return try JSON.parse(answer, limits: JSONLimits(lengthBytesMax: 1 << 27))
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Ended() }
            read += more
        }
    }
}
