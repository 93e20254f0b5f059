// The published form of bundles/, inside the program: it works with no file beside it.

#ifndef EMBEDDED_BUNDLES_H
#define EMBEDDED_BUNDLES_H

struct embedded_file {
    // Relative, the year first: "2024/match.json".
    const char *_Nonnull path;
    const unsigned char *_Nonnull bytes;
    unsigned long length;
};

// Sorted by path, byte by byte.
extern const struct embedded_file *_Nonnull const embedded_files;
extern const unsigned long embedded_file_count;

#endif
