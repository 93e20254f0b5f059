import CEL
import JSON
import Text

/// Reads pieces of a description and collects what is wrong with them instead of stopping.
///
/// Every `read…` returns nil if it has reported something, or where an optional part is absent.
struct DescriptionReader {
    private(set) var findings: [DescriptionFinding] = []
    /// The names that expressions may use; the file's own ones are known once `define` is read.
    var vocabulary: Vocabulary {
        didSet { environments = [] }
    }
    /// A list, because there are at most six, and a dictionary's type costs a start a twentieth of its
    /// instructions.
    private var environments: [ScopedEnvironment] = []
    /// What reading the whole file may cost.
    let fuel: SharedFuel
    private var hasReportedFuel = false
    /// The places of the known keys that unknown ones were probably meant to be.
    private var misspelt: [JSONPath] = []
    /// The text for a missing value if a row does not say.
    var missing = Icon.missing.character
    /// The expressions that may have comments in them.
    private(set) var commented: [CommentedExpression] = []
    /// Rows so far, with `each` written out.
    var rowCount = 0
    /// The lowest level of the language that has all that was read so far.
    var level = LanguageLevel.levels.lowerBound

    init(subject: Subject) {
        fuel = SharedFuel(steps: RenderLimits.readingStepsMax)
        vocabulary = Vocabulary(subject: subject, named: [])
    }

    /// A reader of the same words that has found nothing yet.
    init(like reader: DescriptionReader) {
        fuel = reader.fuel
        vocabulary = reader.vocabulary
        environments = reader.environments
    }

    /// What expressions in a place may refer to.
    mutating func environment(_ scope: ExpressionScope) -> Environment {
        if let known = environments.first(where: { $0.scope == scope }) { return known.environment }
        let environment = vocabulary.environment(scope)
        environments.append(ScopedEnvironment(scope: scope, environment: environment))
        return environment
    }

    /// Adds a mistake, up to the limit.
    mutating func report(_ finding: DescriptionFinding) {
        guard findings.count < RenderLimits.findingsMax else { return }
        findings.append(finding)
    }

    /// Adds a mistake in the whole of a value.
    mutating func report(_ message: String, at path: JSONPath, remedy: String? = nil) {
        report(DescriptionFinding(path: path, message: message, remedy: remedy))
    }

    /// Adds a mistake in the type of a value.
    mutating func reportMismatch(_ expected: String, at cursor: JSONCursor, remedy: String? = nil) {
        let mismatch = cursor.mismatch(expected)
        report(mismatch.problem, at: mismatch.path, remedy: remedy)
    }

    /// Pays for reading; reports once if the file has used up its fuel.
    mutating func pay(_ steps: Int, at path: JSONPath) -> Bool {
        if fuel.take(steps), !fuel.isExhausted { return true }
        if !hasReportedFuel {
            report(
                "expected a description that takes at most \(RenderLimits.readingStepsMax) steps to "
                    + "read",
                at: path, remedy: "write fewer or shorter expressions, or fewer elements of `each`")
        }
        hasReportedFuel = true
        return false
    }

    /// Records that an expression may have comments.
    mutating func noteComments(_ expression: CommentedExpression) {
        commented.append(expression)
    }

    /// Records that the description uses a feature of the language.
    mutating func use(_ feature: LanguageLevel.Feature) {
        level = max(level, LanguageLevel.level(of: feature))
    }

    /// Whether the value is an object with known keys only; reports each unknown key.
    mutating func readObject(_ cursor: JSONCursor, keys: [String]) -> Bool {
        guard case .object(let object) = cursor.value else {
            reportMismatch("an object", at: cursor)
            return false
        }
        if LanguageLevel.hasOthers { for key in object.keys { use(.key(key)) } }
        for key in object.keys where !keys.contains(key) {
            let nearest = Spelling.nearest(to: key, among: keys)
            if let nearest { misspelt.append(cursor.path.member(nearest)) }
            report(
                DescriptionFinding(
                    path: cursor.path.member(key),
                    message: "unknown key `\(key.shortened(to: RenderLimits.keyBytesMax))`",
                    remedy: nearest.map { "did you mean `\($0)`?" }
                        ?? "known keys: \(keys.joined(separator: ", "))",
                    unknown: .key(nearest: nearest)))
        }
        return true
    }

    /// Whether an unknown key was reported that was probably meant to be this one.
    func hasMisspelt(_ key: String, of cursor: JSONCursor) -> Bool {
        misspelt.contains(cursor.path.member(key))
    }

    /// The member `key`, or nil if there is none.
    func member(_ key: String, of cursor: JSONCursor) -> JSONCursor? {
        cursor.value[key].map { JSONCursor($0, path: cursor.path.member(key)) }
    }

    /// The elements of a list that must have at least one and at most `countMax`.
    mutating func readElements(_ cursor: JSONCursor, countMax: Int) -> [JSONCursor] {
        guard case .array(let elements) = cursor.value else {
            reportMismatch(
                "a list", at: cursor,
                remedy: cursor.value.objectValue == nil
                    ? nil : "begin each of its elements with \"- \"")
            return []
        }
        guard !elements.isEmpty else {
            report("expected at least one element, found none", at: cursor.path)
            return []
        }
        guard elements.count <= countMax else {
            report(
                "expected at most \(countMax) elements, found \(elements.count)", at: cursor.path)
            return []
        }
        return elements.enumerated().map { JSONCursor($1, path: cursor.path.element($0)) }
    }

    /// A text for people: one line, not too long.
    mutating func readText(_ cursor: JSONCursor) -> String? {
        guard case .string(let text) = cursor.value else {
            var remedy: String?
            switch cursor.value {
            case .integer, .bigInteger, .double, .bool: remedy = "put it in quotes"
            default: break
            }
            reportMismatch("text", at: cursor, remedy: remedy)
            return nil
        }
        let signsHaveLevels = LanguageLevel.hasOthers
        var count = 0
        for scalar in text.unicodeScalars {
            // The category "control", without asking the Unicode tables at each character.
            if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                let isBreak = scalar == "\n" || scalar == "\r"
                report(
                    DescriptionFinding(
                        path: cursor.path, offset: count, length: 1,
                        message: "expected one line of text, found "
                            + (isBreak ? "a line break" : "a control character"),
                        remedy: isBreak ? "write it on one line, or after `>-`" : nil))
                return nil
            }
            if signsHaveLevels { use(.sign(scalar)) }
            count += 1
        }
        guard count <= RenderLimits.textCodePointsMax else {
            report(
                "expected at most \(RenderLimits.textCodePointsMax) characters, found \(count)",
                at: cursor.path)
            return nil
        }
        return text
    }

    /// Reports a level that this program does not read.
    ///
    /// - Returns: false for such a level, because the rest of the description would mean nothing here.
    mutating func readFormat(_ cursor: JSONCursor) -> Bool {
        guard cursor.value.objectValue != nil else {
            reportMismatch("an object", at: cursor)
            return false
        }
        // That it is missing is reported when the other keys are known.
        guard let format = member("format", of: cursor) else { return true }
        let levels = LanguageLevel.levels
        if let level = format.value.integerValue, level > Int64(levels.upperBound) {
            report(
                "expected a level from \(levels.lowerBound) to \(levels.upperBound), found \(level)",
                at: format.path, remedy: "a description of level \(level) needs a newer program")
            return false
        }
        guard let level = format.value.integerValue, level >= Int64(levels.lowerBound) else {
            reportMismatch(
                "\(levels.lowerBound)", at: format,
                remedy: format.value.stringValue == nil
                    ? nil : "write the number without quotes: format: \(levels.lowerBound)")
            return false
        }
        return true
    }

    /// The member `key`; reports one that is missing, unless a misspelt key was reported instead.
    @discardableResult
    mutating func readRequired(_ key: String, of cursor: JSONCursor) -> JSONCursor? {
        if let member = member(key, of: cursor) { return member }
        if !hasMisspelt(key, of: cursor) {
            report("expected a `\(key)`, found none", at: cursor.path)
        }
        return nil
    }
}

/// What expressions in a place may refer to.
private struct ScopedEnvironment {
    let scope: ExpressionScope
    let environment: Environment
}
