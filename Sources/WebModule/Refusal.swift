import JSON

/// Why a call was refused: a word for programs, and a sentence for people.
package struct Refusal: Error, Equatable {
    /// The kinds that a caller tells apart.
    package enum Code: String, Sendable {
        case invalidJSON = "invalid-json"
        case notAMatch = "not-a-match"
        case invalidOptions = "invalid-options"
        case damagedBundle = "damaged-bundle"
        case needsNewer = "needs-newer"
        case unknownSeason = "unknown-season"
        case tooLarge = "too-large"
        case invalidDescription = "invalid-description"
    }

    /// The kind.
    package let code: Code
    /// What was expected and what was found, as `breakdown` says it.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The answer to the caller: `{"code":…,"message":…}`.
    package var answer: [UInt8] {
        let json: JSON = ["code": .string(code.rawValue), "message": .string(message)]
        return Array(json.text().utf8)
    }
}
