import Foundation

/// The checkout that the tests were built from.
public enum Checkout {
    /// The absolute path of the package's folder.
    public static let root: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.path
    }()

    /// The absolute path of a file or folder in the checkout.
    public static func path(_ relative: String) -> String { "\(root)/\(relative)" }

    /// The workshop's shared folder beside the checkout, or nil: a user's clone has none.
    public static let shared: String? = {
        let path = URL(fileURLWithPath: root).deletingLastPathComponent()
            .appendingPathComponent("shared").path
        return FileManager.default.fileExists(atPath: "\(path)/matches") ? path : nil
    }()
}
