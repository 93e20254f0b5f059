import TUF

/// What is wrong with a key or a passphrase.
///
/// No case holds a secret.
package enum KeyProblem: Equatable, Sendable {
    // MARK: Passphrases

    /// A file or variable holds no passphrase, or more than one line.
    case notOnePassphrase(place: String)
    /// Nobody can be asked, and no known passphrase opens the key.
    case sealed(place: String, hasOther: Bool)
    /// A person has tried as often as allowed.
    case notOpened(place: String)
    /// New keys need a passphrase, and nobody can be asked.
    case noPassphrase(keys: [String])
    /// A person typed two different passphrases.
    case passphrasesDiffer
    /// A new passphrase has too few characters.
    case passphraseTooShort(characters: Int)
    /// The terminal would show what is typed.
    case cannotHideTyping
    /// A person stopped the question.
    case cancelled

    // MARK: Key files

    /// A device is in the place of a secret.
    case device(path: String, SecretFile.Kind)
    /// Other users can read a secret.
    case readableByOthers(path: String, SecretFile.Kind, mode: UInt32)
    /// The content is no key file of ours.
    case notAKey(place: String, KeyFileProblem)
    /// The private half is not there.
    case publicHalf(place: String, isFile: Bool)
    /// There is too little memory to seal a key.
    case noMemory
    /// The folder has as many root keys as there are names.
    case tooManyRootKeys(folder: String)

    // MARK: Which key

    /// A text names none of these keys, or more than one.
    case unknownName(String, known: [String], isTooShort: Bool)
    /// A root of this version, and the one before it, do not have the key.
    case notOfRoot(place: String, keyID: String, version: Int64)
    /// No online key was given.
    case noOnlineKey
    /// The root that is to be published names a new online key, and that is not at hand.
    case newOnlineKeyMissing(root: Int64, home: String)
    /// The root of this number does not name the online key.
    case onlineKeyNotNamed(keyID: String, root: Int)
    /// Signing failed.
    case signing(SigningError)
}

/// Why the content of a file is no key.
package enum KeyFileProblem: Equatable, Sendable {
    case notJSON
    case notEd25519
    /// The member at this path of `sealed` is not as this version writes it.
    case seal(path: String)
    case privateHalf(KeyFileError)
    /// The private half belongs to another public half.
    case halvesDiffer
}
