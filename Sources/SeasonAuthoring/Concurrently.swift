import Dispatch
import Synchronization

/// Does independent work on all cores.
///
/// - Parameters:
///   - elements: what to work on.
///   - work: called once for each, on any thread.
/// - Returns: the results, in the order of the elements.
package func concurrently<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ work: @Sendable (Element) -> Result
) -> [Result] {
    // Nothing to share out: no threads are started.
    guard elements.count > 1 else { return elements.map(work) }
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    DispatchQueue.concurrentPerform(iterations: elements.count) { at in
        let result = work(elements[at])
        results.withLock { $0[at] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}

extension Array {
    /// The elements in their order, so many at a time: bounds what is in memory of each.
    ///
    /// - Parameter count: how many at most.
    /// - Returns: the parts; none of them empty.
    package func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { start in
            self[start..<Swift.min(start + count, self.count)]
        }
    }
}
