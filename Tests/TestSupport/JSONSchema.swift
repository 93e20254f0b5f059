import Foundation

/// The schemas of docs/, by the Python package jsonschema.
public enum JSONSchema {
    /// A Python that has the package: the one of `TUF_PYTHON`, else the system's; nil if neither has it.
    public static let python: String? = {
        let own = ProcessInfo.processInfo.environment["TUF_PYTHON"]
        return [own, "/usr/bin/python3"].compactMap { $0 }.first {
            (try? Program.run($0, ["-c", "import jsonschema"]))?.status == 0
        }
    }()

    /// What is wrong with a JSON text, or with the schema itself; empty if nothing is.
    ///
    /// - Parameters:
    ///   - json: the text.
    ///   - name: the schema is `docs/NAME.schema.json`.
    /// - Throws: if no Python has the package.
    public static func mistakes(in json: String, by name: String) throws -> String {
        guard let python else { throw POSIXError(.ENOENT) }
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator.check_schema(schema)
            Draft202012Validator(schema).validate(json.load(sys.stdin))
            """
        let path = Checkout.path("docs/\(name).schema.json")
        let result = try Program.run(python, ["-c", script, path], input: json)
        return result.status == 0 ? "" : "\(result.messages)status \(result.status)"
    }
}
