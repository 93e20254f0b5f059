import CELStandard
import Foundation
import Testing

@testable import CEL

/// The official conformance suite, where its vectors are at hand.
///
/// `CEL_CONFORMANCE_DIR` names their folder; `docs/CEL.md` names every miss and its reason.
@Suite struct ConformanceTests {
    static let folder =
        ProcessInfo.processInfo.environment["CEL_CONFORMANCE_DIR"]
        ?? URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared/cel-conformance").path

    /// The groups that this implementation promises.
    static let promised: Set<String> = [
        "core", "container", "bytes", "regex", "time", "strings", "math", "optional_types",
        "two_var_comprehensions", "bind", "identifier_escapes",
    ]

    static let isPresent = FileManager.default.fileExists(atPath: folder)

    @Test(.enabled(if: isPresent, "the vectors are not here; set CEL_CONFORMANCE_DIR"))
    func promisedGroups() throws {
        let vectors = try ConformanceVector.load(from: Self.folder)
        var report = ""
        var all = (passed: 0, total: 0)
        for (group, vectors) in Dictionary(grouping: vectors, by: \.group).sorted(by: {
            $0.key < $1.key
        }) {
            let misses = vectors.compactMap { vector in
                vector.miss().map { "    \(vector.id): \(vector.source)\n        \($0)\n" }
            }
            let passed = vectors.count - misses.count
            all = (all.passed + passed, all.total + vectors.count)
            let isPromised = Self.promised.contains(group)
            report += "\(group): \(passed)/\(vectors.count)\(isPromised ? "" : " (not promised)")\n"
            if isPromised {
                report += misses.joined()
                #expect(passed * 100 >= vectors.count * 99, "\(group)")
            }
        }
        print("CEL conformance, passed/total\n\(report)all: \(all.passed)/\(all.total)")
    }
}

extension ConformanceVector {
    /// Why the vector is not passed, or nil.
    func miss() -> String? {
        let environment = Environment(
            variables: variables, libraries: .standard, container: container,
            undeclared: isUnchecked ? .failsWhenReached : .refused)
        let program: Program
        do {
            program = try environment.compile(source)
        } catch {
            return "does not compile: \(error)"
        }
        do {
            let value = try program.evaluate(bindings)
            switch expected {
            case .value(let expected):
                return value.isIdentical(to: expected) ? nil : "found \(value.shown)"
            case .error: return "found \(value.shown) instead of an error"
            case .inapplicable: return "needs a type checker"
            }
        } catch {
            if case .error = expected { return nil }
            return "\(error)"
        }
    }
}
