import Files
import Glibc
import Platform
import SeasonClient
import Text

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
            let question = Spelling.question(key, Setting.all.map(\.key))
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

/// Checks that only root and the user who reads a file can write it: the file may name commands.
enum FileOwnership {
    /// Why a file must not be trusted; nil if only root and this user can write it.
    ///
    /// The check includes every symbolic link in the path: a user who can replace one of them can make us read
    /// another file. Pipes and terminals are not checked, because the person who started the program set them up.
    static func problem(_ path: String, user: UInt32 = geteuid()) -> String? {
        guard let file = FileFacts(path), file.isRegular else { return nil }
        let way = LinkWay(to: path)
        let folders = way.names.map { Paths.parent(of: $0) }
        return problem(
            file, folders: folders.compactMap { FileFacts($0) }, user: user,
            isReadOnly: RightsChange.isReadOnly)
            ?? (folders + way.linksToFolders).lazy.flatMap(Self.folders(above:))
            .compactMap { FileFacts($0) }.compactMap { open($0, path) }.first
    }

    /// Decides about a file and the folders that it lies in.
    ///
    /// - Parameter isReadOnly: whether a path is on a read-only mount, where owner and mode do not
    ///   matter.
    /// - Returns: the sentence with its remedy; nil if all is well.
    static func problem(
        _ file: FileFacts, folders: [FileFacts], user: UInt32,
        isReadOnly: (String) -> Bool = { _ in false }
    ) -> String? {
        for facts in [file] + folders where !isReadOnly(facts.path) {
            let name =
                facts.path == file.path ? facts.path : "\(facts.path), the folder of \(file.path)"
            let path = ShellWord.quoted(facts.path)
            let why = "; it can name commands, so only root and user \(user) may write there; "
            guard facts.owner == 0 || facts.owner == user else {
                // Other users read it, too, and every one of them trusts root.
                return "\(name): belongs to user \(facts.owner)\(why)"
                    + RightsChange.remedy("chown root \(path)", at: facts.path)
            }
            guard facts.mode & 0o022 == 0 || facts.isSticky else {
                let mode = String(facts.mode & 0o777, radix: 8)
                return "\(name): others can write there (mode \(mode))\(why)"
                    + RightsChange.remedy("chmod go-w \(path)", at: facts.path)
            }
        }
        return nil
    }

    /// Why a folder is open: every user can replace what lies below it; nil if it is not.
    private static func open(_ folder: FileFacts, _ path: String) -> String? {
        guard folder.mode & 0o002 != 0, !folder.isSticky, !RightsChange.isReadOnly(folder.path)
        else { return nil }
        return "\(folder.path), above \(path): every user can write there; "
            + RightsChange.remedy("chmod o-w \(ShellWord.quoted(folder.path))", at: folder.path)
    }

    /// The folders above an absolute path, the nearest first.
    static func folders(above path: String) -> [String] {
        var folders: [String] = []
        var path = path
        while path != Paths.parent(of: path) {
            path = Paths.parent(of: path)
            folders.append(path)
        }
        return folders
    }
}
