// Public declarations of TUF have UTC times. A file that imports TUF can use them without a second import.
@_exported import Time
