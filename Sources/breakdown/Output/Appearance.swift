import BreakdownRenderer
import Platform

/// How tables are drawn, decided from the options and the terminal.
struct Appearance: Equatable {
    /// Columns.
    let width: Int
    /// Whether only ASCII is used.
    let ascii: Bool
    /// Whether escape sequences colour the text.
    let colour: Bool
    /// Whether bold and faint type are the only colours.
    let isQuiet: Bool
    /// The colours of a picture.
    let pictureTheme: PictureTheme

    /// Decides how tables are drawn.
    init(_ wish: Wish, in surroundings: ProcessEnvironment) {
        width = wish.width ?? Self.width(surroundings)
        ascii =
            wish.ascii
            ?? !TerminalKind.showsSigns(
                isTerminal: surroundings.isTerminal, surroundings.variable)
        isQuiet = wish.theme == .quiet
        pictureTheme =
            switch wish.theme {
            case .light: .light
            case .dark: .dark
            case .auto, .quiet, nil: .auto
            }
        colour =
            switch wish.colour {
            case .always: true
            case .never: false
            case .auto, nil:
                ColourRule.welcomesColour(
                    isTerminal: surroundings.isTerminal, variable: surroundings.variable)
            }
    }

    /// The options of the command line.
    struct Wish: Equatable {
        /// Columns, if the person named a number.
        var width: Int?
        /// Whether the person wants ASCII; nil if the person did not say.
        var ascii: Bool?
        /// When to use colour.
        var colour: ColourChoice?
        /// The look, if the person chose one.
        var theme: Theme?
        /// Whether a pager shows text that is longer than the screen; nil if the person did not say.
        var pager: Bool?

        /// The same wish, with a file's values where the command line says nothing.
        func completed(by file: DefaultsFile) -> Wish {
            Wish(
                width: width ?? file.width, ascii: ascii ?? file.ascii,
                colour: colour ?? file.colour, theme: theme ?? file.theme,
                pager: pager ?? file.pager)
        }
    }

    private static func width(_ surroundings: ProcessEnvironment) -> Int {
        let found =
            surroundings.terminalColumns ?? surroundings.variable("COLUMNS").flatMap { Int($0) }
        guard let found, found > 0 else { return 80 }
        return min(max(found, DocumentLimits.widths.lowerBound), DocumentLimits.widths.upperBound)
    }
}

/// When to use colour.
enum ColourChoice: String, CaseIterable {
    case auto, always, never
}
