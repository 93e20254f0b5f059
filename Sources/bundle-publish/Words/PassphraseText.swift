import BundlePublisher

/// The questions to a person at the terminal.
enum PassphraseText {
    /// A question, ready for the answer after it.
    static func question(_ question: PassphrasePrompt.Question) -> String {
        switch question {
        case .opening(let place): "Passphrase of \(place): "
        case .choosing(let key, isFirst: true): "New passphrase for \(key): "
        case .choosing(let key, isFirst: false):
            "New passphrase for \(key), nothing for the same one: "
        case .repeating: "The same again: "
        }
    }

    /// An answer that does not open the key.
    static func wrong(_ place: String) -> String { "\(place): this passphrase does not open it" }
}
