/// The version of the programs and of the package they come in; nothing else says it.
public let programVersion = "0.1.0"
