import Files
import Glibc
import SeasonClient
import Terminals

/// A configuration file: one setting on each line, `key = value`; `#` starts a comment line.
///
/// The file can name commands (`self-test`), so it is refused if others can write it. A value is the rest
/// of its line, without quotes and without the spaces around it. The key of a list may be repeated.
enum ConfigurationFile {
    /// Reads a file, or a pipe of a shell's `<(…)`; nil if nothing is there.
    ///
    /// - Throws: ``ConfigurationError`` if it cannot be read, others can write it, or it has mistakes.
    static func read(_ path: String) throws(ConfigurationError) -> SettingTexts? {
        let bytes: [UInt8]
        do throws(FileError) {
            // Opening a pipe in a folder waits for its other end, for ever if no process opens it. A shell's <(…)
            // has no name in a folder.
            if FileFacts(path)?.isPipe == true, Paths.real(path) != nil {
                throw FileError(operation: "read", path: path, code: EINVAL)
            }
            bytes = try Files.readStream(
                path, lengthBytesMax: AgentLimits.standard.configurationBytesMax)
        } catch {
            guard !error.isNotFound else { return nil }
            throw ConfigurationError("\(error)\(remedy(error))")
        }
        if let problem = FileOwnership.problem(path) { throw ConfigurationError(problem) }
        return try parse(bytes, path: path)
    }

    /// What to do about a file or folder that this user may not read; empty for other errors.
    static func remedy(_ error: FileError) -> String {
        guard error.isPermission else { return "" }
        let folders = FileOwnership.folders(above: Paths.absolute(error.path))
        let closed = folders.last { access($0, X_OK) != 0 } ?? error.path
        let command = "chmod a+rX \(ShellWord.quoted(closed))"
        return "; ask as root, or, if no secret is there, let every user read it: "
            + RightsChange.remedy(command, at: closed)
    }

    /// Reads what a file says; the error has every mistake in it.
    static func parse(_ bytes: [UInt8], path: String) throws(ConfigurationError) -> SettingTexts {
        // Some editors begin a file with a byte order mark.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError("\(path): expected UTF-8 text")
        }
        var values = SettingTexts()
        var problems: [String] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            let place = "\(path):\(number)"
            do throws(ConfigurationError) {
                try read(line, place, into: &values)
            } catch {
                problems += error.problems.map { "\(place): \($0)" }
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        return values
    }

    private static func read(
        _ line: Substring, _ place: String, into values: inout SettingTexts
    ) throws(ConfigurationError) {
        let line = trimmed(line)
        guard !line.isEmpty, !line.hasPrefix("#") else { return }
        guard let sign = line.firstIndex(of: "=") else {
            // The line itself may hold a password.
            throw ConfigurationError("expected 'key = value', or # before a comment")
        }
        let key = String(trimmed(line[..<sign]))
        guard let setting = Setting.all.first(where: { $0.key == key }) else {
            // A sign = in a password makes its beginning look like a key.
            guard key.utf8.count <= 40, key.allSatisfy(isInKey) else {
                throw ConfigurationError("expected a setting's name before =")
            }
            let question = Nearest.question(key, Setting.all.map(\.key))
            throw ConfigurationError("no such setting: '\(key)'\(question)")
        }
        let text = String(trimmed(line[line.index(after: sign)...]))
        guard !text.isEmpty else {
            throw ConfigurationError("\(key): expected a value, found nothing; leave the line out")
        }
        // A folder whose name begins with a quote, or has a remark in it, is never meant.
        if let first = text.first, "\"'".contains(first), text.count > 1, text.last == first {
            throw ConfigurationError("\(key): expected the value without quotes")
        }
        guard !text.contains(" #") else {
            throw ConfigurationError("\(key): expected the comment on a line of its own")
        }
        var value = values[setting]
        if value.source == .standard {
            value = SettingTexts.Value(texts: [], source: .file, place: place)
        } else if !setting.form.isList {
            throw ConfigurationError("\(key): set before, at \(value.place ?? "")")
        }
        value.texts.append(text)
        values[setting] = value
    }

    private static func isInKey(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || "-_".contains(character))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
