import CYAML
import JSON

/// One step through a YAML text, and where it is written.
struct YAMLEvent {
    /// What libyaml found.
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd, sequenceEnd, mappingEnd
        case alias(String)
        case scalar(String, YAMLScalarStyle)
        case sequenceStart
        case mappingStart(isInBraces: Bool)
    }

    let kind: Kind
    let start: TextPosition
    let end: TextPosition
    var anchor: String?
    var tag: String?
}

/// Reads a text's events from libyaml, one at a time.
struct YAMLEvents: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// libyaml reads from these bytes with each event, so they must stay in their place.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// The last text in quotes.
    private var lastQuoted: YAMLEvent?

    /// Starts at a text's beginning.
    init(_ text: String) {
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

    /// Reads the next event; after the last event it returns `streamEnd` again and again.
    ///
    /// - Throws: the text's first mistake of grammar.
    mutating func next() throws(YAMLMistake) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else {
            throw YAMLMistake(grammarErrorOf: parser.pointee, after: lastQuoted)
        }
        defer { yaml_event_delete(&event) }
        let read = YAMLEvent(event)
        switch read.kind {
        case .scalar(_, .singleQuoted), .scalar(_, .doubleQuoted): lastQuoted = read
        default: break
        }
        return read
    }
}

extension YAMLEvent {
    fileprivate init(_ event: yaml_event_t) {
        start = TextPosition(event.start_mark)
        end = TextPosition(event.end_mark)
        switch event.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        case YAML_ALIAS_EVENT: kind = .alias(Self.text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            kind = .scalar(String(decoding: bytes, as: UTF8.self), YAMLScalarStyle(scalar.style))
            (anchor, tag) = (Self.text(scalar.anchor), Self.text(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let sequence = event.data.sequence_start
            kind = .sequenceStart
            (anchor, tag) = (Self.text(sequence.anchor), Self.text(sequence.tag))
        case YAML_MAPPING_START_EVENT:
            let mapping = event.data.mapping_start
            kind = .mappingStart(isInBraces: mapping.style == YAML_FLOW_MAPPING_STYLE)
            (anchor, tag) = (Self.text(mapping.anchor), Self.text(mapping.tag))
        default: kind = .streamEnd
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
