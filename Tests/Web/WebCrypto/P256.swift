/// ECDSA on P-256 with SHA-256 (FIPS 186-4) in the form of swift-crypto, for tests alone.
public enum P256 {
    /// Verifies signatures.
    public enum Signing {
        /// A signature.
        public struct ECDSASignature: Sendable {
            let r: [UInt8]
            let s: [UInt8]

            /// Reads DER.
            public init(derRepresentation bytes: [UInt8]) throws(CryptoError) {
                var outer = DER(bytes)
                guard let content = outer.value(0x30), outer.isAtEnd else { throw .malformed }
                var inner = DER(content)
                guard let r = inner.integer(), let s = inner.integer(), inner.isAtEnd else {
                    throw .malformed
                }
                (self.r, self.s) = (r, s)
            }
        }

        /// A public key.
        public struct PublicKey: Sendable {
            /// The point.
            public let x963Representation: [UInt8]

            /// Reads an uncompressed point of the curve.
            public init(x963Representation bytes: [UInt8]) throws(CryptoError) {
                guard bytes.count == 65, bytes[0] == 4, Curve.point(bytes) != nil else {
                    throw .malformed
                }
                x963Representation = bytes
            }

            /// Reads PEM.
            public init(pemRepresentation: String) throws(CryptoError) {
                let head: [UInt8] = [
                    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
                    0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
                ]
                guard let der = DER.pem(pemRepresentation), der.starts(with: head) else {
                    throw .malformed
                }
                try self.init(x963Representation: Array(der.dropFirst(head.count)))
            }

            /// Whether a signature is this key's.
            public func isValidSignature(
                _ signature: ECDSASignature, for message: [UInt8]
            ) -> Bool {
                guard let key = Curve.point(x963Representation) else { return false }
                return Curve.verifies(signature.r, signature.s, SHA256.hash(data: message), key)
            }
        }
    }
}

private enum Curve {
    typealias Number = Modulus.Number
    /// A point (x / z², y / z³) in Montgomery's form, with z = 0 at infinity.
    struct Point { var x, y, z: Number }

    static let field = Modulus([
        0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0, 0, 0, 1, 0xffff_ffff,
    ])
    static let order = Modulus([
        0xfc63_2551, 0xf3b9_cac2, 0xa717_9e84, 0xbce6_faad, 0xffff_ffff, 0xffff_ffff, 0,
        0xffff_ffff,
    ])
    static let b: Number = [
        0x27d2_604b, 0x3bce_3c3e, 0xcc53_b0f6, 0x651d_06b0, 0x7698_86bc, 0xb3eb_bd55, 0xaa3a_93e7,
        0x5ac6_35d8,
    ]
    static let base = Point(
        x: field.entered([
            0xd898_c296, 0xf4a1_3945, 0x2deb_33a0, 0x7703_7d81, 0x63a4_40f2, 0xf8bc_e6e5,
            0xe12c_4247, 0x6b17_d1f2,
        ]),
        y: field.entered([
            0x37bf_51f5, 0xcbb6_4068, 0x6b31_5ece, 0x2bce_3357, 0x7c0f_9e16, 0x8ee7_eb4a,
            0xfe1a_7f9b, 0x4fe3_42e2,
        ]), z: one)
    static let one = field.entered([1, 0, 0, 0, 0, 0, 0, 0])

    static func point(_ bytes: [UInt8]) -> Point? {
        guard let x = Modulus.number(Array(bytes[1..<33]), words: 8),
            let y = Modulus.number(Array(bytes[33...]), words: 8), field.isBelow(x),
            field.isBelow(y)
        else { return nil }
        let point = Point(x: field.entered(x), y: field.entered(y), z: one)
        let cube = field.product(field.product(point.x, point.x), point.x)
        let three = field.sum(field.sum(point.x, point.x), point.x)
        let right = field.sum(field.difference(cube, three), field.entered(b))
        return field.product(point.y, point.y) == right ? point : nil
    }

    static func verifies(_ r: [UInt8], _ s: [UInt8], _ hash: [UInt8], _ key: Point) -> Bool {
        guard let r = Modulus.number(r, words: 8), let s = Modulus.number(s, words: 8),
            r != order.zero, s != order.zero, order.isBelow(r), order.isBelow(s),
            let z = Modulus.number(hash, words: 8)
        else { return false }
        let inverse = order.reciprocal(order.entered(s))
        let first = order.left(order.product(order.entered(z), inverse))
        let second = order.left(order.product(order.entered(r), inverse))
        var sum = Point(x: one, y: one, z: field.zero)
        for bit in stride(from: 255, through: 0, by: -1) {
            sum = doubled(sum)
            if first[bit / 32] >> UInt32(bit % 32) & 1 == 1 { sum = added(sum, base) }
            if second[bit / 32] >> UInt32(bit % 32) & 1 == 1 { sum = added(sum, key) }
        }
        guard sum.z != field.zero else { return false }
        let inverseZ = field.reciprocal(sum.z)
        let x = field.left(field.product(sum.x, field.product(inverseZ, inverseZ)))
        // The order is less than the field, and twice the order is more.
        return order.left(order.entered(x)) == r
    }

    private static func doubled(_ p: Point) -> Point {
        guard p.z != field.zero else { return p }
        let f = field
        let delta = f.product(p.z, p.z)
        let gamma = f.product(p.y, p.y)
        let beta = f.product(p.x, gamma)
        let part = f.product(f.difference(p.x, delta), f.sum(p.x, delta))
        let alpha = f.sum(f.sum(part, part), part)
        let four = f.sum(f.sum(beta, beta), f.sum(beta, beta))
        let x = f.difference(f.product(alpha, alpha), f.sum(four, four))
        let yz = f.sum(p.y, p.z)
        let z = f.difference(f.difference(f.product(yz, yz), gamma), delta)
        let gamma2 = f.product(gamma, gamma)
        let two = f.sum(gamma2, gamma2)
        let eight = f.sum(f.sum(two, two), f.sum(two, two))
        let y = f.difference(f.product(alpha, f.difference(four, x)), eight)
        return Point(x: x, y: y, z: z)
    }

    private static func added(_ p: Point, _ q: Point) -> Point {
        if p.z == field.zero { return q }
        if q.z == field.zero { return p }
        let f = field
        let (pz, qz) = (f.product(p.z, p.z), f.product(q.z, q.z))
        let (u1, u2) = (f.product(p.x, qz), f.product(q.x, pz))
        let s1 = f.product(p.y, f.product(qz, q.z))
        let s2 = f.product(q.y, f.product(pz, p.z))
        let (h, r) = (f.difference(u2, u1), f.difference(s2, s1))
        if h == f.zero {
            return r == f.zero ? doubled(p) : Point(x: one, y: one, z: f.zero)
        }
        let h2 = f.product(h, h)
        let (h3, v) = (f.product(h2, h), f.product(u1, h2))
        let x = f.difference(f.difference(f.product(r, r), h3), f.sum(v, v))
        let y = f.difference(f.product(r, f.difference(v, x)), f.product(s1, h3))
        return Point(x: x, y: y, z: f.product(h, f.product(p.z, q.z)))
    }
}
