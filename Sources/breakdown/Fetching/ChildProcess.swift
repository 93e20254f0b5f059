import CLinux
import Glibc
import MatchKeys

/// A program that this one started, with pipes to its standard input and from its standard output.
struct ChildProcess: ~Copyable {
    private let process: pid_t
    /// Its standard input.
    let input: Int32
    /// Its standard output.
    let output: Int32

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: its absolute path.
    ///   - arguments: without the program's name.
    init(_ path: String, _ arguments: [String]) throws(SourceError) {
        var (toChild, fromChild) = (
            [Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2)
        )
        guard clinux_pipe(&toChild) == 0 else { throw Self.failure(errno) }
        guard clinux_pipe(&fromChild) == 0 else {
            let code = errno
            toChild.forEach { close($0) }
            throw Self.failure(code)
        }
        do throws(SourceError) {
            process = try Self.spawn(path, arguments, input: toChild[0], output: fromChild[1])
        } catch {
            (toChild + fromChild).forEach { close($0) }
            throw error
        }
        close(toChild[0])
        close(fromChild[1])
        (input, output) = (toChild[1], fromChild[0])
    }

    deinit {
        close(input)
        close(output)
        // It ends by itself when its input ends, unless it is waiting for a server.
        kill(process, SIGTERM)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// Runs a program on this program's own streams and waits for its end.
    ///
    /// - Returns: its exit status, or 128 and the signal's number.
    static func run(_ path: String, _ arguments: [String]) throws(SourceError) -> Int32 {
        let process = try spawn(path, arguments, input: STDIN_FILENO, output: STDOUT_FILENO)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func spawn(
        _ path: String, _ arguments: [String], input: Int32, output: Int32
    ) throws(SourceError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A full screen blocks signals and reads them itself; the child must get its own signals.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, path, &actions, &attributes, words, clinux_environment())
        guard code == 0 else { throw failure(code) }
        return process
    }

    private static func failure(_ code: Int32) -> SourceError {
        .program("cannot start it: \(String(cString: strerror(code)))")
    }
}
