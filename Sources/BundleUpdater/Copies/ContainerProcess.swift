import Containers
import SeasonClient

/// The process that reads containers: this program again, confined like a self-test.
///
/// It has the container's descriptor and a pipe. After it has loaded libarchive, it has nothing else. The
/// files that come through the pipe stay in memory, so nothing is left when either process is killed.
package struct ContainerProcess: Sendable {
    /// The program's path, then its arguments.
    package var command: [String]
    /// Folders of libraries, like `LD_LIBRARY_PATH`.
    package var libraryPath: String?
    /// After this time it is killed: a minute for each 6 MB of a slow stream.
    package var timeLimit = Duration.seconds(600)

    /// Seconds that it may compute: a full container needs about five.
    private static let processorSeconds: UInt64 = 60
    /// Bytes of address space: 64 MiB for the dictionary of `xz -9`, 128 MiB for the window of
    /// `zstd --long`, and the program with its libraries.
    private static let memoryBytes: UInt64 = 384 << 20
    /// Bytes of names and lengths between the files.
    private static let extraBytesMax = 4 << 20

    /// Makes a process from a command; nothing starts yet.
    ///
    /// - Parameter command: the program's absolute path, then its arguments.
    package init(command: [String], libraryPath: String?) {
        self.command = command
        self.libraryPath = libraryPath
    }

    /// Reads a container.
    ///
    /// - Parameter isCancelled: called several times a second; true ends the process.
    package func files(
        _ descriptor: Int32, _ limits: ContainerLimits = .standard, isCancelled: () -> Bool
    ) throws(CopyProblem) -> [String: [UInt8]] {
        let process: ConfinedProcess
        do throws(ConfinedProcess.StartError) {
            process = try ConfinedProcess(
                command, access: ConfinedAccess(command, libraryPath: libraryPath),
                limits: ConfinedLimits(
                    time: timeLimit, memoryBytes: Self.memoryBytes,
                    outputBytesMax: limits.filesBytesMax + Self.extraBytesMax,
                    processorSeconds: Self.processorSeconds), input: descriptor)
        } catch {
            throw .reader(.notStarted(error.description))
        }
        while process.end == nil {
            ConfinedProcess.wait(for: [process])
            process.checkForEnd(isCancelled: isCancelled())
        }
        return try files(process.end, limits)
    }

    private func files(
        _ end: ConfinedProcess.End?, _ limits: ContainerLimits
    ) throws(CopyProblem) -> [String: [UInt8]] {
        switch end {
        case .exited(status: 0, let output):
            do throws(ContainerProblem) {
                return try ContainerStream.files(in: output, limits)
            } catch {
                throw .container(error)
            }
        case .exited(let status, _): throw .reader(.exited(status))
        case .killed(let signal, _): throw .reader(.killed(signal))
        case .timedOut: throw .reader(.timedOut(timeLimit.components.seconds))
        case .cancelled, nil: throw .reader(.cancelled)
        }
    }
}

/// How the process that reads a container ended without a result.
package enum ContainerProcessEnd: Equatable, Sendable, CustomStringConvertible {
    /// It could not be started; the sentence says why.
    case notStarted(String)
    /// It ended with this status.
    case exited(Int32)
    /// A signal ended it: it crashed, or was killed.
    case killed(Int32)
    /// It did not end within this many seconds.
    case timedOut(Int64)
    /// The agent was asked to end.
    case cancelled

    /// How it ended, and the remedy.
    package var description: String {
        switch self {
        case .notStarted(let reason): "cannot start the process that reads it: \(reason)"
        case .exited(let status):
            "the process that reads it ended with status \(status); copy it again, or unpack it"
                + " and give the folder"
        case .killed(let signal):
            "the process that reads it was ended by signal \(signal): it is hostile or damaged, or"
                + " there is too little memory; unpack it elsewhere and give the folder"
        case .timedOut(let seconds):
            "not read within \(seconds) seconds; nothing was taken: unpack it and give the folder"
        case .cancelled: "not read to its end, because the agent was asked to end"
        }
    }
}
