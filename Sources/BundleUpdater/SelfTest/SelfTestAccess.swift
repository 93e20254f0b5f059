import CLinux
import Files
import Glibc

/// The files that a self-test may read: its season, its program, and what any program needs to start.
package struct SelfTestAccess: Equatable, Sendable {
    /// Files and folders to read.
    package var readable: [String]
    /// Files and folders to read and to execute from.
    package var runnable: [String]
    /// The newest version of the kernel's Landlock that is used; tests take 0 for a kernel without it.
    package var landlockVersionMax: Int32 = .max

    /// The version of Landlock that this kernel has; 0 for none.
    package static var kernelLandlockVersion: Int32 { clinux_landlock() }

    /// The access of one self-test.
    ///
    /// - Parameters:
    ///   - command: the program's path and its arguments. The programs and scripts among them may be read.
    ///   - folder: the season's folder, an absolute path.
    package init(_ command: [String], folder: String) {
        readable = [folder] + Self.systemFiles
        runnable = Self.programs(command) + Self.programFolders + Self.libraryFolders
    }

    /// The files of a command that are to run.
    ///
    /// These are the program, what else of its words is an executable file, and the script behind an
    /// interpreter. An argument that names any other file gives no right to read it.
    private static func programs(_ command: [String]) -> [String] {
        guard let program = command.first else { return [] }
        let words = command.dropFirst()
        let name = program.split(separator: "/").last ?? ""
        var programs = [program] + words.filter { isExecutableFile($0) }
        if interpreters.contains(where: { name.hasPrefix($0) }),
            let script = words.first(where: { !$0.hasPrefix("-") })
        {
            programs.append(script)
        }
        return programs.filter { $0.hasPrefix("/") }
    }

    private static func isExecutableFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }

    /// The beginnings of the names of programs whose first argument is a script.
    private static let interpreters = ["sh", "bash", "dash", "python", "perl", "ruby"]

    /// What the C library and runtimes read at their start, and harmless devices.
    private static let systemFiles = [
        "/proc/self", "/sys/devices/system/cpu", "/etc/ld.so.cache", "/dev/zero", "/dev/full",
        "/dev/random", "/dev/urandom",
    ]

    /// Where systems keep programs and libraries; nobody keeps secrets or states there.
    private static let programFolders =
        ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]
        + ["bin", "sbin", "lib", "lib32", "lib64", "libx32", "libexec", "share"].map {
            "/usr/\($0)"
        }
        + ["bin", "sbin", "lib"].map { "/usr/local/\($0)" }

    /// The folders that this program's own libraries were loaded from, wherever the toolchain lies.
    private static let libraryFolders: [String] = {
        var paths: [String] = []
        withUnsafeMutablePointer(to: &paths) { paths in
            clinux_libraries(
                { path, context in
                    context.assumingMemoryBound(to: [String].self).pointee
                        .append(String(cString: path))
                }, paths)
        }
        return Array(Set(paths.map { Paths.parent(of: $0) })).sorted()
    }()
}
