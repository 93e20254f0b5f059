import Foundation
import Testing
import TestSupport

/// Rules about the code that a formatter does not check.
@Suite struct HouseRuleTests {
    /// Above this a file is two things; none may be, without a reason that stands here.
    private let lineCountMax = 300

    @Test func filesAreShort() throws {
        for (file, text) in try SwiftFiles.read(below: "Sources") {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(lines <= lineCountMax, "\(file) has \(lines) lines")
        }
    }

    @Test func nothingTrapsOnInput() throws {
        for (file, text) in try SwiftFiles.read(below: "Sources") {
            for word in ["fatalError(", "try!", "as!", "unowned(unsafe)"] {
                #expect(!text.contains(word), "\(file) has \(word)")
            }
        }
    }

    /// In a browser an `Int` has 32 bits, and a number that does not fit would count as absent.
    @Test func numbersOfTheDataHave64Bits() throws {
        let script = try String(
            contentsOfFile: Checkout.path("scripts/web-module"), encoding: .utf8)
        let lists = script.matches(of: /\n(?:renderer|client)=\(([^)]+)\)/)
        let modules = Set(lists.flatMap { $0.1.split(separator: " ") })
        #expect(lists.count == 2 && modules.count > 10)
        for module in modules {
            for (file, text) in try SwiftFiles.read(below: "Sources/\(module)") {
                #expect(text.firstMatch(of: /\bInt\(exactly:/) == nil, "\(file)")
            }
        }
    }

    @Test func documentsLinkToWhatIsThere() throws {
        for (document, text) in try documents() {
            let folder = (document as NSString).deletingLastPathComponent
            for match in text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
                let path = Checkout.path("\(folder)/\(match.1)")
                #expect(FileManager.default.fileExists(atPath: path), "\(document): \(match.1)")
            }
        }
    }

    @Test func documentsNameFilesThatExist() throws {
        let name = /`((?:Sources|Tests|scripts|hosting|python|web|Fuzz|Examples)\/[\w.+\/-]+)`/
        for (document, text) in try documents() {
            for match in text.matches(of: name) {
                let path = Checkout.path(String(match.1))
                #expect(FileManager.default.fileExists(atPath: path), "\(document): \(match.1)")
            }
        }
    }

    /// Else the package manager warns at each build from nothing.
    @Test func foldersOfCasesAreDeclared() throws {
        let package = try String(contentsOfFile: Checkout.path("Package.swift"), encoding: .utf8)
        let tests = Checkout.path("Tests")
        let files = try #require(FileManager.default.enumerator(atPath: tests))
        for case let file as String in files {
            let parts = file.split(separator: "/")
            guard parts.count > 2, parts[0].hasSuffix("Tests"), !file.hasSuffix(".swift"),
                parts.last?.contains(".") == true
            else { continue }
            #expect(package.contains("\"\(parts[1])\""), "\(file) is not declared")
        }
    }

    private func documents() throws -> [(name: String, text: String)] {
        let names =
            ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
            + ["Benchmarks/README.md", "Examples/README.md"]
            + (try markdown(in: "docs")) + (try markdown(in: "docs/adr"))
        return try names.map {
            ($0, try String(contentsOfFile: Checkout.path($0), encoding: .utf8))
        }
    }

    private func markdown(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Checkout.path(folder))
            .filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
}
