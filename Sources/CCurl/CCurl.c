#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

// The functions of libcurl that we use, each with its type from curl.h.
#define FUNCTIONS(each) \
    each(global_init) each(easy_init) each(easy_cleanup) each(easy_setopt) each(easy_getinfo) \
    each(easy_strerror) each(slist_append) each(slist_free_all) each(multi_init) \
    each(multi_cleanup) each(multi_add_handle) each(multi_remove_handle) each(multi_perform) \
    each(multi_poll) each(multi_info_read) each(multi_setopt)

#define DECLARE(name) __typeof__(&curl_##name) name;
static struct { FUNCTIONS(DECLARE) } library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *failure;

static void load(void) {
    // Never unload it: threads of its resolver may outlive all its users here.
    void *loaded = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!loaded) {
        // Copy the message: the text of dlerror() ends with the thread.
        const char *why = dlerror();
        failure = why ? strdup(why) : NULL;
        if (!failure) failure = "libcurl.so.4 cannot be loaded";
        return;
    }
#define FIND(name) \
    if (!(library.name = (__typeof__(library.name))dlsym(loaded, "curl_" #name))) { \
        failure = "libcurl.so.4 is too old: it has no curl_" #name; \
        return; \
    }
    FUNCTIONS(FIND)
    CURLcode code = library.global_init(CURL_GLOBAL_DEFAULT);
    if (code != CURLE_OK) failure = library.easy_strerror(code);
}

const char *ccurl_load(void) {
    pthread_once(&once, load);
    return failure;
}

// Keep libcurl's sockets from every program that is started meanwhile.
static curl_socket_t open_socket(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

CURL *ccurl_new_handle(void) {
    CURL *handle = library.easy_init();
    if (handle) library.easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    return handle;
}

CURLM *ccurl_new_pool(void) { return library.multi_init(); }

void ccurl_free_handle(CURL *handle) { library.easy_cleanup(handle); }

void ccurl_free_pool(CURLM *pool) { library.multi_cleanup(pool); }

CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
    return library.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_large_number(CURL *handle, CURLoption option, curl_off_t value) {
    return library.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return library.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_headers(CURL *handle, struct curl_slist *list) {
    return library.easy_setopt(handle, CURLOPT_HTTPHEADER, list);
}

CURLcode ccurl_set_body(CURL *handle, const void *bytes, curl_off_t length) {
    CURLcode code = library.easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, length);
    if (code == CURLE_OK)
        code = library.easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, length ? bytes : "");
    return code;
}

CURLcode ccurl_set_error_buffer(CURL *handle, char *buffer) {
    return library.easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

CURLcode ccurl_set_receivers(
    CURL *handle, ccurl_receive body, ccurl_receive header, void *context
) {
    CURLcode code = library.easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = library.easy_setopt(handle, CURLOPT_WRITEDATA, context);
    if (code == CURLE_OK) code = library.easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = library.easy_setopt(handle, CURLOPT_HEADERDATA, context);
    return code;
}

struct curl_slist *ccurl_append(struct curl_slist *list, const char *line) {
    return library.slist_append(list, line);
}

void ccurl_free_list(struct curl_slist *list) { library.slist_free_all(list); }

CURLcode ccurl_perform(
    CURLM *pool, CURL *handle, int pause_milliseconds, ccurl_stop stop, void *context
) {
    if (library.multi_add_handle(pool, handle) != CURLM_OK) return CURLE_FAILED_INIT;
    CURLcode code = CURLE_OUT_OF_MEMORY;
    int running = 1;
    while (running && library.multi_perform(pool, &running) == CURLM_OK && running) {
        if (stop(context)) {
            code = CURLE_ABORTED_BY_CALLBACK;
            break;
        }
        if (library.multi_poll(pool, NULL, 0, pause_milliseconds, NULL) != CURLM_OK) break;
    }
    int left = 0;
    for (CURLMsg *message; (message = library.multi_info_read(pool, &left));)
        if (message->msg == CURLMSG_DONE && message->easy_handle == handle)
            code = message->data.result;
    library.multi_remove_handle(pool, handle);
    return code;
}

void ccurl_perform_all(
    CURLM *pool, CURL *const *handles, size_t count, size_t at_once, size_t connections,
    int pause_milliseconds, ccurl_stop stop, ccurl_ended ended, void *context
) {
    library.multi_setopt(pool, CURLMOPT_MAX_HOST_CONNECTIONS, (long)connections);
    size_t next = 0, active = 0;
    while (next < count || active > 0) {
        for (; next < count && active < at_once; next++) {
            if (library.multi_add_handle(pool, handles[next]) == CURLM_OK) active++;
            else ended(next, CURLE_FAILED_INIT, context);
        }
        int running = 0, left = 0, has_room = 0;
        if (library.multi_perform(pool, &running) != CURLM_OK) break;
        for (CURLMsg *message; (message = library.multi_info_read(pool, &left));) {
            if (message->msg != CURLMSG_DONE) continue;
            // The message is gone as soon as the handle is removed.
            CURL *handle = message->easy_handle;
            CURLcode code = message->data.result;
            size_t position = 0;
            while (position < next && handles[position] != handle) position++;
            if (position == next) continue;
            library.multi_remove_handle(pool, handle);
            active--;
            has_room = 1;
            ended(position, code, context);
        }
        if (stop(context)) break;
        if (has_room) continue;
        if (library.multi_poll(pool, NULL, 0, pause_milliseconds, NULL) != CURLM_OK) break;
    }
    // Does nothing for those that have ended.
    for (size_t at = 0; at < next; at++) library.multi_remove_handle(pool, handles[at]);
    library.multi_setopt(pool, CURLMOPT_MAX_HOST_CONNECTIONS, 0L);
}

const char *ccurl_problem(CURLcode code) { return library.easy_strerror(code); }

long ccurl_status(CURL *handle) {
    long status = 0;
    CURLcode code = library.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return code == CURLE_OK ? status : 0;
}

long ccurl_connect_status(CURL *handle) {
    long status = 0;
    CURLcode code = library.easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &status);
    return code == CURLE_OK ? status : 0;
}
