import RepositoryTransport
import WebTransport

extension SettingKind<[RepositoryAddress]> {
    /// Repositories, all with the same content; none for no repository.
    static var addresses: Self {
        SettingKind(
            placeholder: "address", isList: true,
            read: { (texts) throws(ConfigurationError) in
                guard texts != [Self.none] else { return [] }
                var addresses: [RepositoryAddress] = []
                var mistakes: [String] = []
                for text in texts {
                    do throws(AddressError) {
                        addresses.append(try RepositoryAddress(text))
                    } catch {
                        mistakes.append(error.description)
                    }
                }
                guard mistakes.isEmpty else { throw ConfigurationError(mistakes) }
                return addresses
            },
            text: { $0.isEmpty ? nil : $0.map(\.description).joined(separator: " ") },
            withoutSecrets: { text in
                guard text != Self.none else { return text }
                return (try? RepositoryAddress(text))?.description ?? "***"
            })
    }
}

extension SettingKind<Proxy> {
    /// The texts that are no address; `environment` for its variables with `HTTP_PROXY` among them.
    private static var words: [String: Proxy] {
        [none: .none, "environment": .environmentWithUpperCase]
    }

    /// A proxy, the environment's, or none.
    static var proxy: Self {
        SettingKind(
            placeholder: "address",
            read: { (texts) throws(ConfigurationError) in
                guard let text = texts.last, !text.isEmpty else {
                    throw ConfigurationError("expected <address> or none, found nothing")
                }
                if let proxy = words[text] { return proxy }
                do throws(AddressError) {
                    return .address(try ProxyAddress(text))
                } catch {
                    throw ConfigurationError("\(error), or none")
                }
            },
            text: { _ in nil },
            // Scheme, host and port: `http://***@proxy.example:3128`.
            withoutSecrets: { text in
                guard words[text] == nil else { return text }
                guard let proxy = try? ProxyAddress(text) else { return "***" }
                guard proxy.hasLogin else { return proxy.description }
                return proxy.description.replacing("://", with: "://***@", maxReplacements: 1)
            })
    }
}
