import Cryptography
import JSON

/// The hash functions with which metadata may list a file (TUF specification 4.4).
enum HashAlgorithm: String, CaseIterable {
    case sha256
    case sha512

    var digitCount: Int { self == .sha256 ? 64 : 128 }
}

/// The hashes with which a file is listed, by the algorithm's name and in the metadata's spelling.
typealias ListedHashes = [String: String]

extension JSONCursor {
    /// The listed hashes that we can check; there must be at least one.
    func hashes() throws(JSONShapeError) -> ListedHashes {
        var hashes: ListedHashes = [:]
        for (name, cursor) in try members() {
            let text = try cursor.string()
            guard let algorithm = HashAlgorithm(rawValue: name) else { continue }
            guard text.utf8.count == algorithm.digitCount, Hex.decode(text) != nil else {
                throw cursor.mismatch("\(algorithm.digitCount) hexadecimal digits")
            }
            hashes[name] = text
        }
        guard !hashes.isEmpty else { throw mismatch("a sha256 or sha512 hash") }
        return hashes
    }
}

/// Computes every listed hash of a file while its bytes pass.
struct FileHasher {
    private var sha256: SHA256?
    private var sha512: SHA512?
    private(set) var lengthBytes = 0

    init(for listed: ListedHashes) {
        sha256 = listed[HashAlgorithm.sha256.rawValue] == nil ? nil : SHA256()
        sha512 = listed[HashAlgorithm.sha512.rawValue] == nil ? nil : SHA512()
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        lengthBytes += bytes.count
        sha256?.update(bufferPointer: bytes)
        sha512?.update(bufferPointer: bytes)
    }

    /// Throws if a listed hash differs from that of the passed bytes.
    func verify(_ listed: ListedHashes, file: String) throws(RepositoryError) {
        let found = [
            HashAlgorithm.sha256: sha256.map { Hex.encode($0.finalize()) },
            HashAlgorithm.sha512: sha512.map { Hex.encode($0.finalize()) },
        ]
        for algorithm in HashAlgorithm.allCases {
            guard let expected = listed[algorithm.rawValue] else { continue }
            guard Hex.lowercased(expected) == found[algorithm] else {
                throw .hash(file: file, algorithm: algorithm.rawValue)
            }
        }
    }
}

extension FileHasher {
    /// Throws if the passed bytes differ from the listed file, in length or in a hash.
    func verify(_ target: TargetFile) throws(RepositoryError) {
        guard lengthBytes == target.lengthBytes else {
            throw .length(file: target.path, expected: target.lengthBytes, found: lengthBytes)
        }
        try verify(target.hashes, file: target.path)
    }

    /// The SHA-256 of bytes in memory, in lower case.
    static func sha256(of bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(data: bytes)) }
}
