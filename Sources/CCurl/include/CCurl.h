// libcurl for Swift: loaded when it is first needed, and without variadic functions, which Swift
// cannot call.
//
// Types, options and codes come from curl.h as they are; what each call does and limits is libcurl's.
// Nothing here links libcurl: calling one of its own functions would not link.

#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

// Loads libcurl and initialises it, once a process and from any thread; must come before all else.
// Returns NULL where that succeeded, else why it did not; the text lives as long as the process.
const char *_Nullable ccurl_load(void);

/// Starts loading libcurl on a thread of its own, beside what the caller does next; ccurl_load() waits for it.
void ccurl_load_ahead(void);

// A handle for transfers, and the pool of connections that it uses; NULL where memory is short.
CURL *_Nullable ccurl_new_handle(void);
CURLM *_Nullable ccurl_new_pool(void);
void ccurl_free_handle(CURL *_Nonnull handle);
void ccurl_free_pool(CURLM *_Nonnull pool);

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION: returns the bytes taken; fewer ends the transfer.
typedef size_t (*ccurl_receive)(
    char *_Nonnull bytes, size_t size, size_t count, void *_Nonnull context);
// Asked again and again while a transfer is under way: other than 0 ends it.
typedef int (*ccurl_stop)(void *_Nonnull context);

// Options that take a long.
CURLcode ccurl_set_number(CURL *_Nonnull handle, CURLoption option, long value);
// Options that take a curl_off_t, those called _LARGE.
CURLcode ccurl_set_large_number(CURL *_Nonnull handle, CURLoption option, curl_off_t value);
// Options that take a string; libcurl keeps a copy. NULL takes the option back.
CURLcode ccurl_set_text(CURL *_Nonnull handle, CURLoption option, const char *_Nullable value);
// CURLOPT_HTTPHEADER; libcurl keeps no copy, so the list must outlive the transfer.
CURLcode ccurl_set_headers(CURL *_Nonnull handle, struct curl_slist *_Nullable list);
// What is sent; libcurl keeps a copy.
CURLcode ccurl_set_body(CURL *_Nonnull handle, const void *_Nullable bytes, curl_off_t length);
// CURLOPT_ERRORBUFFER: CURL_ERROR_SIZE bytes that outlive the handle; holds the last problem in words.
CURLcode ccurl_set_error_buffer(CURL *_Nonnull handle, char *_Nonnull buffer);
// Where a response's body and header lines go.
CURLcode ccurl_set_receivers(
    CURL *_Nonnull handle, ccurl_receive _Nonnull body, ccurl_receive _Nonnull header,
    void *_Nonnull context);

// A list with a copy of one more line; NULL where memory is short, the list is unchanged then.
struct curl_slist *_Nullable ccurl_append(
    struct curl_slist *_Nullable list, const char *_Nonnull line);
void ccurl_free_list(struct curl_slist *_Nullable list);

// Does the transfer that the handle describes, to its end. `stop` is asked as bytes come, and at least
// every `pause_milliseconds`, whatever the server and the name server do.
CURLcode ccurl_perform(
    CURLM *_Nonnull pool, CURL *_Nonnull handle, int pause_milliseconds,
    ccurl_stop _Nonnull stop, void *_Nonnull context);

// What a code means, in libcurl's words.
const char *_Nonnull ccurl_problem(CURLcode code);
// The status of the last answer, 0 where there was none.
long ccurl_status(CURL *_Nonnull handle);
// The status of the proxy's last answer to CONNECT; 0 where there was none.
long ccurl_connect_status(CURL *_Nonnull handle);
// Seconds the server asked to wait (Retry-After as number or date), 0 where it did not.
curl_off_t ccurl_retry_after_seconds(CURL *_Nonnull handle);

#endif
