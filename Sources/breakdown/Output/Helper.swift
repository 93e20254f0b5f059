import Glibc
import Platform

/// A program of the system that reads what this program writes: a pager, or a renderer.
struct Helper: ~Copyable {
    private let process: ChildProcess

    /// Starts a program with a pipe as its standard input; nil if it cannot be started.
    ///
    /// It inherits everything else.
    ///
    /// - Parameter timeLimit: after this time it is killed; nil for never.
    init?(_ command: [String], setting: [String] = [], timeLimit: Duration? = nil) {
        guard let program = command.first else { return nil }
        var start = ChildStart(program, Array(command.dropFirst()))
        start.environment = Self.environment(setting: setting)
        start.streams = [.pipeToChild, .inherited, .inherited]
        start.timeLimit = timeLimit
        guard let process = try? ChildProcess(start) else { return nil }
        self.process = process
    }

    /// Where to write; closed by ``finish()``.
    var descriptor: Int32 { process.descriptor(0) }

    /// Closes the pipe and waits for the program's end.
    ///
    /// - Returns: its exit status; 127 if a signal ended it; nil if its time was over.
    consuming func finish() -> Int32? {
        process.close(0)
        return switch process.wait() {
        case .exited(let status): status
        case .killed: 127
        case .timedOut: nil
        }
    }

    /// Writes a text, closes the pipe and waits for the end, as ``finish()``.
    consuming func finish(writing text: [UInt8]) -> Int32? {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var written = 0
        while written < text.count, process.checkForEnd() == nil {
            let count = text.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, Self.turnMilliseconds)
            } else if errno != EINTR {
                break
            }
        }
        return finish()
    }

    /// How long to wait for room in the pipe before the time is looked at again.
    private static let turnMilliseconds: Int32 = 50

    /// Whether a program of this name can be started.
    ///
    /// - Returns: whether a folder of `$PATH` has the name, or the path leads to a program.
    static func isInstalled(_ program: String) -> Bool {
        if program.utf8.contains(UInt8(ascii: "/")) { return access(program, X_OK) == 0 }
        let path = ProcessEnvironment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    private static func environment(setting: [String]) -> [String] {
        let names = setting.map { $0.prefix { $0 != "=" } + "=" }
        var variables = setting
        var at = environ
        while let entry = at.pointee {
            let variable = String(cString: entry)
            if !names.contains(where: { variable.hasPrefix($0) }) { variables.append(variable) }
            at += 1
        }
        return variables
    }
}
