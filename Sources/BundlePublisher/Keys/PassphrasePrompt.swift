/// How a person is asked for a passphrase.
package struct PassphrasePrompt {
    /// Asks, without showing what is typed.
    let ask: (_ question: String) throws(PublishError) -> [UInt8]
    /// Says why an answer is of no use.
    let report: (String) -> Void

    package init(
        ask: @escaping (_ question: String) throws(PublishError) -> [UInt8],
        report: @escaping (String) -> Void
    ) {
        (self.ask, self.report) = (ask, report)
    }
}
