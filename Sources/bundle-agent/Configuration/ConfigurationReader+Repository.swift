import BundleUpdater
import Files
import RepositoryTransport

extension ConfigurationReader {
    /// The repository, nil where none is named or not `forPolling`; its settings are checked either way.
    mutating func repository(forPolling: Bool) -> Configuration.Repository? {
        let addresses = addresses()
        var web = web()
        web.proxy = proxy()
        web.bytesPerSecondMax = rate(.bandwidthLimit)
        if let file = optional(.credentialsFile), forPolling { web.credentials = credentials(file) }
        let root = text(.root, "a file")
        guard forPolling, !addresses.isEmpty, let packagedRoot = read(root: root) else {
            return nil
        }
        return Configuration.Repository(
            addresses: addresses, packagedRoot: packagedRoot, web: web)
    }

    /// The first repository that is named; nil for none, and for a text that is no address.
    var firstAddress: String? {
        guard let text = values[.repository].texts.first, text != Self.none else { return nil }
        return (try? RepositoryAddress(text))?.description
    }

    private mutating func addresses() -> [RepositoryAddress] {
        let texts = values[.repository].texts
        guard texts != [Self.none] else { return [] }
        var addresses: [RepositoryAddress] = []
        for text in texts {
            do throws(AddressError) {
                addresses.append(try RepositoryAddress(text))
            } catch {
                mistake(.repository, error.description)
            }
        }
        return addresses
    }

    private mutating func web() -> WebOptions {
        var web = WebOptions(
            userAgent: "bundle-agent/\(BundleAgent.version)",
            certificateAuthorityFile: optional(.caFile))
        web.limits.connect = time(.connectTimeout, in: .seconds(1)...(.seconds(600)))
        web.limits.stall = time(.idleTimeout, in: .seconds(1)...(.seconds(600)))
        web.limits.total = time(.totalTimeout, in: .seconds(1)...(.seconds(86_400)))
        return web
    }

    private mutating func read(root: String) -> [UInt8]? {
        do throws(FileError) {
            return try Files.read(root, lengthBytesMax: AgentLimits.standard.rootBytesMax)
        } catch {
            mistake(
                .root,
                """
                \(error); give the repository's root metadata with --root FILE, 'root = FILE' in \
                the configuration or $\(Setting.root.variable) ('bundle-publish init' makes it)
                """)
            return nil
        }
    }

    private mutating func credentials(_ file: String) -> Credentials? {
        do throws(CredentialsError) {
            return try Credentials(file: file)
        } catch {
            mistake(.credentialsFile, error.description)
            return nil
        }
    }

    private mutating func proxy() -> Proxy {
        guard !values[.proxy].texts.isEmpty else { return .environment }
        guard let text = optional(.proxy) else { return .none }
        if text == "environment" { return .environmentWithUpperCase }
        do throws(ProxyAddressError) {
            return .address(try ProxyAddress(text))
        } catch {
            mistake(.proxy, "\(error), or none")
            return .environment
        }
    }

    /// A number of bytes: 256M, 1G.
    mutating func size(_ setting: Setting, atLeast least: Int) -> Int {
        let text = values[setting].texts.first ?? ""
        if let size = Self.bytes(text), size >= least { return size }
        mistake(
            setting,
            "expected a size such as 256M or 1G, at least \(least / 1_000_000)M, found '\(text)'")
        return least
    }

    /// A number with k, M, G or nothing behind it; nil for everything else.
    private static func bytes(_ text: String) -> Int? {
        let factors: [Character: Int] = ["k": 1_000, "M": 1_000_000, "G": 1_000_000_000]
        let factor = text.last.flatMap { factors[$0] }
        guard let number = Int(factor == nil ? text[...] : text.dropLast()),
            1...1_000_000_000 ~= number
        else { return nil }
        return number * (factor ?? 1)
    }

    /// Bytes a second: a number, with `k`, `M` or `G` for thousands; nil for no limit.
    private mutating func rate(_ setting: Setting) -> Int? {
        guard let text = optional(setting) else { return nil }
        if let rate = Self.bytes(text), rate >= 1_000 { return rate }
        mistake(
            setting, "expected bytes a second such as 500k or 2M, at least 1k, found '\(text)'")
        return nil
    }
}
