// libcurl for Swift, which cannot call variadic functions: the setters and getters by kind of value.
//
// Everything else comes from curl.h as it is. Options, codes and limits of each call are libcurl's.

#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION: returns the bytes taken; fewer ends the transfer.
typedef size_t (*ccurl_receive)(
    char *_Nonnull bytes, size_t size, size_t count, void *_Nonnull context);

// CURLOPT_XFERINFOFUNCTION: other than 0 ends the transfer.
typedef int (*ccurl_progress)(
    void *_Nonnull context, curl_off_t down_total, curl_off_t down, curl_off_t up_total,
    curl_off_t up);

// Options that take a long.
CURLcode ccurl_set_number(CURL *_Nonnull handle, CURLoption option, long value);
// Options that take a string; libcurl keeps a copy. NULL takes the option back.
CURLcode ccurl_set_text(CURL *_Nonnull handle, CURLoption option, const char *_Nullable value);
// CURLOPT_HTTPHEADER; libcurl keeps no copy, so the list must outlive the transfer.
CURLcode ccurl_set_headers(CURL *_Nonnull handle, struct curl_slist *_Nullable list);
// CURLOPT_ERRORBUFFER: CURL_ERROR_SIZE bytes that outlive the handle; holds the last problem in words.
CURLcode ccurl_set_error_buffer(CURL *_Nonnull handle, char *_Nonnull buffer);
// Where a response's body, header lines and progress go, all with the same context.
CURLcode ccurl_set_receivers(
    CURL *_Nonnull handle, ccurl_receive _Nonnull body, ccurl_receive _Nonnull header,
    ccurl_progress _Nonnull progress, void *_Nonnull context);

// The status of the last answer, 0 where there was none.
long ccurl_status(CURL *_Nonnull handle);
// Seconds the server asked to wait (Retry-After as number or date), 0 where it did not.
curl_off_t ccurl_retry_after_seconds(CURL *_Nonnull handle);

#endif
