import JSON
import Yams

/// YAML as a JSON tree that knows where each of its values was written.
struct YAMLTree {
    /// The values.
    let json: JSON
    /// Where they stand.
    let map: SourceMap
}

/// Reads the part of YAML 1.2 that is JSON with comments: one document of mappings with text keys,
/// lists and scalars.
///
/// Refused with a place: anchors and aliases, tags, merge keys, several documents, duplicate keys and
/// scalars without a JSON meaning (``CoreSchema``).
struct YAMLReader {
    private let source: SourceText
    private var diagnostics: [Diagnostic] = []
    private var nodes = 0
    /// With a resolver that has no rules: the library's own compiles a dozen regular expressions.
    private let implicit = Tag(.implicit, .basic)
    private let text = Tag(.str, .basic)

    /// Reads one file.
    ///
    /// - Parameter source: the file.
    /// - Returns: the tree.
    /// - Throws: ``DiagnosedError``: the first mistake of YAML's grammar or, where there is none, every
    ///   value that has no place in JSON.
    static func read(_ source: SourceText) throws(DiagnosedError) -> YAMLTree {
        var reader = YAMLReader(source: source)
        return try reader.read()
    }

    private init(source: SourceText) {
        self.source = source
    }

    private mutating func read() throws(DiagnosedError) -> YAMLTree {
        try AliasCount.refuseMany(in: source)
        let parser: Parser
        let root: Node
        do {
            // The basic resolver leaves every scalar a text: what it means is decided here alone.
            parser = try Parser(yaml: source.text, resolver: .basic, encoding: .utf8)
            guard let node = try parser.singleRoot() else {
                throw DiagnosedError(
                    source.diagnostic(
                        "expected keys and values, found none",
                        at: TextPosition(line: 1, column: 1)))
            }
            root = node
        } catch let error as YamlError {
            throw DiagnosedError(YAMLWording.diagnostic(error, in: source))
        } catch let error as DiagnosedError {
            throw error
        } catch {
            throw DiagnosedError(Diagnostic(file: source.path, message: "\(error)"))
        }
        // Anchors are held weakly by their nodes: the parser must outlive the conversion.
        let json = withExtendedLifetime(parser) { convert(root, depth: 1) }
        guard diagnostics.isEmpty else { throw DiagnosedError(diagnostics) }
        return YAMLTree(json: json, map: SourceMap(source: source, root: root))
    }

    /// The value of a node; null beside a diagnostic where it has none.
    private mutating func convert(_ node: Node, depth: Int) -> JSON {
        nodes += 1
        guard nodes <= PublishLimits.yamlNodesMax else {
            if nodes == PublishLimits.yamlNodesMax + 1 {
                report(node, "expected at most \(PublishLimits.yamlNodesMax) values")
            }
            return .null
        }
        guard depth <= PublishLimits.yamlDepthMax else {
            report(node, "expected at most \(PublishLimits.yamlDepthMax) levels")
            return .null
        }
        guard node.anchor == nil else {
            report(
                node, "expected a value, found an anchor",
                remedy: "anchors and aliases (& and *) are not read: write the value out")
            return .null
        }
        switch node {
        case .scalar(let scalar): return convert(scalar, node)
        case .sequence(let sequence):
            if sequence.tag != implicit { reportTag(node, sequence.tag) }
            return .array(sequence.map { convert($0, depth: depth + 1) })
        case .mapping(let mapping):
            if mapping.tag != implicit { reportTag(node, mapping.tag) }
            var object = JSONObject()
            for (key, value) in mapping {
                let converted = convert(value, depth: depth + 1)
                if let name = self.key(key) { object[name] = converted }
            }
            return .object(object)
        case .alias:
            report(node, "expected a value, found an alias")
            return .null
        }
    }

    private mutating func convert(_ scalar: Node.Scalar, _ node: Node) -> JSON {
        guard scalar.style == .plain else {
            if scalar.tag != text { reportTag(node, scalar.tag) }
            return .string(scalar.string)
        }
        guard scalar.tag == implicit else {
            reportTag(node, scalar.tag)
            return .null
        }
        switch CoreSchema.meaning(ofPlain: scalar.string) {
        case .value(let value): return value
        case .refused(let found, let remedy):
            report(
                node, "expected a value, found \(found)",
                length: scalar.string.unicodeScalars.count, remedy: remedy)
            return .null
        }
    }

    /// A key's text as it is written: `0`, `true` and `"0"` are all keys of that spelling.
    private mutating func key(_ node: Node) -> String? {
        guard case .scalar(let scalar) = node else {
            report(
                node, "expected a text as key, found a list or a mapping",
                remedy: "a text that starts with { or [ needs quotes around it")
            return nil
        }
        guard scalar.anchor == nil, scalar.tag == implicit || scalar.tag == text else {
            report(node, "expected a text as key, found a tag or an anchor")
            return nil
        }
        if scalar.style == .plain, scalar.string == "<<" {
            report(
                node, "expected a text as key, found a merge key", length: 2,
                remedy: "merge keys are not read: write the members out")
            return nil
        }
        if scalar.style == .plain, CoreSchema.meaning(ofPlain: scalar.string) == .value(.null) {
            report(node, "expected a text as key, found none")
            return nil
        }
        return scalar.string
    }

    private mutating func reportTag(_ node: Node, _ tag: Tag) {
        let name = tag.description.replacingPrefix("tag:yaml.org,2002:", with: "!!")
        report(
            node, "expected a value, found the tag \(name)",
            remedy: "tags are not read: write text in quotes and numbers without")
    }

    private mutating func report(
        _ node: Node, _ message: String, length: Int = 1, remedy: String? = nil
    ) {
        let diagnostic = source.diagnostic(
            message, at: TextPosition(node.mark), length: length, remedy: remedy)
        // An alias is the anchored node over again: one mistake, however often it is repeated.
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }
}

extension TextPosition {
    /// The place of a YAML node; the file's start for a node without one.
    init(_ mark: Mark?) {
        self.init(line: mark?.line ?? 1, column: mark?.column ?? 1)
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with replacement: String) -> String {
        hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
    }
}
