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
        let text = problem.utf8.map { (65...90).contains($0) ? $0 | 32 : $0 }
        func has(_ word: String) -> Bool {
            let word = Array(word.utf8)
            return text.indices.contains { text[$0...].starts(with: word) }
        }
        if has("the proxy ") { return "check the proxy's address and login" }
        if has("certificate") || has("ssl") || has("tls") {
            return "check the clock; where this network looks into TLS, use another, or name its"
                + " authority with 'ca-file'"
        }
        if has("status 401") { return "name a login with 'credentials-file'" }
        if has("resolve host") { return nameRemedy }
        if has("connect") { return connectionRemedy }
        return "check network and server; the agent tries again by itself"
    }
}
