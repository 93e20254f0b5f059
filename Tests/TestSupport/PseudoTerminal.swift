import Foundation

/// A program at a real terminal of its own; the test plays the person.
public final class PseudoTerminal {
    /// The terminal's path, for programs that change its settings.
    public let path: String
    private let control: Int32
    private let process: Process
    private var seen: [UInt8] = []

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: one of the package's own programs.
    ///   - arguments: its arguments.
    ///   - columns: the terminal's width.
    ///   - rows: the terminal's height.
    ///   - environment: added to a small fixed environment.
    /// - Throws: if there is no terminal, or the program cannot be started.
    public init(
        _ program: String, _ arguments: [String], columns: Int = 100, rows: Int = 40,
        environment: [String: String] = [:]
    ) throws {
        control = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN; Swift does not see the macros.
        var (lock, number): (Int32, UInt32) = (0, 0)
        guard control >= 0, ioctl(control, 0x4004_5431, &lock) == 0,
            ioctl(control, 0x8004_5430, &number) == 0
        else { throw POSIXError(.ENOTTY) }
        path = "/dev/pts/\(number)"
        let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
        process = Program.make(program, arguments, ["TERM": "xterm"].merging(environment) { $1 })
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        setSize(columns: columns, rows: rows)
        try process.run()
        _ = fcntl(control, F_SETFL, fcntl(control, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        close(control)
    }

    /// Everything that was printed since the start or the last ``forget()``.
    public var output: String {
        readWhatIsThere()
        return String(decoding: seen, as: UTF8.self)
    }

    /// Forgets what was printed so far.
    public func forget() {
        readWhatIsThere()
        seen = []
    }

    /// Waits until a text was printed.
    ///
    /// - Returns: whether it came within the time.
    public func waits(for text: String, seconds: Double = 20) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while Date() < deadline {
            if output.contains(text) { return true }
            var waiting = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, 100)
            // A terminal without a program is always readable.
            if !process.isRunning, !output.contains(text) { return false }
        }
        return false
    }

    /// Types keys.
    public func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = Glibc.write(control, bytes, bytes.count)
    }

    /// Changes the terminal's size and tells the program, as the kernel tells the programs of a window.
    public func resize(columns: Int, rows: Int) {
        setSize(columns: columns, rows: rows)
        kill(process.processIdentifier, SIGWINCH)
    }

    private func setSize(columns: Int, rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = ioctl(control, UInt(TIOCSWINSZ), &size)
    }

    /// The program's process.
    public var processIdentifier: Int32 { process.processIdentifier }

    /// Sends a signal.
    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the program's end.
    ///
    /// - Returns: its exit status, or 128 plus the signal's number; nil if it still runs after the time.
    public func end(seconds: Double = 20) -> Int32? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while process.isRunning, Date() < deadline {
            readWhatIsThere()
            var waiting = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, 20)
        }
        guard !process.isRunning else { return nil }
        return process.terminationReason == .uncaughtSignal
            ? 128 + process.terminationStatus : process.terminationStatus
    }

    private func readWhatIsThere() {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(control, &piece, piece.count)
            guard count > 0 else { return }
            seen += piece[..<count]
        }
    }
}
