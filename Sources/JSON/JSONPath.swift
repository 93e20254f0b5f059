/// The path from a tree's root to a value in it: `rows[3].label`.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    /// One step down.
    public enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    /// The steps from the root.
    public let steps: [Step]

    /// The root itself.
    public static let root = JSONPath(steps: [])

    /// Makes a path.
    public init(steps: [Step]) {
        self.steps = steps
    }

    /// The path to the member `key` of the object here.
    public func member(_ key: String) -> JSONPath { JSONPath(steps: steps + [.member(key)]) }

    /// The path to an element of the list here, from 0.
    public func element(_ index: Int) -> JSONPath { JSONPath(steps: steps + [.element(index)]) }

    /// `rows[3].label`, or `the whole text` for the root; unusual keys are written as `["f1/2024"]`.
    public var description: String {
        guard !steps.isEmpty else { return "the whole text" }
        var text = ""
        for step in steps {
            switch step {
            case .member(let key) where Self.isPlain(key): text += text.isEmpty ? key : ".\(key)"
            case .member(let key): text += "[\"\(shown(key))\"]"
            case .element(let index): text += "[\(index)]"
            }
        }
        return text
    }

    private static func isPlain(_ key: String) -> Bool {
        (1...40).contains(key.utf8.count)
            && key.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
