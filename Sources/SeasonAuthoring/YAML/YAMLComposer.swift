import CYAML
import JSON

/// Makes a tree from libyaml's events, within limits while it grows.
///
/// An alias stays an alias: nothing is expanded, so a small text cannot become a large tree.
struct YAMLComposer: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// libyaml reads from these bytes with each event, so they must stay in their place.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let limits: YAMLLimits
    private var nodesCount = 0

    /// Composes the only document of a text.
    static func compose(_ text: String, limits: YAMLLimits) throws(YAMLMistakes) -> YAMLNode {
        var composer = YAMLComposer(text, limits: limits)
        do throws(YAMLMistake) {
            return try composer.document()
        } catch {
            throw YAMLMistakes(all: [error])
        }
    }

    private init(_ text: String, limits: YAMLLimits) {
        self.limits = limits
        parser = .allocate(capacity: 1)
        bytes = .allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        // This fails only for lack of memory, which ends a Swift program everywhere.
        precondition(yaml_parser_initialize(parser) == 1, "no memory for libyaml")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    private mutating func document() throws(YAMLMistake) -> YAMLNode {
        _ = try mark()
        guard try mark().type == YAML_DOCUMENT_START_EVENT else {
            throw YAMLMistake(.empty, at: TextPosition(line: 1, column: 1))
        }
        let root = try node(next(), depth: 1)
        _ = try mark()
        let end = try mark()
        guard end.type == YAML_STREAM_END_EVENT || end.type == YAML_NO_EVENT else {
            throw YAMLMistake(.secondDocument, at: TextPosition(end.start_mark), length: 3)
        }
        return root
    }

    /// Reads the next event, which the caller must delete.
    ///
    /// - Throws: the text's first mistake of grammar.
    private mutating func next() throws(YAMLMistake) -> yaml_event_t {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else {
            throw YAMLMistake(grammarErrorOf: parser.pointee)
        }
        return event
    }

    /// Reads the next event, of which only the type and the place matter.
    private mutating func mark() throws(YAMLMistake) -> yaml_event_t {
        var event = try next()
        let mark = event
        yaml_event_delete(&event)
        return mark
    }

    /// The value that begins with an event, which it deletes.
    private mutating func node(_ event: yaml_event_t, depth: Int) throws(YAMLMistake) -> YAMLNode {
        var event = event
        defer { yaml_event_delete(&event) }
        let start = TextPosition(event.start_mark)
        var end = TextPosition(event.end_mark)
        nodesCount += 1
        guard nodesCount <= limits.nodesMax else {
            throw YAMLMistake(.tooManyValues(max: limits.nodesMax), at: start)
        }
        guard depth <= limits.depthMax else {
            throw YAMLMistake(.tooManyLevels(max: limits.depthMax), at: start)
        }
        let content: YAMLNode.Content
        var names: (anchor: UnsafePointer<yaml_char_t>?, tag: UnsafePointer<yaml_char_t>?)
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let style = YAMLScalarStyle(scalar.style)
            content = .scalar(String(decoding: text, as: UTF8.self), style)
            names = (UnsafePointer(scalar.anchor), UnsafePointer(scalar.tag))
        case YAML_ALIAS_EVENT:
            content = .alias(Self.text(event.data.alias.anchor) ?? "")
            names = (nil, nil)
        case YAML_SEQUENCE_START_EVENT:
            var elements: [YAMLNode] = []
            while let first = try elementStart(&end) {
                elements.append(try node(first, depth: depth + 1))
            }
            content = .sequence(elements)
            let sequence = event.data.sequence_start
            names = (UnsafePointer(sequence.anchor), UnsafePointer(sequence.tag))
        case YAML_MAPPING_START_EVENT:
            var members: [YAMLNode.Member] = []
            while let first = try elementStart(&end) {
                let key = try node(first, depth: depth + 1)
                let value = try node(next(), depth: depth + 1)
                members.append(YAMLNode.Member(key: key, value: value))
            }
            let mapping = event.data.mapping_start
            content = .mapping(members, isInBraces: mapping.style == YAML_FLOW_MAPPING_STYLE)
            names = (UnsafePointer(mapping.anchor), UnsafePointer(mapping.tag))
        default: throw YAMLMistake(.valueMissing, at: start)
        }
        return YAMLNode(
            content: content, start: start, end: end, anchor: Self.text(names.anchor),
            tag: Self.text(names.tag))
    }

    /// The event that the next element begins with; nil at the end of the list or mapping.
    private mutating func elementStart(
        _ end: inout TextPosition
    ) throws(YAMLMistake) -> yaml_event_t? {
        var event = try next()
        switch event.type {
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            end = TextPosition(event.end_mark)
            yaml_event_delete(&event)
            return nil
        default: return event
        }
    }

    private static func text(_ bytes: UnsafePointer<yaml_char_t>?) -> String? {
        bytes.map { String(cString: $0) }
    }
}

extension YAMLScalarStyle {
    fileprivate init(_ style: yaml_scalar_style_t) {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: self = .literal
        case YAML_FOLDED_SCALAR_STYLE: self = .folded
        default: self = .plain
        }
    }
}

extension TextPosition {
    /// A place as libyaml counts it: from 0, in code points.
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
