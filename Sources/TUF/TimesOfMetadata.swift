// Expiry dates are UTC times, so whoever imports TUF gets them with it.
@_exported import UTC
