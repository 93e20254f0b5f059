import CCurl

/// The message for a transfer that failed at its proxy: which proxy, and what is wrong.
package enum ProxyTrouble {
    /// The sentence for a transfer without an answer.
    ///
    /// - Parameters:
    ///   - proxy: the transfer's proxy; its login is not shown.
    ///   - connectStatus: the proxy's answer to CONNECT, 0 for none.
    ///   - problem: libcurl's message; it contains no part of the proxy's address.
    package static func sentence(
        _ proxy: ProxyAddress, _ code: CURLcode, connectStatus: Int, problem: String
    ) -> String {
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: "the proxy \(proxy): its name is not found"
        case CURLE_COULDNT_CONNECT: "the proxy \(proxy) does not answer: could not connect to it"
        case _ where connectStatus == 407: login(proxy)
        case _ where connectStatus >= 300:
            "the proxy \(proxy) does not lead to the server: it answered with status \(connectStatus)"
        case CURLE_PROXY:
            "the proxy \(proxy) does not answer as a \(proxy.scheme.rawValue) proxy does"
        default: "\(problem) (by the proxy \(proxy))"
        }
    }

    /// The sentence for a proxy that wants a login.
    package static func login(_ proxy: ProxyAddress) -> String {
        "the proxy \(proxy) answered with status 407: it wants "
            + (proxy.hasLogin
                ? "another login" : "a login; name it as http://USER:PASSWORD@HOST:PORT")
    }
}
