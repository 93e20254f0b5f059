import CEL

/// Splits a template into its texts and the sources of its expressions.
///
/// `{` begins an expression and `}` ends it; `{{` and `}}` are literal braces. Inside an
/// expression, braces in quotes do not count and other braces nest, so `{ {'a': 1}['a'] }` is one
/// expression.
struct TemplateSyntax {
    /// A part of the template; offsets count code points from the template's start.
    enum Piece: Equatable {
        case text(String)
        case expression(source: String, offset: Int)
    }

    /// Why a text is not a template, with the place.
    struct Problem: Error, Equatable {
        let offset: Int
        let length: Int
        let message: String
        let remedy: String?
    }

    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var pieces: [Piece] = []
    private var literal = String.UnicodeScalarView()

    /// Splits a template.
    ///
    /// - Parameter text: the template.
    /// - Returns: its pieces in order, no two texts side by side.
    /// - Throws: ``Problem`` with the first mistake.
    static func split(_ text: String) throws(Problem) -> [Piece] {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
        else { return text.isEmpty ? [] : [.text(text)] }
        var syntax = TemplateSyntax(scalars: Array(text.unicodeScalars))
        return try syntax.split()
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    private mutating func split() throws(Problem) -> [Piece] {
        while at < scalars.count {
            let scalar = scalars[at]
            switch scalar {
            case "{" where next == "{", "}" where next == "}":
                literal.append(scalar)
                at += 2
            case "{": try expression()
            case "}":
                throw Problem(
                    offset: at, length: 1, message: "found a `}` without `{` before it",
                    remedy: "write `}}` for a brace")
            default:
                literal.append(scalar)
                at += 1
            }
        }
        endLiteral()
        return pieces
    }

    private var next: Unicode.Scalar? { at + 1 < scalars.count ? scalars[at + 1] : nil }

    private mutating func endLiteral() {
        guard !literal.isEmpty else { return }
        pieces.append(.text(String(literal)))
        literal = String.UnicodeScalarView()
    }
}

// MARK: - Expressions

extension TemplateSyntax {
    private mutating func expression() throws(Problem) {
        endLiteral()
        let open = at
        at += 1
        var depth = 1
        while at < scalars.count {
            switch scalars[at] {
            case "{": depth += 1
            case "}": depth -= 1
            case "'", "\"": skipQuoted()
            default: break
            }
            if depth == 0 { break }
            at += 1
        }
        guard depth == 0 else {
            throw Problem(
                offset: open, length: 1, message: "expected `}` behind the expression, found none",
                remedy: "write `{{` for a brace")
        }
        let source = scalars[(open + 1)..<at]
        at += 1
        guard source.contains(where: { !$0.isSpace }) else {
            throw Problem(
                offset: open, length: at - open,
                message: "expected an expression in braces, found none",
                remedy: "write `{{` and `}}` for braces")
        }
        var bytes: [UInt8] = []
        for scalar in source { bytes.append(contentsOf: scalar.utf8) }
        let text = String(decoding: bytes, as: UTF8.self)
        pieces.append(.expression(source: text, offset: open + 1))
    }

    /// Moves from an opening quote to the last scalar of its closing one, or to the end.
    private mutating func skipQuoted() {
        let quote = scalars[at]
        // `r'\'` ends at its second quote: a raw text has no escapes.
        let isRaw = at > 0 && (scalars[at - 1] == "r" || scalars[at - 1] == "R")
        let isTriple =
            at + 2 < scalars.count && scalars[at + 1] == quote && scalars[at + 2] == quote
        at += isTriple ? 3 : 1
        while at < scalars.count {
            if scalars[at] == "\\", !isRaw {
                at += 2
                continue
            }
            if scalars[at] == quote {
                guard isTriple else { return }
                if at + 2 < scalars.count, scalars[at + 1] == quote, scalars[at + 2] == quote {
                    at += 2
                    return
                }
            }
            at += 1
        }
    }
}
