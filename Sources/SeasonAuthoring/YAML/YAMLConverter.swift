import JSON

/// Makes JSON from a tree and collects everything that JSON does not have.
struct YAMLConverter {
    private var mistakes: [YAMLMistake] = []
    /// The names after `&`, so that a use of one is not reported, too.
    private var anchors: Set<String> = []

    /// Converts a tree; its depth is limited, so that the recursion ends.
    static func json(of root: YAMLNode) throws(YAMLMistakes) -> JSON {
        var converter = YAMLConverter()
        let json = converter.convert(root)
        guard converter.mistakes.isEmpty else { throw YAMLMistakes(all: converter.mistakes) }
        return json
    }

    /// The value of a node; if it has none, reports a mistake and returns null.
    private mutating func convert(_ node: YAMLNode, isInList: Bool = false) -> JSON {
        if let anchor = node.anchor {
            anchors.insert(anchor)
            report(.anchor, node)
            return .null
        }
        switch node.content {
        case .scalar(let text, let style): return convert(text, style, node)
        case .sequence(let elements):
            if let tag = node.tag { report(.tag(tag), node) }
            return .array(elements.map { convert($0, isInList: true) })
        case .mapping(let members, _):
            if let tag = node.tag { report(.tag(tag), node) }
            return .object(convert(members, isElement: isInList))
        case .alias(let name):
            if !anchors.contains(name) { report(.alias, node) }
            return .null
        }
    }

    private mutating func convert(
        _ text: String, _ style: YAMLScalarStyle, _ node: YAMLNode
    ) -> JSON {
        guard style == .plain else {
            if let tag = node.tag, tag != Self.textTag { report(.tag(tag), node) }
            return .string(text)
        }
        if let tag = node.tag {
            report(.tag(tag), node)
            return .null
        }
        switch CoreSchema.meaning(ofPlain: text) {
        case .value(let value): return value
        case .none(let problem):
            report(problem, node, length: text.unicodeScalars.count)
            return .null
        }
    }

    /// The members of a mapping.
    ///
    /// If an element of a list begins a second time, only this is reported: the keys behind it come a second
    /// time because of it.
    private mutating func convert(_ members: [YAMLNode.Member], isElement: Bool) -> JSONObject {
        var object = JSONObject()
        // Two keys that look alike are one key for a reader, so Swift's `==` is right here.
        var places: [String: TextPosition] = [:]
        var hasBegunAgain = false
        for member in members {
            let value = convert(member.value)
            guard let name = name(of: member.key) else { continue }
            if let first = places[name] {
                let isBeginning = isElement && first == members.first?.key.start
                if hasBegunAgain, !isBeginning { continue }
                hasBegunAgain = hasBegunAgain || isBeginning
                report(
                    .duplicateKey(name, at: member.key.start, first: first, isInElement: isElement),
                    member.key, length: name.unicodeScalars.count)
            } else {
                places[name] = member.key.start
                object[name] = value
            }
        }
        return object
    }

    /// A key's text as it is written: `0`, `true` and `"0"` are all keys of that spelling.
    private mutating func name(of key: YAMLNode) -> String? {
        if key.anchor != nil || key.tag.map({ $0 != Self.textTag }) == true {
            report(.keyWithTagOrAnchor, key)
            return nil
        }
        switch key.content {
        case .scalar("<<", .plain): report(.mergeKey, key, length: 2)
        case .scalar(let text, .plain) where CoreSchema.meaning(ofPlain: text) == .value(.null):
            report(.emptyKey, key)
        case .scalar(let text, _): return text
        case .alias(let name):
            if !anchors.contains(name) { report(.keyWithTagOrAnchor, key) }
        case .sequence, .mapping: report(.keyIsCollection, key)
        }
        return nil
    }

    private mutating func report(
        _ problem: YAMLMistake.Problem, _ node: YAMLNode, length: Int = 1
    ) {
        mistakes.append(YAMLMistake(problem, at: node.start, length: length))
    }

    private static let textTag = "tag:yaml.org,2002:str"
}
