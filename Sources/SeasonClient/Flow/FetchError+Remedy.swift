import CodePoints
import TUF

extension FetchError {
    /// What a person can do about a failed transfer; nil if there is nothing.
    var remedy: String? {
        switch self {
        case .absent: "the address has to be the folder that metadata/ and targets/ are in"
        case .webPage: "sign in to this network, or use another"
        case .tooLong: "the repository is damaged: tell its publisher"
        case .unreachable(let problem): Self.remedy(ofProblem: problem)
        case .retryAfter, .sink, .cancelled: nil
        }
    }

    /// What to do if a server's name is not found.
    package static let nameRemedy =
        "check the address's spelling, and the name servers in /etc/resolv.conf"

    /// What to do if a server does not answer.
    package static let connectionRemedy =
        "check network, firewall and server; where only a proxy leads out, set 'proxy'"

    /// The remedy by the words of libcurl's message, in either case.
    private static func remedy(ofProblem problem: String) -> String {
        let text = Hex.lowercased(problem)
        if text.hasPart("the proxy ") { return "check the proxy's address and login" }
        if text.hasPart("certificate") || text.hasPart("ssl") || text.hasPart("tls") {
            return "check the clock; where this network looks into TLS, use another, or name its"
                + " authority with 'ca-file'"
        }
        if text.hasPart("status 401") { return "name a login with 'credentials-file'" }
        if text.hasPart("resolve host") { return nameRemedy }
        if text.hasPart("connect") { return connectionRemedy }
        return "check network and server; the agent tries again by itself"
    }
}
