import Foundation

/// Runs programs as a user does: a real process, its streams and its exit status.
public enum Program {
    /// What a finished process left.
    public struct Result: Sendable {
        /// The exit status, or 128 plus the signal's number.
        public let status: Int32
        /// Everything printed as a result.
        public let output: String
        /// Everything printed as a message.
        public let messages: String
    }

    /// Runs one of the package's own programs, or any by its absolute path, to its end.
    ///
    /// - Parameters:
    ///   - program: `breakdown`, `bundle-publish`, `bundle-agent`, or an absolute path.
    ///   - arguments: its arguments.
    ///   - input: its standard input; empty unless given.
    ///   - environment: added to a small fixed environment, so that tests do not depend on the user's.
    /// - Returns: what the process left.
    /// - Throws: where the program cannot be started.
    public static func run(
        _ program: String, _ arguments: [String] = [], input: String = "",
        environment: [String: String] = [:]
    ) throws -> Result {
        let scratch = try TemporaryDirectory()
        // Files instead of pipes: nothing blocks however much is printed.
        let files = try ["in", "out", "err"].map { name in
            let url = URL(fileURLWithPath: scratch[name])
            try Data(name == "in" ? Array(input.utf8) : []).write(to: url)
            return url
        }
        let process = make(program, arguments, environment)
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationReason == .uncaughtSignal
                ? 128 + process.terminationStatus : process.terminationStatus,
            output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            messages: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }

    /// A process that is set up but not started, its output thrown away.
    public static func make(
        _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(of: program))
        process.arguments = arguments
        process.environment = [
            // Whether make web was run makes no difference; ViewerTests name a folder of their own.
            "BUNDLE_PUBLISH_WEB": "",
            "PATH": searchPath,
            "LANG": "C.UTF-8", "HOME": TemporaryDirectory.base, "NO_PROXY": "127.0.0.1",
        ].merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    /// Where programs look for others, unless a test says otherwise.
    public static let searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// The absolute path of a program of the system; nil if it is not installed.
    public static func find(_ name: String) -> String? {
        searchPath.split(separator: ":").map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }

    /// The absolute path of one of the package's own programs, beside the running tests.
    public static func path(of program: String) -> String {
        guard !program.hasPrefix("/") else { return program }
        return "\(buildFolder)/\(program)"
    }

    /// Where the build put tests and programs.
    private static let buildFolder: String = {
        let arguments = CommandLine.arguments
        let bundle =
            arguments.firstIndex(of: "--test-bundle-path").flatMap { at in
                arguments.indices.contains(at + 1) ? arguments[at + 1] : nil
            } ?? arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
        return (bundle as NSString).deletingLastPathComponent
    }()
}
