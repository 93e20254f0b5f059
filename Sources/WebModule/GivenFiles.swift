import BundleFormat
import JSON
import Text

/// The files of a call: names, and where the bytes of each are.
struct GivenFiles {
    /// The files in the caller's order.
    let files: [(path: BundlePath, bytes: UnsafeBufferPointer<UInt8>)]

    /// Cuts a call's bytes into files.
    ///
    /// - Parameters:
    ///   - data: the bytes; they must last as long as the value.
    /// - Throws: ``Refusal`` if the lengths do not fit, or a file is given twice.
    init(_ options: LoadOptions, _ data: UnsafeBufferPointer<UInt8>) throws(Refusal) {
        var files: [(path: BundlePath, bytes: UnsafeBufferPointer<UInt8>)] = []
        var at = 0
        guard options.files.count <= BundleLimits.standard.filesMax + 1,
            data.count <= BundleLimits.standard.unpackedBytesMax
        else {
            throw Refusal(.tooLarge, "bundle \(options.year): expected a smaller one")
        }
        for file in options.files {
            guard file.lengthBytes <= BundleLimits.standard.fileBytesMax else {
                throw Refusal(
                    .tooLarge,
                    "\(file.path): expected at most \(BundleLimits.standard.fileBytesMax) bytes")
            }
            guard file.lengthBytes <= data.count - at else {
                throw Refusal(.invalidOptions, "options: expected the bytes of \(file.path)")
            }
            let isKnown = files.contains {
                Self.areEqual($0.path.description, file.path.description)
            }
            guard !isKnown else {
                throw Refusal(
                    .invalidOptions, "options: expected \(file.path) once, found it twice")
            }
            files.append(
                (file.path, UnsafeBufferPointer(rebasing: data[at..<at + file.lengthBytes])))
            at += file.lengthBytes
        }
        guard at == data.count else {
            throw Refusal(.invalidOptions, "options: expected a name for each byte of the data")
        }
        self.files = files
    }

    /// The bytes of a file, or nil if it was not given.
    subscript(_ path: String) -> UnsafeBufferPointer<UInt8>? {
        files.first { Self.areEqual($0.path.description, path) }?.bytes
    }

    static func areEqual(_ left: String, _ right: String) -> Bool {
        left.hasSameCodePoints(as: right)
    }
}
