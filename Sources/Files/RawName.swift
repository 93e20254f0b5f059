import Glibc

/// A name in a folder as the system has it: bytes that need not be UTF-8.
struct RawName {
    /// The bytes with their final zero.
    let bytes: [CChar]

    /// The name as text, with U+FFFD for bytes that are not UTF-8.
    var text: String {
        String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Lists the names in a folder, in no order, without `.` and `..`.
    static func all(in folder: Folder) throws(FileError) -> [RawName] {
        // The stream needs a descriptor of its own, because it moves the position in it, and closes it.
        let number = try call("list", folder.path) {
            openat(folder.descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = fdopendir(number) else {
            let code = errno
            close(number)
            throw FileError(operation: "list", path: folder.path, code: code)
        }
        defer { closedir(stream) }
        var names: [RawName] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else {
                    throw FileError(operation: "list", path: folder.path, code: errno)
                }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 1) { start in
                    Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
                }
            }
            let dot = CChar(UInt8(ascii: "."))
            if name != [dot, 0], name != [dot, dot, 0] { names.append(RawName(bytes: name)) }
        }
    }
}
