import CLinux
import Glibc

enum ProcessEnvironment {
    /// All variables; if two have the same name, the first counts.
    static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        var next = clinux_environment()
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let sign = text.firstIndex(of: "=") {
                let name = String(text[..<sign])
                if variables[name] == nil {
                    variables[name] = String(text[text.index(after: sign)...])
                }
            }
            next += 1
        }
        return variables
    }

    /// One variable; an empty one counts as not set.
    static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
