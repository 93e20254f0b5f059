import BundleFormat
import BundlePublisher
import SeasonAuthoring

extension DestinationOpener {
    static var program: DestinationOpener {
        DestinationOpener(
            variable: Surroundings.variable, owner: Surroundings.owner,
            userAgent: "bundle-publish/\(programVersion)", now: Surroundings.now
        ) { Console.message($0) }
    }
}

extension CheckCache {
    /// The cache of this user; nil if there is no place for one.
    static var program: CheckCache? { standard(variable: Surroundings.variable) }
}

extension Site {
    /// The first root to trust; prints a message if the repository vouches for itself.
    func trustedRoot(_ home: Home) throws(PublishError) -> [UInt8] {
        let root = try firstRoot(home)
        if !root.isKept {
            Console.message(
                "\(home.path): expected a home to compare the root with, found none; "
                    + "trusting the repository's own")
        }
        return root.bytes
    }
}
