/// Colours and weights of a terminal (ECMA-48 SGR), or nothing at all where there is no colour.
struct Style {
    let isOn: Bool
    /// What the columns are: only alliances have colours.
    let subject: Subject

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
        /// Nothing special.
        case plain

        fileprivate var withoutSide: Role {
            switch self {
            case .red, .blue: .plain
            case .strongRed, .strongBlue: .strong
            default: self
            }
        }
    }

    /// The parameters of the sequence that switches a role's colours on.
    ///
    /// - Parameter role: what a text is; nil leaves it plain.
    /// - Returns: the parameters, or nil if nothing is to be switched.
    func code(_ role: Role?) -> String? {
        guard isOn, let role else { return nil }
        return switch subject == .match ? role : role.withoutSide {
        case .faint: "2"
        case .strong: "1"
        case .red: "31"
        // Plain blue is hard to read on black.
        case .blue: "94"
        case .strongRed: "1;31"
        case .strongBlue: "1;94"
        case .warning: "33"
        case .plain: nil
        }
    }
}
