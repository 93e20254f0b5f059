import Files
import Foundation
import MatchKeys
import TestSupport
import Testing

@testable import MatchSource

/// The key: where it comes from, who may read it, and that nothing shows it.
@Suite struct APIKeyTests {
    private let folder: TemporaryDirectory
    private let file: APIKeyFile

    init() throws {
        let folder = try TemporaryDirectory()
        self.folder = folder
        file = try APIKeyFile { $0 == "XDG_CONFIG_HOME" ? folder["config"] : nil }
    }

    private func find(_ more: [String: String] = [:]) throws -> APIKey? {
        let variables = ["XDG_CONFIG_HOME": folder["config"]].merging(more) { $1 }
        return try APIKey.find { variables[$0] }
    }

    @Test func theVariableComesBeforeTheFile() throws {
        #expect(try find() == nil)
        try file.replace(with: #require(APIKey("of-the-file")))
        #expect(try find() == APIKey("of-the-file"))
        #expect(try find(["TBA_AUTH_KEY": "of-the-variable"]) == APIKey("of-the-variable"))
        #expect(try find(["TBA_AUTH_KEY": ""]) == APIKey("of-the-file"))
        #expect(throws: SourceError.keyUnusable(source: "$TBA_AUTH_KEY")) {
            try find(["TBA_AUTH_KEY": "two words"])
        }
    }

    @Test func onlyItsOwnerCanReadTheFile() throws {
        try file.replace(with: #require(APIKey("of-the-file")))
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let above = (file.path as NSString).deletingLastPathComponent
        let folder = try FileManager.default.attributesOfItem(atPath: above)
        #expect(folder[.posixPermissions] as? Int == 0o700)
        for mode in [0o640, 0o604, 0o644, 0o660] {
            chmod(file.path, mode_t(mode))
            let error = SourceError.keyExposed(path: file.path, mode: String(mode, radix: 8))
            #expect(throws: error) { try find() }
            #expect("\(error)".contains("chmod 600"))
        }
    }

    @Test func nothingShowsAKey() throws {
        let key = try #require(APIKey(" S3cret \n"))
        var dumped = ""
        dump(key, to: &dumped)
        dump([key], to: &dumped)
        dumped += "\(key) \(String(reflecting: key)) \([key])"
        #expect(!dumped.contains("S3cret"))
        #expect(key.header == "X-TBA-Auth-Key: S3cret")
    }

    @Test(arguments: ["", " ", "a b", "a\nb", "é", "a\u{0}b", String(repeating: "a", count: 513)])
    func whatIsNoKeyIsRefused(_ text: String) {
        #expect(APIKey(text) == nil)
    }

    @Test func aRelativeFolderCountsAsNone() throws {
        let file = try APIKeyFile { ["XDG_CONFIG_HOME": "config", "HOME": "/home/x"][$0] }
        #expect(file.path == "/home/x/.config/match-bundles/tba-key")
        #expect(throws: SourceError.self) { try APIKeyFile { _ in nil } }
    }
}
