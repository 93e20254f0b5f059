import BreakdownRenderer
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
    package var code: Code {
        switch storage {
        case .storage(let code, _): code
        }
    }

    /// What was expected and what was found, as `breakdown` says it.
    package var message: String {
        switch storage {
        case .storage(_, let message): message
        }
    }

    // One word: each `try` that an error passes contains code that copies it.
    private indirect enum Storage: Equatable {
        case storage(Code, message: String)
    }

    private let storage: Storage

    /// Makes one.
    ///
    /// - Parameters:
    ///   - message: the sentence; what it quotes of the input becomes harmless, because a host prints it.
    init(_ code: Code, _ message: String) {
        storage = .storage(code, message: Face(ascii: false).shown(message).text)
    }

    /// The answer to the caller: `{"code":…,"message":…}`.
    package var answer: [UInt8] {
        let json: JSON = ["code": .string(code.rawValue), "message": .string(message)]
        return Array(json.text().utf8)
    }
}
