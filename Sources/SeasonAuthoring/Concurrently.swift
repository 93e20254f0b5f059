import Dispatch
import Synchronization

/// Does independent work on all cores.
///
/// - Returns: the results, in the order of the elements.
package func concurrently<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ work: @Sendable (Element) -> Result
) -> [Result] {
    // With one element there is nothing to share, so no thread is started.
    guard elements.count > 1 else { return elements.map(work) }
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    DispatchQueue.concurrentPerform(iterations: elements.count) { at in
        let result = work(elements[at])
        results.withLock { $0[at] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}

extension Array {
    /// The elements in their order, in parts of this size: limits what is in memory at the same time.
    ///
    /// - Returns: the parts; none of them empty.
    package func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { start in
            self[start..<Swift.min(start + count, self.count)]
        }
    }
}
