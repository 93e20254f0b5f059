/// How a person is asked for a passphrase.
package struct PassphrasePrompt {
    /// What a person is asked.
    package enum Question: Equatable {
        /// The passphrase that opens the key at a place.
        case opening(place: String)
        /// A new passphrase for a key; for all keys but the first, no answer means the one before.
        case choosing(key: String, isFirst: Bool)
        /// The new passphrase once more.
        case repeating
    }

    /// Asks, without showing what is typed.
    package let ask: (Question) throws(PublishError) -> [UInt8]
    /// Says that the passphrase does not open the key at a place.
    package let reportWrong: (_ place: String) -> Void

    /// Keeps the two ways to talk to a person.
    package init(
        ask: @escaping (Question) throws(PublishError) -> [UInt8],
        reportWrong: @escaping (_ place: String) -> Void
    ) {
        self.ask = ask
        self.reportWrong = reportWrong
    }
}

/// Where passphrases may come from; nothing is read yet.
package struct PassphraseSources {
    /// Files that a person named.
    package var files: [SecretFile] = []
    /// The value of the environment variable ``Passphrases/environmentName``.
    package var environment: String?
    /// Nil if there is no person to ask.
    package var prompt: PassphrasePrompt?

    /// Keeps the sources; there need not be any.
    package init(
        files: [SecretFile] = [], environment: String? = nil, prompt: PassphrasePrompt? = nil
    ) {
        self.files = files
        self.environment = environment
        self.prompt = prompt
    }

    /// Reads the passphrases that are there.
    ///
    /// - Returns: the passphrases; a person is asked when one is needed.
    /// - Throws: ``PublishError`` if a file cannot be read, is empty, or others can read it.
    package func read() throws(PublishError) -> Passphrases {
        try Passphrases(files: files, environment: environment, prompt: prompt)
    }

    /// The same without the files, which hold passphrases of root keys.
    var withoutFiles: PassphraseSources {
        PassphraseSources(environment: environment, prompt: prompt)
    }
}
