import CLinux
import Glibc

/// How to start a child process: its program, what it gets from this process, and its limits.
package struct ChildStart {
    /// What a descriptor of the child leads to.
    package enum Stream {
        /// This process's descriptor of the same number.
        case inherited
        /// `/dev/null`.
        case nothing
        case descriptor(Int32)
        /// These bytes and then the end; they must fit into a pipe, which takes 64 KiB.
        case input([UInt8])
        /// A pipe that this process writes into: ``ChildProcess/descriptor(_:)``.
        case pipeToChild
        /// A pipe that this process reads itself.
        case pipeFromChild
        /// Collects the first bytes; more is read and dropped.
        case first(bytesMax: Int)
        case last(bytesMax: Int)
        /// The same as an earlier descriptor.
        case same(Int)
    }

    package enum Group {
        /// The group of this process: Ctrl-C at the terminal ends the child, too.
        case ours
        /// A group of its own, which ``ChildProcess/signal(_:)`` and the child's end reach as a whole.
        case own
        /// The same, and no terminal.
        case ownSession
    }

    package struct User {
        package let user: uid_t
        package let group: gid_t

        package init(user: uid_t, group: gid_t) { (self.user, self.group) = (user, group) }
    }

    /// Limits that the kernel keeps; nil for none.
    package struct Limits {
        /// Address space of each process.
        package var memoryBytes: UInt64?
        /// Of each process.
        package var processorSeconds: UInt64?
        /// Of each file that is written; with this limit no core file is written.
        package var fileBytes: UInt64?
        package var openFiles: UInt64?
        /// Of the whole user, so with 1 the child starts none; the kernel does not limit root.
        package var processes: UInt64?

        package init() {}
    }

    /// A path, or a name that is searched in `PATH`.
    package var program: String
    /// What the child is called with as its own name.
    package var name: String
    /// Without the name.
    package var arguments: [String]
    /// Variables as `NAME=value`; nil for those of this process.
    package var environment: [String]?
    package var folder: String?
    /// What the child's descriptors 0, 1, 2 and so on lead to, at most 8.
    package var streams: [Stream] = [.nothing, .inherited, .inherited]
    /// Whether the child gets only ``streams``, and no descriptor that this process was started with.
    package var closesOthers = false
    package var group = Group.ours
    /// The user that the child runs as; nil for that of this process.
    package var user: User?
    package var limits = Limits()
    /// After this time ``ChildProcess`` kills the child with everything that it started; nil for never.
    package var timeLimit: Duration?
    /// Whether the kernel kills the child when the thread that started it ends.
    package var endsWithParent = false

    package init(_ program: String, _ arguments: [String]) {
        self.program = program
        name = program
        self.arguments = arguments
    }

    /// A child that runs this program again, even if a newer version of it was installed meanwhile.
    package static func thisProgram(_ arguments: [String]) -> ChildStart {
        var start = ChildStart("/proc/self/exe", arguments)
        if let name = clinux_argument(0) { start.name = String(cString: name) }
        return start
    }

    func spawn(_ descriptors: [Int32]) throws(ChildStartError) -> pid_t {
        let words = Self.strings([name] + arguments)
        let variables = environment.map(Self.strings) ?? []
        let program = strdup(program)
        let folder = folder.map { strdup($0) } ?? nil
        defer { for text in words + variables + [program, folder] { free(text) } }
        let process = words.withUnsafeBufferPointer { words in
            variables.withUnsafeBufferPointer { variables in
                descriptors.withUnsafeBufferPointer { descriptors in
                    var start = clinux_start()
                    start.program = UnsafePointer(program)
                    start.arguments = words.baseAddress
                    start.environment =
                        variables.isEmpty
                        ? UnsafePointer(clinux_environment()) : variables.baseAddress
                    start.folder = UnsafePointer(folder)
                    start.descriptors = descriptors.baseAddress
                    start.descriptor_count = Int32(descriptors.count)
                    start.closes_others = closesOthers
                    start.own_group = group != .ours
                    start.own_session = group == .ownSession
                    start.ends_with_parent = endsWithParent
                    start.keeps_orphans = timeLimit != nil
                    start.changes_user = user != nil
                    if let user { (start.user, start.group) = (user.user, user.group) }
                    start.memory_bytes = limits.memoryBytes ?? .max
                    start.processor_seconds = limits.processorSeconds ?? .max
                    start.file_bytes = limits.fileBytes ?? .max
                    start.files = limits.openFiles ?? .max
                    start.processes = limits.processes ?? .max
                    return clinux_spawn(&start)
                }
            }
        }
        guard process > 0 else { throw ChildStartError(code: errno) }
        return process
    }

    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}

package struct ChildStartError: Error, CustomStringConvertible {
    package let code: Int32

    package init(code: Int32) { self.code = code }

    package var description: String { String(cString: strerror(code)) }
}
