/// Colours and weights of a terminal (ECMA-48 SGR), or nothing at all where there is no colour.
struct Style {
    let isOn: Bool

    /// What a piece of text is.
    enum Role {
        /// Lines, and what matters least.
        case faint
        /// What is read first.
        case strong
        case red, blue
        case strongRed, strongBlue
        /// Something is wrong.
        case warning
    }

    /// The text in the colours of its role.
    ///
    /// - Parameters:
    ///   - text: what has been made harmless before.
    ///   - role: what it is; nil leaves it plain.
    /// - Returns: the text, with the colours switched off again behind it.
    func paint(_ text: String, _ role: Role?) -> String {
        guard isOn, let role, !text.isEmpty else { return text }
        let code =
            switch role {
            case .faint: "2"
            case .strong: "1"
            case .red: "31"
            // Plain blue is hard to read on black.
            case .blue: "94"
            case .strongRed: "1;31"
            case .strongBlue: "1;94"
            case .warning: "33"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
