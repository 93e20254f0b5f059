// libarchive for Swift: it is loaded at the first use, and only the formats of containers are enabled.
//
// Nothing here links libarchive or needs its headers: CArchive.c declares the functions that it uses.

#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stddef.h>
#include <stdint.h>

// Loads libarchive, once in a process and from any thread; call it before everything else. Returns
// NULL on success, else the reason; the text lives as long as the process.
const char *_Nullable carchive_load(void);

// An archive that is being read from a descriptor.
typedef struct carchive_reader carchive_reader;

// The formats that a reader has found.
enum {
    carchive_zip = 0x50000,
    carchive_tar = 0x30000,
    carchive_iso = 0x40000,
};

// The answers of the functions below that read.
enum {
    carchive_found = 1,
    carchive_end = 0,
    // carchive_message says which. A warning of libarchive is one, too.
    carchive_problem = -1,
    // More bytes were read than the caller allows.
    carchive_too_long = -2,
};

// The kinds of an entry.
enum {
    carchive_file = 1,
    carchive_folder = 2,
    carchive_link = 3,
    carchive_other = 4,
};

// What an archive says about one entry.
typedef struct {
    // The name as it is stored; NULL if there is none, or if it has no form in UTF-8.
    const char *_Nullable name;
    int kind;
    int is_sparse;
    int is_encrypted;
    // Bytes; -1 if the archive does not say.
    int64_t size;
} carchive_entry;

// Starts to read a tar, a zip or an ISO 9660 image. A zip in a file is read by the directory at its
// end, and a zip that comes through a pipe from its start. gzip, xz and zstd are on if the library
// has them built in.
//
// At most `read_max` bytes are read. NULL if there is no memory.
carchive_reader *_Nullable carchive_open(int descriptor, int can_seek, int64_t read_max);
void carchive_close(carchive_reader *_Nonnull reader);

// Goes to the next entry.
int carchive_next(carchive_reader *_Nonnull reader, carchive_entry *_Nonnull entry);
// Reads the next piece of the entry's content. The bytes live until the next call.
int carchive_read(
    carchive_reader *_Nonnull reader, const void *_Nullable *_Nonnull bytes, size_t *_Nonnull count,
    int64_t *_Nonnull offset);
// Leaves out the rest of the entry.
int carchive_skip(carchive_reader *_Nonnull reader);
// Reads to the end of what is not a file, so that its writer can end; at most `bytes_max` bytes.
void carchive_drain(carchive_reader *_Nonnull reader, int64_t bytes_max);

// The format, 0 before the first entry.
int carchive_format(carchive_reader *_Nonnull reader);
// How many filters decompress.
int carchive_filters(carchive_reader *_Nonnull reader);
// Bytes that came from the descriptor, and bytes that came out of the filters.
int64_t carchive_bytes_read(carchive_reader *_Nonnull reader);
int64_t carchive_bytes_unpacked(carchive_reader *_Nonnull reader);
// Bytes out of the filters that the last carchive_next has passed.
int64_t carchive_bytes_of_header(carchive_reader *_Nonnull reader);
// libarchive's words for the last problem.
const char *_Nonnull carchive_message(carchive_reader *_Nonnull reader);

// Compresses bytes into one zstd frame. The caller frees the result; NULL if there is no memory or
// the library has no zstd built in.
void *_Nullable carchive_zstd(const void *_Nonnull bytes, size_t count, size_t *_Nonnull packed);

#endif
