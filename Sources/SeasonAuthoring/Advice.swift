/// A text for a person that may name commands of bundle-publish.
///
/// The program that prints it completes each command with the home and the repository that the person named.
package struct Advice: Equatable, Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Equatable, Sendable {
        case text(String)
        case command(NamedCommand)
    }

    private let parts: [Part]

    package init(_ text: String) { parts = [.text(text)] }

    package init(stringLiteral text: String) { self.init(text) }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    private init(_ parts: [Part]) { self.parts = parts }

    /// The text; `complete` writes a command as a person can copy it.
    package func text(_ complete: (NamedCommand) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .command(let command): complete(command)
            }
        }.joined()
    }

    package static func + (_ first: Advice, _ second: Advice) -> Advice {
        Advice(first.parts + second.parts)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text("\(value)"))
        }

        package mutating func appendInterpolation(_ command: NamedCommand) {
            parts.append(.command(command))
        }

        package mutating func appendInterpolation(_ advice: Advice) { parts += advice.parts }
    }
}

/// A command that a text names, of bundle-publish unless it says otherwise.
package struct NamedCommand: Equatable, Sendable {
    /// The options that the program adds, with what the person gave to the command that prints the text.
    package enum Option: Sendable { case place, folder, key, home }

    package let program: String
    package let words: [String]
    package let options: [Option]

    package init(_ words: [String], _ options: [Option], of program: String = "bundle-publish") {
        (self.words, self.options, self.program) = (words, options, program)
    }

    /// A command of another program, which takes none of our options.
    package static func shell(_ program: String, _ words: String...) -> NamedCommand {
        NamedCommand(words, [], of: program)
    }

    package static func author(_ words: String...) -> NamedCommand {
        NamedCommand(words, [.folder])
    }
}
