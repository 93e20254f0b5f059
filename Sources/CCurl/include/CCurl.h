// libcurl for Swift; it is loaded at the first use. This wrapper has no variadic functions, because Swift
// cannot call them.
//
// Types, options and codes are those of curl.h; libcurl's documentation says what each call does.
// Nothing here links libcurl: a direct call of one of its functions would not link.

#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

// Loads and initialises libcurl, once in a process and from any thread; call it before everything
// else. Returns NULL on success, else the reason; the text lives as long as the process.
const char *_Nullable ccurl_load(void);

// A handle for transfers, with its pool of connections; NULL if there is no memory.
CURL *_Nullable ccurl_new_handle(void);
CURLM *_Nullable ccurl_new_pool(void);
void ccurl_free_handle(CURL *_Nonnull handle);
void ccurl_free_pool(CURLM *_Nonnull pool);

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION: returns the bytes taken; a smaller number ends
// the transfer.
typedef size_t (*ccurl_receive)(
    char *_Nonnull bytes, size_t size, size_t count, void *_Nonnull context);
// Called again and again during a transfer; a value other than 0 ends it.
typedef int (*ccurl_stop)(void *_Nonnull context);

// Options whose value is a long.
CURLcode ccurl_set_number(CURL *_Nonnull handle, CURLoption option, long value);
// Options whose value is a curl_off_t; their names end in _LARGE.
CURLcode ccurl_set_large_number(CURL *_Nonnull handle, CURLoption option, curl_off_t value);
// Options whose value is a string; libcurl keeps a copy. NULL resets the option.
CURLcode ccurl_set_text(CURL *_Nonnull handle, CURLoption option, const char *_Nullable value);
// CURLOPT_HTTPHEADER; libcurl keeps no copy, so the list must outlive the transfer.
CURLcode ccurl_set_headers(CURL *_Nonnull handle, struct curl_slist *_Nullable list);
// The body to send; libcurl keeps a copy.
CURLcode ccurl_set_body(CURL *_Nonnull handle, const void *_Nullable bytes, curl_off_t length);
// CURLOPT_ERRORBUFFER: CURL_ERROR_SIZE bytes that outlive the handle; gets the last message.
CURLcode ccurl_set_error_buffer(CURL *_Nonnull handle, char *_Nonnull buffer);
// The functions that get a response's body and header lines.
CURLcode ccurl_set_receivers(
    CURL *_Nonnull handle, ccurl_receive _Nonnull body, ccurl_receive _Nonnull header,
    void *_Nonnull context);

// A list with a copy of one more line; NULL if there is no memory, then the list is unchanged.
struct curl_slist *_Nullable ccurl_append(
    struct curl_slist *_Nullable list, const char *_Nonnull line);
void ccurl_free_list(struct curl_slist *_Nullable list);

// Performs the transfer of the handle to its end. Calls `stop` while bytes come, and at least every
// `pause_milliseconds`, whatever the server and the name server do.
CURLcode ccurl_perform(
    CURLM *_Nonnull pool, CURL *_Nonnull handle, int pause_milliseconds,
    ccurl_stop _Nonnull stop, void *_Nonnull context);

// Called when the transfer of the handle at a position has ended.
typedef void (*ccurl_ended)(size_t position, CURLcode code, void *_Nonnull context);
// Performs the transfers of several handles, up to `at_once` at the same time, and on at most `connections` to a host.
// Calls `stop` as ccurl_perform does; if it ends the transfers, `ended` is not called for those that were left.
void ccurl_perform_all(
    CURLM *_Nonnull pool, CURL *_Nonnull const *_Nonnull handles, size_t count, size_t at_once,
    size_t connections, int pause_milliseconds, ccurl_stop _Nonnull stop, ccurl_ended _Nonnull ended,
    void *_Nonnull context);

// libcurl's text for a code.
const char *_Nonnull ccurl_problem(CURLcode code);
// The status of the last answer, 0 if no answer came.
long ccurl_status(CURL *_Nonnull handle);
// The status of the proxy's last answer to CONNECT; 0 if no answer came.
long ccurl_connect_status(CURL *_Nonnull handle);

#endif
