import Foundation
import Testing
import TestSupport

/// ARCHITECTURE.md's code map is the rule: what a target imports stands in its table.
@Suite struct ImportTests {
    @Test func everyTargetHasARow() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Checkout.path("Sources"))
        #expect(Set(folders) == Set(try CodeMap.read().keys))
    }

    @Test func aTargetUsesOnlyTargetsAboveIt() throws {
        var above: Set<String> = []
        let rows = try CodeMap.rows()
        let targets = Set(rows.map(\.target))
        for row in rows {
            let below = row.imports.intersection(targets).subtracting(above)
            #expect(below.isEmpty, "\(row.target) stands above \(below)")
            above.insert(row.target)
        }
    }

    @Test func importsStandInTheTable() throws {
        let map = try CodeMap.read()
        for (file, text) in try SwiftFiles.read(below: "Sources") {
            let target = String(file.split(separator: "/")[1])
            let allowed = try #require(map[target], "\(file): no row for \(target)")
            for module in imports(of: text) {
                #expect(allowed.contains(module), "\(file) imports \(module)")
            }
        }
    }

    /// The modules that a source file names behind `import`, whatever stands before it.
    private func imports(of text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").drop {
                $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0)
            }
            guard words.first == "import", let name = words.last else { return nil }
            return name.split(separator: ".").first.map(String.init)
        }
    }
}

/// The table of ARCHITECTURE.md: for each target, the modules it may import.
enum CodeMap {
    static func read() throws -> [String: Set<String>] {
        try rows().reduce(into: [:]) { $0[$1.target] = $1.imports }
    }

    /// The rows from top to bottom.
    static func rows() throws -> [(target: String, imports: Set<String>)] {
        try DocumentTable("ARCHITECTURE.md", from: "| target |").lines.dropFirst(2).map { row in
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return (cells[0], Set(cells[1].components(separatedBy: ", ")))
        }
    }
}

/// The Swift files of a folder of the checkout.
enum SwiftFiles {
    /// Paths from the checkout's folder, each with its text.
    static func read(below folder: String) throws -> [(path: String, text: String)] {
        let root = Checkout.path(folder)
        let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return try found.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            ("\(folder)/\(path)", try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
        }
    }
}
