// The system's libarchive, read side only: BundleArchive writes its zips itself (adr/0006).
#include <archive.h>
#include <archive_entry.h>
