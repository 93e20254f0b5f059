import Files
import TUF

/// A root key as a person names it: a key file, or the first digits of the key's identifier.
package struct KeyName {
    /// Digits of an identifier that are shown.
    package static let shownDigits = 12
    /// Digits that a person must give: fewer are a mistake.
    private static let givenDigitsMin = 4

    /// What was typed.
    package let text: String

    /// Takes what a person typed.
    package init(
        text: String
    ) {
        self.text = text
    }

    /// The key it means.
    ///
    /// - Throws: ``PublishError`` if it means none or several.
    package func key(among keys: [PublicKey]) throws(PublishError) -> PublicKey {
        let isFile =
            try mapFileErrors(to: PublishError.file) { () throws(FileError) in try Files.kind(text)
            } != nil
        let prefix =
            isFile
            ? try KeyFile.read(SecretFile(path: text), mayBePublic: true).publicKey.keyID
            : text.lowercased()
        let meant = keys.filter { $0.keyID.hasPrefix(prefix) }
        guard prefix.count >= Self.givenDigitsMin, meant.count == 1, let key = meant.first else {
            throw .key(
                .unknownName(
                    text, known: keys.map { String($0.keyID.prefix(Self.shownDigits)) },
                    isTooShort: !meant.isEmpty))
        }
        return key
    }
}
