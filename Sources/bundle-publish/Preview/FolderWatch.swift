import BundlePublisher
import Files
import Glibc
import SeasonAuthoring

/// Tells when a file in one of some folders was saved.
///
/// Editors save in place, or write another name and rename it; both are noticed.
///
/// It works only on Linux (inotify). A network file system may not report what other machines write.
final class FolderWatch {
    /// Readable when something has happened.
    let descriptor: Int32
    private let folders: [String]

    /// An editor's save is several events, so after the first one nothing may happen for this long.
    private static let quietMilliseconds: Int32 = 12
    /// The most times to wait for that, because a program may write without end.
    private static let roundsMax = 5

    init(_ folders: [String]) throws(PublishError) {
        self.folders = folders
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            let error = FileError(operation: "watch", path: folders.first ?? "", code: errno)
            throw PublishError(
                "\(error)",
                remedy: "others may use up what the system has of inotify: see fs.inotify in sysctl"
            )
        }
        watch()
    }

    deinit {
        close(descriptor)
    }

    /// Reads the events and waits until they are over.
    func settle() -> Bool {
        var isWorthALook = drain()
        for _ in 0..<Self.roundsMax {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Self.quietMilliseconds) > 0 else { break }
            isWorthALook = drain() || isWorthALook
        }
        // A folder that was replaced by another one of its name is watched anew.
        watch()
        return isWorthALook
    }

    private func watch() {
        let events =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR
        for folder in folders { inotify_add_watch(descriptor, folder, UInt32(events)) }
    }

    /// Reads all events there are.
    private func drain() -> Bool {
        var isWorthALook = false
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return isWorthALook }
            isWorthALook =
                Self.names(in: buffer[..<count]).contains { !SeasonReader.isOfEditors($0) }
                || isWorthALook
        }
    }

    /// The names that events are about: `struct inotify_event`, each followed by its name.
    private static func names(in events: ArraySlice<UInt8>) -> [String] {
        let headLength = 16
        var names: [String] = []
        var rest = events
        while rest.count >= headLength {
            let lengthBytes = rest.dropFirst(12).prefix(4)
            let length = lengthBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= headLength + length else { break }
            let name = rest.dropFirst(headLength).prefix(length).prefix { $0 != 0 }
            names.append(String(decoding: name, as: UTF8.self))
            rest = rest.dropFirst(headLength + length)
        }
        return names
    }
}
