import CLinux
import Files

/// The files that a self-test may read: its season, its program, and what any program needs to start.
struct SelfTestAccess: Equatable, Sendable {
    /// Files and folders to read.
    var readable: [String]
    /// Files and folders to read and to execute from.
    var runnable: [String]
    /// The newest version of the kernel's Landlock that is used; tests take 0 for a kernel without it.
    var landlockVersionMax: Int32 = .max

    /// The version of Landlock that this kernel has; 0 for none.
    static var kernelLandlockVersion: Int32 { clinux_landlock() }

    /// The access of one self-test.
    ///
    /// - Parameters:
    ///   - command: the program's path and its arguments. What an argument names by an absolute path may be
    ///     read, too: the command's owner wrote it there.
    ///   - folder: the season's folder, an absolute path.
    init(_ command: [String], folder: String) {
        readable = [folder] + Self.systemFiles
        runnable = command.filter { $0.hasPrefix("/") } + Self.programFolders + Self.libraryFolders
    }

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
        return Array(Set(paths.map { Files.parent(of: $0) })).sorted()
    }()
}
