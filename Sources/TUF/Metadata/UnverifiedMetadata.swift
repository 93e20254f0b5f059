import JSON

/// A metadata file as received: it is parsed, but nothing in it is trusted (TUF specification 4.2).
struct UnverifiedMetadata {
    struct Signature {
        let keyID: String
        let hex: String
    }

    /// The signed part as received, with all unknown members.
    let signed: JSONCursor
    /// The canonical form of that part; signatures are made over it.
    let message: [UInt8]
    let signatures: [Signature]

    init(_ bytes: [UInt8], file: String, limits: TUFLimits) throws(RepositoryError) {
        let jsonLimits = JSONLimits(
            lengthBytesMax: limits.listedBytesMax, depthMax: limits.depthMax,
            valuesMax: limits.valuesMax)
        func malformed(_ problem: String) -> RepositoryError {
            .malformed(file: file, problem: problem)
        }
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(bytes, limits: jsonLimits)
        } catch {
            throw malformed(error.description)
        }
        do throws(JSONShapeError) {
            let cursor = JSONCursor(json)
            signed = try cursor.member("signed")
            _ = try signed.object()
            signatures = try Self.signatures(cursor.member("signatures"), limits: limits)
        } catch {
            throw malformed(error.description)
        }
        do throws(CanonicalJSONError) {
            message = try signed.value.canonical()
        } catch {
            throw malformed(error.description)
        }
    }

    /// The signed part in a role's own form; call it only for verified metadata.
    func decoded<Body>(
        as role: String, _ decode: (JSONCursor) throws(JSONShapeError) -> Body
    ) throws(RepositoryError) -> Body {
        do throws(JSONShapeError) {
            return try decode(signed)
        } catch {
            throw .malformed(file: role, problem: error.description)
        }
    }

    /// A key identifier appears once (4.2.1).
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
        // By code point: `String` would treat different spellings of a letter as one.
        var keyIDs: Set<[UInt8]> = []
        for element in elements {
            let keyID = try element.member("keyid")
            let text = try keyID.string()
            guard keyIDs.insert(Array(text.utf8)).inserted else {
                throw JSONShapeError(
                    path: keyID.path,
                    problem: "expected one signature for each key, found two of one keyid")
            }
            signatures.append(Signature(keyID: text, hex: try element.member("sig").string()))
        }
        return signatures
    }
}
