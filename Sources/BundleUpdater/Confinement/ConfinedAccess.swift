import CLinux
import Files
import Glibc
import SeasonClient

/// The files that a confined program may read: what it works on, its program, and what any program
/// needs to start.
package struct ConfinedAccess: Equatable, Sendable {
    /// Files and folders to read.
    package var readable: [String]
    /// Files and folders to read and to execute from.
    package var runnable: [String]
    /// The newest version of the kernel's Landlock to use; tests use 0 for a kernel without it.
    package var landlockVersionMax: Int32 = .max
    /// Folders of libraries with colons between them, like `LD_LIBRARY_PATH`; nil for the system's.
    package private(set) var libraryPath: String?

    /// This kernel's version of Landlock; 0 for none.
    package static var kernelLandlockVersion: Int32 { clinux_landlock() }

    /// Makes the access of a program that works only on its input.
    package init(_ command: [String], libraryPath: String?) {
        readable = Self.systemFiles
        runnable = Self.programs(command) + Self.programFolders + Self.libraryFolders
        let folders = libraryPath?.split(separator: ":").map(String.init) ?? []
        runnable += folders.filter { $0.hasPrefix("/") }
        self.libraryPath = libraryPath
    }

    /// Makes the access of a program that tests seasons in these folders, absolute paths.
    package init(_ command: [String], folders: [String]) {
        readable = folders + Self.systemFiles
        runnable = Self.programs(command) + Self.programFolders + Self.libraryFolders
    }

    /// The files of a command that must run.
    ///
    /// They are the program, other words of the command that are executable files, and the script
    /// after an interpreter. An argument that names another file gives no right to read it.
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

    /// The first letters of programs whose first argument is a script.
    private static let interpreters = ["sh", "bash", "dash", "python", "perl", "ruby"]

    /// The files that the C library and runtimes read at their start, and harmless devices.
    ///
    /// Of the program's own `/proc` folder it is what runtimes look for. The rest tells about the machine: its
    /// connections (`net`, also below `task`) and its mounts.
    private static let systemFiles =
        [
            "auxv", "cgroup", "cmdline", "environ", "fd", "limits", "maps", "oom_score_adj",
            "stat", "statm", "status",
        ].map { "/proc/self/\($0)" } + [
            "/sys/devices/system/cpu", "/etc/ld.so.cache", "/dev/zero", "/dev/full",
            "/dev/random", "/dev/urandom",
        ]

    /// Where systems keep programs and libraries; they contain no secrets and no state.
    private static let programFolders =
        ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]
        + ["bin", "sbin", "lib", "lib32", "lib64", "libx32", "libexec", "share"].map {
            "/usr/\($0)"
        }
        + ["bin", "sbin", "lib"].map { "/usr/local/\($0)" }

    /// The folders of this program's own libraries, wherever the toolchain is.
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
