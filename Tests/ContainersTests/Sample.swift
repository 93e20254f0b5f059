import Foundation
import TestSupport

/// A small repository in a folder, and the tools that pack it.
struct Sample {
    let folder: TemporaryDirectory
    /// What is in it, by paths.
    let files: [String: [UInt8]]

    /// Writes the repository to `stick/`, with a page that no machine reads.
    init() throws {
        folder = try TemporaryDirectory()
        var files: [String: [UInt8]] = [:]
        for name in ["timestamp.json", "1.root.json", "2.snapshot.json", "2.targets.json"] {
            files["metadata/\(name)"] = Array("{\"name\":\"\(name)\"}".utf8)
        }
        for year in 2020...2022 {
            // Does not compress, like a season's zip.
            var state = UInt32(year)
            let bytes = (0..<9_000).map { _ -> UInt8 in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24)
            }
            let hash = String(repeating: "0123456789abcdef", count: 4)
            files["targets/f1/\(year)/\(hash).bundle.zip"] = bytes
        }
        self.files = files
        for (path, bytes) in files { try put(bytes, "stick/\(path)") }
        try put(Array("<html>".utf8), "stick/index.html")
    }

    /// Writes a file below the sample's folder.
    func put(_ bytes: [UInt8], _ path: String) throws {
        try folder.write("", to: path)
        try Data(bytes).write(to: URL(fileURLWithPath: folder[path]))
    }

    /// Runs shell commands in the folder that has `stick/`.
    func run(_ script: String) throws {
        let result = try Program.run(
            "/bin/bash", ["-ec", "cd '\(folder.path)'\n\(script)"], environment: ["TZ": "UTC"])
        guard result.status == 0 else {
            throw Unexpected("\(script)\n\(result.output)\(result.messages)")
        }
    }

    /// The bytes of a file that a tool wrote.
    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: folder[name])))
    }
}

/// Something that a test relies on did not happen.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
