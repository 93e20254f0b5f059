// The functions of libarchive.so.13 that we use, declared by hand so that a build needs no headers.
// Its version 3 keeps their form. Where the headers are installed, CArchive.c compares.

#ifndef LIBRARY_H
#define LIBRARY_H

#include <stdint.h>
#include <sys/types.h>

struct archive;
struct archive_entry;

typedef ssize_t read_piece(struct archive *, void *, const void **);
typedef int64_t skip_bytes(struct archive *, void *, int64_t);
typedef int64_t seek_to(struct archive *, void *, int64_t, int);

// Each has its result, its name without `archive_`, and its parameters.
#define FUNCTIONS(each) \
    each(struct archive *, read_new, (void)) \
    each(int, read_free, (struct archive *)) \
    each(int, read_support_format_zip_seekable, (struct archive *)) \
    each(int, read_support_format_zip_streamable, (struct archive *)) \
    each(int, read_support_format_tar, (struct archive *)) \
    each(int, read_support_format_iso9660, (struct archive *)) \
    each(int, read_support_filter_gzip, (struct archive *)) \
    each(int, read_support_filter_xz, (struct archive *)) \
    each(int, read_support_filter_zstd, (struct archive *)) \
    each(int, read_set_read_callback, (struct archive *, read_piece *)) \
    each(int, read_set_skip_callback, (struct archive *, skip_bytes *)) \
    each(int, read_set_seek_callback, (struct archive *, seek_to *)) \
    each(int, read_set_callback_data, (struct archive *, void *)) \
    each(int, read_open1, (struct archive *)) \
    each(int, read_next_header, (struct archive *, struct archive_entry **)) \
    each(int64_t, read_header_position, (struct archive *)) \
    each(int, read_data_block, (struct archive *, const void **, size_t *, int64_t *)) \
    each(int, read_data_skip, (struct archive *)) \
    each(const char *, error_string, (struct archive *)) \
    each(void, set_error, (struct archive *, int, const char *, ...)) \
    each(int, filter_count, (struct archive *)) \
    each(int64_t, filter_bytes, (struct archive *, int)) \
    each(int, format, (struct archive *)) \
    each(const char *, entry_pathname, (struct archive_entry *)) \
    each(mode_t, entry_filetype, (struct archive_entry *)) \
    each(int64_t, entry_size, (struct archive_entry *)) \
    each(int, entry_size_is_set, (struct archive_entry *)) \
    each(const char *, entry_hardlink, (struct archive_entry *)) \
    each(const char *, entry_symlink, (struct archive_entry *)) \
    each(int, entry_sparse_count, (struct archive_entry *)) \
    each(int, entry_is_encrypted, (struct archive_entry *)) \
    each(struct archive *, write_new, (void)) \
    each(int, write_free, (struct archive *)) \
    each(int, write_set_format_raw, (struct archive *)) \
    each(int, write_add_filter_zstd, (struct archive *)) \
    each(int, write_set_bytes_per_block, (struct archive *, int)) \
    each(int, write_open_memory, (struct archive *, void *, size_t, size_t *)) \
    each(int, write_header, (struct archive *, struct archive_entry *)) \
    each(ssize_t, write_data, (struct archive *, const void *, size_t)) \
    each(int, write_close, (struct archive *)) \
    each(struct archive_entry *, entry_new, (void)) \
    each(void, entry_free, (struct archive_entry *)) \
    each(void, entry_set_filetype, (struct archive_entry *, unsigned))

#define DECLARE(result, name, parameters) result(*name) parameters;
struct library { FUNCTIONS(DECLARE) };

#endif
