import Files

/// The authors' seasons, apart from what is served.
package struct SeasonsApart {
    /// The folder of seasons.
    package let folder: String

    /// Names the folder.
    package init(folder: String) { self.folder = folder }

    /// Refuses a place in the folder of seasons, or around it.
    ///
    /// A server would serve the authors' files, and the next check would find the published ones among the seasons.
    package func refuseServing(_ destination: any PublishDestination) throws(PublishError) {
        let seasons = Paths.absolute(folder)
        let place = destination.identity
        // An object store is no folder.
        guard place.hasPrefix("/"), Paths.areNested(seasons, place) else { return }
        throw .place(destination.name, .holdsSeasons(seasons))
    }
}
