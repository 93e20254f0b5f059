#include "CArchive.h"

#include <dlfcn.h>
#include <stddef.h>

const char *carchive_load(struct carchive *library) {
    void *loaded = dlopen("libarchive.so.13", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!loaded) return dlerror();
#define FIND(name) \
    void *name = dlsym(loaded, "archive_" #name); \
    if (!name) return dlerror(); \
    library->name = (__typeof__(library->name))name;
    CARCHIVE_FUNCTIONS(FIND)
    return NULL;
}
