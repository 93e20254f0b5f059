import BreakdownRenderer
import JSON

/// Why a call was refused: a word for programs, and a sentence for people.
package indirect enum Refusal: Error, Equatable {
    // Indirect, because each `try` that an error passes contains code that copies it.
    case refused(Code, message: String)

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
    package var code: Code {
        switch self {
        case .refused(let code, _): code
        }
    }

    /// What was expected and what was found, as `breakdown` says it.
    package var message: String {
        switch self {
        case .refused(_, let message): message
        }
    }

    /// Makes one.
    init(_ code: Code, _ message: String) {
        self = .refused(code, message: Charset(ascii: false).shown(message).text)
    }

    /// The answer to the caller: `{"code":…,"message":…}`.
    package var answer: [UInt8] {
        let json: JSON = ["code": .string(code.rawValue), "message": .string(message)]
        return Array(json.text().utf8)
    }
}
