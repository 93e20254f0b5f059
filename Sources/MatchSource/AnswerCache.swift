import Files
import Glibc
import JSON
import MatchKeys

/// The stored answers of this user, one file each; all of them can be fetched again.
///
/// Every failure to store is ignored: the next run asks the server instead.
struct AnswerCache {
    /// The folder of the files.
    let folder: String
    /// Bytes of all files together.
    var lengthBytesMax = SourceLimits.cacheBytesMax

    /// Reads the answer of an address.
    ///
    /// - Returns: the answer; nil if none is stored, or the file is damaged.
    func read(_ address: String, path: String) -> StoredAnswer? {
        let file = file(address, path)
        let lengthBytesMax = AnswerLimits.answerBytesMax + SourceLimits.headBytesMax
        guard let bytes = try? Files.read(file, lengthBytesMax: lengthBytesMax),
            let confirmed = (try? Files.modificationTime(file)) ?? nil
        else { return nil }
        return StoredAnswer(bytes, address: address, confirmedSecond: max(0, confirmed))
    }

    /// Stores an answer, and removes the oldest ones if they are too large together.
    func store(_ answer: StoredAnswer, path: String) {
        let file = file(answer.address, path)
        do throws(FileError) {
            try Files.createDirectoriesWithoutSync(folder, mode: 0o700)
            try Files.replaceFileWithoutSync(at: file, with: answer.fileBytes, mode: 0o600)
        } catch {
            return
        }
        setTime(of: file, to: answer.confirmedSecond)
        removeOldest(but: file, at: answer.confirmedSecond)
    }

    /// Remembers that the server confirmed a stored answer; the body is not written again.
    func confirm(_ answer: StoredAnswer, path: String) {
        setTime(of: file(answer.address, path), to: answer.confirmedSecond)
    }

    func remove(_ address: String, path: String) {
        _ = try? Files.remove(file(address, path))
    }

    /// Whether the server of this address has refused the key since it accepted one.
    func isRefused(by address: String) -> Bool {
        // Where the mark cannot be looked at, no answer can be read either.
        ((try? Files.kind(mark(address))) ?? nil) != nil
    }

    /// Remembers that a server has refused the key, so that no run shows what is stored.
    func refuse(by address: String) {
        do throws(FileError) {
            try Files.createDirectoriesWithoutSync(folder, mode: 0o700)
            try Files.replaceFileWithoutSync(at: mark(address), with: [], mode: 0o600)
        } catch {
            // A full disk takes no mark, but what is not there is not shown either.
            for name in (try? Files.names(in: folder)) ?? [] where name.hasSuffix(".answer") {
                _ = try? Files.remove("\(folder)/\(name)")
            }
        }
    }

    /// Forgets that a server has refused the key: it has accepted one.
    func accept(by address: String) {
        _ = try? Files.remove(mark(address))
    }

    /// The file that is there while a server's refusal counts.
    private func mark(_ address: String) -> String { "\(folder)/\(Self.hash(address)).refused" }

    private func setTime(of file: String, to second: Int64) {
        let time = timespec(tv_sec: Int(second), tv_nsec: 0)
        _ = utimensat(AT_FDCWD, file, [time, time], AT_SYMLINK_NOFOLLOW)
    }

    /// The address's hash keeps several servers apart; the path is readable and has no dots.
    private func file(_ address: String, _ path: String) -> String {
        let name = path.map { $0 == "/" ? "-" : $0 }
        return "\(folder)/\(String(name))-\(Self.hash(address)).answer"
    }

    /// FNV-1a; it keeps names short.
    ///
    /// An answer names its address, so a clash only costs a request.
    private static func hash(_ address: String) -> String {
        let hash = address.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    private func removeOldest(but kept: String, at now: Int64) {
        let all = (try? Files.names(in: folder)) ?? []
        removeUnfinished(all, at: now)
        let names = all.filter { $0.hasSuffix(".answer") }
        var files: [(path: String, length: Int, time: Int64)] = names.compactMap { name in
            let path = "\(folder)/\(name)"
            guard let length = (try? Files.lengthBytes(path)) ?? nil,
                let time = (try? Files.modificationTime(path)) ?? nil
            else { return nil }
            return (path, length, time)
        }
        var total = files.reduce(0) { $0 + $1.length }
        files.sort { ($0.time, $0.path) < ($1.time, $1.path) }
        for file in files where total > lengthBytesMax && file.path != kept {
            _ = try? Files.remove(file.path)
            total -= file.length
        }
    }

    /// Removes the unfinished files of programs that were killed while they stored an answer.
    ///
    /// The limit on all answers does not count these files.
    private func removeUnfinished(_ names: [String], at now: Int64) {
        for name in names where name.hasPrefix(Files.temporaryPrefix) {
            let path = "\(folder)/\(name)"
            guard let time = (try? Files.modificationTime(path)) ?? nil,
                abs(now - max(0, time)) > SourceLimits.unfinishedSecondsMax
            else { continue }
            _ = try? Files.remove(path)
        }
    }
}

/// An answer of the API as the disk keeps it: one line of facts, then the body as it came.
struct StoredAnswer: Equatable {
    /// The whole address; a file counts only if it names this address.
    let address: String
    /// The server's mark for the body; nil if it sent none.
    var entityTag: String?
    /// Seconds that the body counts as fresh after it was confirmed.
    var freshSeconds: Int64
    let body: [UInt8]
    /// Unix second of the server's last confirmation; the file's own time.
    var confirmedSecond: Int64

    /// The whole file.
    var fileBytes: [UInt8] {
        let head: JSON = [
            "version": 1, "address": .string(address),
            "entityTag": entityTag.map(JSON.string) ?? nil,
            "freshSeconds": .integer(freshSeconds),
            "lengthBytes": .integer(Int64(body.count)),
        ]
        return head.serialized() + [UInt8(ascii: "\n")] + body
    }

    /// Seconds since the confirmation; 0 if the clock went back.
    func ageSeconds(at now: Int64) -> Int64 { max(0, now - confirmedSecond) }

    /// Seconds until the server is asked again; 0 if it is time, or the clock went back.
    func freshSeconds(at now: Int64) -> Int64 {
        now < confirmedSecond ? 0 : max(0, freshSeconds - (now - confirmedSecond))
    }
}

extension StoredAnswer {
    /// Reads a file; nil unless it is a whole one for this address.
    init?(_ bytes: [UInt8], address: String, confirmedSecond: Int64) {
        let end = bytes.prefix(SourceLimits.headBytesMax).firstIndex(of: UInt8(ascii: "\n"))
        guard let end,
            let head = try? JSON.parse(
                Array(bytes[..<end]),
                limits: JSONLimits(lengthBytesMax: SourceLimits.headBytesMax, valuesMax: 20)),
            head["version"]?.integerValue == 1, head["address"]?.stringValue == address,
            let freshSeconds = head["freshSeconds"]?.integerValue,
            (0...AnswerLimits.freshSecondsMax).contains(freshSeconds)
        else { return nil }
        let body = Array(bytes[(end + 1)...])
        guard head["lengthBytes"]?.integerValue == Int64(body.count) else { return nil }
        self.init(
            address: address, entityTag: head["entityTag"]?.stringValue,
            freshSeconds: freshSeconds, body: body, confirmedSecond: confirmedSecond)
    }
}
