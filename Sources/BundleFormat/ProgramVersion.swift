/// The version of the programs and of their package; it is written only here.
public let programVersion = "0.9.0"
