// libarchive for Swift: its own headers, and its functions, which are loaded when they are first needed.
// Nothing links the library (docs/adr/0024).

#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#define CARCHIVE_FUNCTIONS(each) \
    each(error_string) each(filter_bytes) each(format) \
    each(read_new) each(read_free) each(read_support_format_all) \
    each(read_support_filter_by_code) each(read_open_fd) each(read_next_header) \
    each(read_header_position) each(read_data) \
    each(entry_pathname) each(entry_filetype) each(entry_hardlink) each(entry_is_encrypted) \
    each(write_new) each(write_free) each(write_set_format_by_name) \
    each(write_add_filter_by_name) each(write_set_filter_option) \
    each(write_set_bytes_in_last_block) each(write_open) each(write_header) each(write_data) \
    each(write_close) \
    each(entry_new) each(entry_free) each(entry_set_pathname) each(entry_set_filetype) \
    each(entry_set_perm) each(entry_set_size) each(entry_set_mtime)

// The functions, each with its type from the headers and without `archive_`.
#define CARCHIVE_FIELD(name) __typeof__(&archive_##name) _Nonnull name;
struct carchive {
    CARCHIVE_FUNCTIONS(CARCHIVE_FIELD)
};

// Loads the library and finds its functions. Returns NULL, or why it cannot; the text lives until the
// next such call of this thread.
const char *_Nullable carchive_load(struct carchive *_Nonnull library);

#endif
