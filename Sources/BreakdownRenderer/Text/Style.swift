/// Colours and weights of a terminal (ECMA-48 SGR), or nothing if there is no colour.
struct Style {
    let isOn: Bool
    /// Whether bold and faint type are the only colours.
    let isQuiet: Bool
    /// The kinds of columns: only alliances have colours.
    let subject: Subject

    /// The role of a piece of text.
    enum Role {
        /// Lines, and the least important texts.
        case faint
        /// The texts that people read first.
        case strong
        case red, blue
        /// The title of a table.
        case section
        case strongRed, strongBlue
        /// A problem.
        case warning
        /// An ordinary text.
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
    func code(_ role: Role?) -> String? {
        guard isOn, let role else { return nil }
        return switch subject == .match ? role : role.withoutSide {
        case .faint: "2"
        case .strong: "1"
        case .section where isQuiet: "1"
        case .section: "1;36"
        case .red where isQuiet, .blue where isQuiet: nil
        case .strongRed where isQuiet, .strongBlue where isQuiet, .warning where isQuiet: "1"
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
