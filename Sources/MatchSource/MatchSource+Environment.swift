import MatchKeys
import WebTransport

extension MatchSource {
    /// The API's public address.
    public static let publicAddress = "https://www.thebluealliance.com/api/v3"
    /// The variable that names another address: a mirror, a proxy, a server for tests.
    public static let addressVariable = "TBA_API_URL"

    /// The source that a user's environment describes; it asks for nothing yet.
    ///
    /// - Throws: ``SourceError/address(_:)`` if `$TBA_API_URL` is no address.
    public convenience init(
        userAgent: String, clock: SourceClock = .system,
        variable: @escaping (String) -> String?
    ) throws(SourceError) {
        let named = variable(Self.addressVariable).flatMap { $0.isEmpty ? nil : $0 }
        let server: WebAddress
        do throws(AddressError) {
            server = try WebAddress(
                named ?? Self.publicAddress, subject: "$\(Self.addressVariable)")
        } catch {
            let variable = "$\(Self.addressVariable)"
            let sentence = error.description
            throw .address(sentence.hasPrefix(variable) ? sentence : "\(variable): \(sentence)")
        }
        let client = WebClient(
            server, options: WebOptions(userAgent: userAgent, proxy: .environmentWithUpperCase))
        let folder = UserFolder.cache.path(variable)
        self.init(
            address: server.description, cache: folder.map { AnswerCache(folder: "\($0)/answers") },
            paceFile: folder.map { PaceFile(path: "\($0)/requests") }, clock: clock,
            isOwnServer: server.description != Self.publicAddress,
            key: { () throws(SourceError) in try APIKey.find(variable) },
            ask: { (path, headers, timeLimit) throws(WebError) in
                try client.get(
                    path, headers: headers, lengthBytesMax: SourceLimits.answerBytesMax,
                    timeLimit: timeLimit)
            })
    }
}
