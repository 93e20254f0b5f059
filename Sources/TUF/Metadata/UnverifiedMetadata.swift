import JSON

/// A metadata file as it came: parsed, nothing of it trusted (TUF specification 4.2).
struct UnverifiedMetadata {
    /// One entry of `signatures`.
    struct Signature {
        let keyID: String
        let hex: String
    }

    /// The signed part, as received with all unknown members.
    let signed: JSONCursor
    /// The canonical form of exactly that part: what signatures are made over.
    let message: [UInt8]
    let signatures: [Signature]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file as received.
    ///   - file: its name or its role's, for messages.
    ///   - limits: what is accepted at most.
    /// - Throws: ``RepositoryError/malformed(file:problem:)``.
    init(_ bytes: [UInt8], file: String, limits: TUFLimits) throws(RepositoryError) {
        let jsonLimits = JSONLimits(
            lengthBytesMax: limits.listedBytesMax, depthMax: limits.depthMax,
            valuesMax: limits.valuesMax)
        do {
            let cursor = JSONCursor(try JSON.parse(bytes, limits: jsonLimits))
            signed = try cursor.member("signed")
            _ = try signed.object()
            signatures = try Self.signatures(cursor.member("signatures"), limits: limits)
            message = try signed.value.canonical()
        } catch {
            throw .malformed(file: file, problem: "\(error)")
        }
    }

    /// The signed part in a role's own shape; only for what has been verified.
    func decoded<Body>(
        as role: String, _ decode: (JSONCursor) throws(JSONShapeError) -> Body
    ) throws(RepositoryError) -> Body {
        do {
            return try decode(signed)
        } catch {
            throw .malformed(file: role, problem: "\(error)")
        }
    }

    private static func signatures(
        _ cursor: JSONCursor, limits: TUFLimits
    ) throws(JSONShapeError) -> [Signature] {
        let elements = try cursor.elements()
        guard elements.count <= limits.signaturesMax else {
            throw JSONShapeError(
                path: cursor.path,
                problem: "expected at most \(limits.signaturesMax) signatures,"
                    + " found \(elements.count)")
        }
        var signatures: [Signature] = []
        for element in elements {
            signatures.append(
                Signature(
                    keyID: try element.member("keyid").string(),
                    hex: try element.member("sig").string()))
        }
        return signatures
    }
}
