import CLinux
import Glibc

/// The work of the process that reads a container: it reads its standard input and sends the files
/// through its standard output.
package enum ContainerSending {
    /// Reads and sends everything, and ends the process.
    package static func run() -> Never {
        // Names in UTF-8 need such a locale; it is built into the C library.
        setlocale(LC_CTYPE, "C.UTF-8")
        do throws(ContainerProblem) {
            try ContainerReader.requireLibrary()
            // On a kernel without filters the process runs without one, like a self-test.
            _ = clinux_seal()
            try ContainerReader().read(0) { name, bytes in send(ContainerStream.file(name, bytes)) }
            send(ContainerStream.end)
        } catch {
            send(ContainerStream.problem(error))
        }
        _exit(0)
    }

    /// Ends the process if the reader is gone.
    private static func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { piece in
                Glibc.write(pipe, piece.baseAddress, piece.count)
            }
            guard count >= 0 || errno == EINTR else { _exit(1) }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    private static let pipe: Int32 = 1
}
