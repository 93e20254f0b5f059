/// The name of an entry in a container: names of folders and a file that never lead upwards.
struct EntryName: Equatable {
    /// The names from the container's top; `.` and empty names are left out.
    let segments: [String]

    /// Reads a name as it is stored.
    ///
    /// A backslash counts as a slash if it could lead somewhere, because some programs for Windows write it.
    ///
    /// - Throws: why the name refuses the container.
    init(_ bytes: some Collection<UInt8>, lengthBytesMax: Int) throws(EntryProblem) {
        guard !bytes.isEmpty else { throw .noName }
        guard bytes.count <= lengthBytesMax else { throw .longName }
        let slash = UInt8(ascii: "/")
        let backslash = UInt8(ascii: "\\")
        if let first = bytes.first, first == slash || first == backslash { throw .absolute }
        if let second = bytes.dropFirst().first, second == UInt8(ascii: ":") { throw .absolute }
        let dots = [UInt8](repeating: UInt8(ascii: "."), count: 2)
        for part in bytes.split(whereSeparator: { $0 == slash || $0 == backslash })
        where part.elementsEqual(dots) {
            throw .upwards
        }
        segments = bytes.split(separator: slash).filter { !$0.elementsEqual(dots.prefix(1)) }
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
