#define _GNU_SOURCE
#include "CArchive.h"
#include "Library.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct library library;

#if __has_include(<archive.h>) && __has_include(<archive_entry.h>)
#include <archive.h>
#include <archive_entry.h>
#define COMPARE(result, name, parameters) \
    _Static_assert( \
        __builtin_types_compatible_p(__typeof__(library.name), __typeof__(&archive_##name)), \
        "archive_" #name " has another form");
FUNCTIONS(COMPARE)
_Static_assert(carchive_zip == ARCHIVE_FORMAT_ZIP, "another number");
_Static_assert(carchive_tar == ARCHIVE_FORMAT_TAR, "another number");
_Static_assert(carchive_iso == ARCHIVE_FORMAT_ISO9660, "another number");
#endif

enum { archive_ok = 0, archive_eof = 1, archive_fatal = -30, format_mask = 0xFF0000 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) {
    void *loaded = dlopen("libarchive.so.13", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!loaded) {
        // Copy the message: the text of dlerror() ends with the thread.
        const char *why = dlerror();
        failure = why ? strdup(why) : NULL;
        if (!failure) failure = "libarchive.so.13 cannot be loaded";
        return;
    }
#define FIND(result, name, parameters) \
    if (!(library.name = (__typeof__(library.name))dlsym(loaded, "archive_" #name))) { \
        failure = "libarchive.so.13 is too old: it has no archive_" #name; \
        return; \
    }
    FUNCTIONS(FIND)
}

const char *carchive_load(void) {
    pthread_once(&once, load);
    return failure;
}

struct carchive_reader {
    struct archive *archive;
    int descriptor;
    int can_seek;
    int is_too_long;
    int open_code;
    int64_t read_max;
    int64_t read_bytes;
    char piece[64 << 10];
};

// Both call backs count what they read, so that no archive reads for ever.
static ssize_t read_next(struct archive *archive, void *context, const void **bytes) {
    carchive_reader *reader = context;
    ssize_t count;
    if (reader->read_bytes >= reader->read_max) {
        reader->is_too_long = 1;
        library.set_error(archive, EFBIG, "too long");
        return archive_fatal;
    }
    do {
        count = read(reader->descriptor, reader->piece, sizeof reader->piece);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        library.set_error(archive, errno, "cannot be read: %s", strerror(errno));
        return archive_fatal;
    }
    reader->read_bytes += count;
    *bytes = reader->piece;
    return count;
}

static int64_t seek(struct archive *archive, void *context, int64_t offset, int whence) {
    carchive_reader *reader = context;
    off_t place = lseek(reader->descriptor, offset, whence);
    if (place >= 0) return place;
    library.set_error(archive, errno, "cannot be read: %s", strerror(errno));
    return archive_fatal;
}

// Never passes the end, so that a missing end is found.
static int64_t skip(struct archive *archive, void *context, int64_t count) {
    carchive_reader *reader = context;
    (void)archive;
    off_t place = lseek(reader->descriptor, 0, SEEK_CUR);
    if (place < 0 || count <= 0) return 0;
    off_t end = lseek(reader->descriptor, 0, SEEK_END);
    off_t wanted = end < place || count > end - place ? place : place + count;
    return lseek(reader->descriptor, wanted, SEEK_SET) == wanted ? wanted - place : 0;
}

// Whether the library has a filter built in: for another one it would start a program.
static int has(int (*support)(struct archive *)) {
    struct archive *scratch = library.read_new();
    if (!scratch) return 0;
    int code = support(scratch);
    library.read_free(scratch);
    return code == archive_ok;
}

carchive_reader *carchive_open(int descriptor, int can_seek, int64_t read_max) {
    int (*const filters[])(struct archive *) = {
        library.read_support_filter_gzip, library.read_support_filter_xz,
        library.read_support_filter_zstd,
    };
    carchive_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->descriptor = descriptor;
    reader->can_seek = can_seek;
    reader->read_max = read_max;
    if (!(reader->archive = library.read_new())) {
        free(reader);
        return NULL;
    }
    struct archive *archive = reader->archive;
    for (size_t at = 0; at < sizeof filters / sizeof filters[0]; at++)
        if (has(filters[at])) (void)filters[at](archive);
    (void)library.read_support_format_tar(archive);
    (void)library.read_support_format_iso9660(archive);
    if (can_seek) {
        (void)library.read_support_format_zip_seekable(archive);
        (void)library.read_set_seek_callback(archive, seek);
        (void)library.read_set_skip_callback(archive, skip);
    } else {
        (void)library.read_support_format_zip_streamable(archive);
    }
    (void)library.read_set_read_callback(archive, read_next);
    (void)library.read_set_callback_data(archive, reader);
    reader->open_code = library.read_open1(archive);
    return reader;
}

void carchive_close(carchive_reader *reader) {
    library.read_free(reader->archive);
    free(reader);
}

static int answer(carchive_reader *reader, int code) {
    if (reader->is_too_long) return carchive_too_long;
    if (code == archive_eof) return carchive_end;
    return code == archive_ok ? carchive_found : carchive_problem;
}

static int kind(struct archive_entry *entry) {
    if (library.entry_hardlink(entry) || library.entry_symlink(entry)) return carchive_link;
    switch (library.entry_filetype(entry) & S_IFMT) {
        case S_IFREG: return carchive_file;
        case S_IFDIR: return carchive_folder;
        case S_IFLNK: return carchive_link;
        default: return carchive_other;
    }
}

int carchive_next(carchive_reader *reader, carchive_entry *entry) {
    struct archive_entry *found = NULL;
    // The message of that call stays only if no other call follows.
    if (reader->open_code != archive_ok) return answer(reader, reader->open_code);
    int code = answer(reader, library.read_next_header(reader->archive, &found));
    if (code != carchive_found || !found) return code;
    entry->name = library.entry_pathname(found);
    entry->kind = kind(found);
    entry->is_sparse = library.entry_sparse_count(found) > 0;
    entry->is_encrypted = library.entry_is_encrypted(found) != 0;
    entry->size = library.entry_size_is_set(found) ? library.entry_size(found) : -1;
    return code;
}

int carchive_read(carchive_reader *reader, const void **bytes, size_t *count, int64_t *offset) {
    return answer(reader, library.read_data_block(reader->archive, bytes, count, offset));
}

int carchive_skip(carchive_reader *reader) {
    return answer(reader, library.read_data_skip(reader->archive));
}

void carchive_drain(carchive_reader *reader, int64_t bytes_max) {
    if (reader->can_seek) return;
    for (int64_t left = bytes_max; left > 0;) {
        ssize_t count = read(reader->descriptor, reader->piece, sizeof reader->piece);
        if (count == 0 || (count < 0 && errno != EINTR)) return;
        if (count > 0) left -= count;
    }
}

int carchive_format(carchive_reader *reader) {
    return library.format(reader->archive) & format_mask;
}

// libarchive counts the one that reads the descriptor.
int carchive_filters(carchive_reader *reader) {
    return library.filter_count(reader->archive) - 1;
}

int64_t carchive_bytes_read(carchive_reader *reader) { return reader->read_bytes; }

int64_t carchive_bytes_unpacked(carchive_reader *reader) {
    return library.filter_bytes(reader->archive, 0);
}

int64_t carchive_bytes_of_header(carchive_reader *reader) {
    return carchive_bytes_unpacked(reader) - library.read_header_position(reader->archive);
}

const char *carchive_message(carchive_reader *reader) {
    const char *text = library.error_string(reader->archive);
    return text ? text : "libarchive does not say why";
}

// Writes everything into memory that is large enough for bytes that do not compress.
static int pack(
    struct archive *archive, const void *bytes, size_t count, void *room, size_t length,
    size_t *used) {
    // A library without zstd would start a program instead, and warns.
    if (library.write_add_filter_zstd(archive) != archive_ok) return 0;
    if (library.write_set_format_raw(archive) != archive_ok) return 0;
    // No padding at the end.
    if (library.write_set_bytes_per_block(archive, 0) != archive_ok) return 0;
    if (library.write_open_memory(archive, room, length, used) != archive_ok) return 0;
    struct archive_entry *entry = library.entry_new();
    if (!entry) return 0;
    library.entry_set_filetype(entry, S_IFREG);
    int code = library.write_header(archive, entry);
    library.entry_free(entry);
    for (size_t at = 0; code == archive_ok && at < count;) {
        ssize_t written = library.write_data(archive, (const char *)bytes + at, count - at);
        if (written <= 0) return 0;
        at += (size_t)written;
    }
    return code == archive_ok && library.write_close(archive) == archive_ok;
}

void *carchive_zstd(const void *bytes, size_t count, size_t *packed) {
    // ZSTD_COMPRESSBOUND, and room for frames.
    size_t length = count + (count >> 7) + (128 << 10);
    void *room = malloc(length);
    struct archive *archive = library.write_new();
    int isWhole = room && archive && pack(archive, bytes, count, room, length, packed);
    if (archive) library.write_free(archive);
    if (isWhole) return room;
    free(room);
    return NULL;
}
