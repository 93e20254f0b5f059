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
    package func files(
        _ descriptor: Int32, _ limits: ContainerLimits = .standard
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
            throw CopyProblem("cannot start the process that reads it: \(error)")
        }
        while process.end == nil {
            ConfinedProcess.wait(for: [process])
            process.checkForEnd(isCancelled: false)
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
                throw CopyProblem(error)
            }
        case .exited(let status, _):
            throw CopyProblem(
                "the process that reads it ended with status \(status); copy it again, or unpack it"
                    + " and give the folder")
        case .killed(let signal, _):
            throw CopyProblem(
                "the process that reads it was ended by signal \(signal): it is hostile or damaged, or"
                    + " there is too little memory; unpack it elsewhere and give the folder")
        case .timedOut, .cancelled, nil:
            throw CopyProblem(
                "not read within \(timeLimit.components.seconds) seconds; nothing was taken: unpack it"
                    + " and give the folder")
        }
    }
}
