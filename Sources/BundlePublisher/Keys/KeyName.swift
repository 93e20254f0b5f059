import Files
import SeasonAuthoring
import TUF

/// A root key as a person names it: a key file, or the first digits of the key's identifier.
package struct KeyName {
    private static let shownDigits = 12
    /// Digits that a person must give: fewer are a mistake.
    private static let givenDigitsMin = 4

    let text: String

    package init(text: String) { self.text = text }

    /// The key it means; throws if it means none or several.
    package func key(among keys: [PublicKey]) throws(PublishError) -> PublicKey {
        let prefix =
            try onDisk(try Files.kind(text)) != nil
            ? try KeyFile.read(SecretFile(path: text), mayBePublic: true).publicKey.keyID
            : text.lowercased()
        let meant = keys.filter { $0.keyID.hasPrefix(prefix) }
        guard prefix.count >= Self.givenDigitsMin, meant.count == 1, let key = meant.first else {
            throw PublishError(
                "\(text): expected a key file or the first digits of one of "
                    + keys.map { Self.shown($0.keyID) }.joined(separator: ", ") + ", found "
                    + (meant.isEmpty ? "neither" : "too few digits"),
                remedy: "\(.keys("list")) shows them")
        }
        return key
    }

    /// The digits of an identifier that are shown.
    package static func shown(_ keyID: String) -> String { String(keyID.prefix(shownDigits)) }
}
