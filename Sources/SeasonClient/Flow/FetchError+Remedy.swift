import TUF

extension FetchError {
    /// What a person can do about a failed transfer; nil if there is nothing.
    var remedy: String? {
        switch self {
        case .absent: "the address has to be the folder that metadata/ and targets/ are in"
        case .webPage: "sign in to this network, or use another"
        case .tooLong: "the repository is damaged: tell its publisher"
        case .unreachable(_, .name): Self.nameRemedy
        case .unreachable(_, .connection): Self.connectionRemedy
        case .unreachable(_, .certificate):
            "check the clock; if this network intercepts TLS, use another one, or name its authority"
                + " with 'ca-file'"
        case .unreachable(_, .login): "name a login with 'credentials-file'"
        case .unreachable(_, .proxy): "check the proxy's address and login"
        case .unreachable(_, .other): "check network and server; the agent tries again by itself"
        case .retryAfter, .sink, .cancelled: nil
        }
    }

    /// What to do if a server's name is not found.
    package static let nameRemedy =
        "check the address's spelling, and the name servers in /etc/resolv.conf"

    /// What to do if a server does not answer.
    package static let connectionRemedy =
        "check network, firewall and server; if only a proxy leads out, set 'proxy'"
}
