import WebTransport

extension AnswerHead {
    /// The content codings that change a file's bytes (RFC 9110 §8.4.1): IANA's registry without `identity`.
    ///
    /// Other words leave the bytes as they are: object stores send `aws-chunked`, which was only the form of an
    /// upload. If an unknown word means another coding after all, the signed hash refuses the bytes.
    private static let changingCodings: Set<String> = [
        "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip",
        "x-compress", "x-gzip", "zstd",
    ]

    /// The first coding that makes the body differ from the file; nil if there is none.
    var changingCoding: String? {
        headers.filter { $0.name == "content-encoding" }
            .flatMap { $0.value.lowercased().split(separator: ",") }
            .map { String($0.filter { $0 != " " && $0 != "\t" }) }
            .first { Self.changingCodings.contains($0) }
    }
}
