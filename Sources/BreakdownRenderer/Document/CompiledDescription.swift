import JSON

extension Description {
    /// Reads a compiled description, as a bundle has it.
    ///
    /// - Throws: ``DescriptionProblem`` with the first mistake. Published content was checked before; in a foreign file
    ///   the first mistake is enough.
    package static func read(
        _ bytes: [UInt8], of subject: Subject
    ) throws(DescriptionProblem) -> Description {
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(bytes, limits: .description)
        } catch {
            throw DescriptionProblem(error.description)
        }
        do throws(DescriptionErrors) {
            return try Description.decode(json, of: subject)
        } catch {
            throw DescriptionProblem(
                error.findings.first.map { $0.description } ?? "expected a description")
        }
    }
}

/// Why a compiled description cannot be used: `tables[0]: expected …, found …`.
package struct DescriptionProblem: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(_ description: String) {
        self.description = description
    }
}
