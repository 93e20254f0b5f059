import JSON

/// Makes a tree from libyaml's events, within limits while it grows.
///
/// An alias stays an alias: nothing is expanded, so a small text cannot become a large tree.
struct YAMLComposer: ~Copyable {
    private var events: YAMLEvents
    private let limits: YAMLLimits
    private var nodesCount = 0

    /// Composes the only document of a text.
    ///
    /// - Parameters:
    ///   - text: the whole text.
    /// - Throws: ``YAMLMistakes`` with the first mistake.
    static func compose(_ text: String, limits: YAMLLimits) throws(YAMLMistakes) -> YAMLNode {
        var composer = YAMLComposer(events: YAMLEvents(text), limits: limits)
        do throws(YAMLMistake) {
            return try composer.document()
        } catch {
            throw YAMLMistakes(all: [error])
        }
    }

    private init(events: consuming YAMLEvents, limits: YAMLLimits) {
        self.events = events
        self.limits = limits
    }

    private mutating func document() throws(YAMLMistake) -> YAMLNode {
        _ = try events.next()
        let start = try events.next()
        guard case .documentStart = start.kind else {
            throw YAMLMistake(.empty, at: TextPosition(line: 1, column: 1))
        }
        let root = try node(events.next(), depth: 1)
        _ = try events.next()
        let end = try events.next()
        guard case .streamEnd = end.kind else {
            throw YAMLMistake(.secondDocument, at: end.start, length: 3)
        }
        return root
    }

    /// The value that begins with an event.
    private mutating func node(
        _ event: YAMLEvent, depth: Int
    ) throws(YAMLMistake) -> YAMLNode {
        nodesCount += 1
        guard nodesCount <= limits.nodesMax else {
            throw YAMLMistake(.tooManyValues(max: limits.nodesMax), at: event.start)
        }
        guard depth <= limits.depthMax else {
            throw YAMLMistake(.tooManyLevels(max: limits.depthMax), at: event.start)
        }
        let content: YAMLNode.Content
        var end = event.end
        switch event.kind {
        case .scalar(let text, let style): content = .scalar(text, style)
        case .alias(let name): content = .alias(name)
        case .sequenceStart:
            var elements: [YAMLNode] = []
            while let first = try elementStart(&end) {
                elements.append(try node(first, depth: depth + 1))
            }
            content = .sequence(elements)
        case .mappingStart(let isInBraces):
            var members: [YAMLNode.Member] = []
            while let first = try elementStart(&end) {
                let key = try node(first, depth: depth + 1)
                let value = try node(events.next(), depth: depth + 1)
                members.append(YAMLNode.Member(key: key, value: value))
            }
            content = .mapping(members, isInBraces: isInBraces)
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
            throw YAMLMistake(.valueMissing, at: event.start)
        }
        return YAMLNode(
            content: content, start: event.start, end: end, anchor: event.anchor, tag: event.tag)
    }

    /// The event that the next element begins with; nil at the end of the list or mapping.
    private mutating func elementStart(
        _ end: inout TextPosition
    ) throws(YAMLMistake) -> YAMLEvent? {
        let event = try events.next()
        switch event.kind {
        case .sequenceEnd, .mappingEnd:
            end = event.end
            return nil
        default: return event
        }
    }
}
