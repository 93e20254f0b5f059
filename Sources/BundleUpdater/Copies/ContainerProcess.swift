import BundleArchive
import BundleFormat
import Files
import Glibc
import Platform

/// The process that reads containers: this program again, with limits, as the user whose state it is for.
///
/// It gets the container's descriptor, and sends our own zip of the files that it has found. The files stay in
/// memory, so nothing is left when either process is killed.
package struct ContainerProcess {
    package var start: ChildStart

    /// Makes a process; nothing starts yet.
    ///
    /// - Parameter environment: its whole environment, without a login or a key of this process.
    package init(_ start: ChildStart, for state: StateFolder, environment: [String] = []) {
        self.start = start
        self.start.environment = environment
        self.start.streams = [
            .nothing, .first(bytesMax: RepositoryFile.limits.zipBytesMax), .nothing,
        ]
        self.start.closesOthers = true
        self.start.endsWithParent = true
        if geteuid() == 0, let user = StateUser.find(in: state), user != 0 {
            let group = getpwuid(user)?.pointee.pw_gid ?? user
            self.start.user = ChildStart.User(user: user, group: group)
        }
        // A minute for each 6 MB of a slow stream. A full container needs about five seconds of a processor.
        self.start.timeLimit = .seconds(600)
        self.start.limits.processorSeconds = 60
        // All files twice, the dictionary of `xz -9` or the window of `zstd --long`, and the program.
        self.start.limits.memoryBytes = 512 << 20
        self.start.limits.openFiles = 64
        self.start.limits.fileBytes = 0
    }

    /// Reads a container.
    package func files(_ descriptor: Int32) throws(CopyProblem) -> [String: [UInt8]] {
        let child: ChildProcess
        do throws(ChildStartError) {
            var start = start
            start.streams[0] = .descriptor(descriptor)
            child = try ChildProcess(start)
        } catch {
            throw CopyProblem("cannot start the process that reads it: \(error)")
        }
        let end = child.wait()
        let output = child.bytes(1)
        switch end {
        case .exited(0):
            // It is trusted as little as the container.
            guard let file = try? RepositoryFile(output) else {
                throw CopyProblem(
                    "the process that read it sent nonsense; nothing was taken: do not use it")
            }
            return file.files
        case .exited(1):
            // Its output is the sentence that says why.
            throw CopyProblem(String(decoding: output.prefix(500), as: UTF8.self))
        case .exited(let status): throw Self.ended("with status \(status)")
        case .killed(let signal): throw Self.ended("by signal \(signal)")
        case .timedOut: throw Self.ended("because its time was over")
        }
    }

    private static func ended(_ how: String) -> CopyProblem {
        CopyProblem(
            "the process that reads it was ended \(how): it is hostile or damaged, or there is too little"
                + " memory; nothing was taken: unpack it elsewhere and give the folder")
    }
}
