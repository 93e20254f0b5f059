# Varnish before a published directory: include this behind `vcl 4.1;` and your backend.
#
# The origin's Cache-Control says how long what is kept; these are the three things that it cannot.

sub vcl_recv {
    # No answer depends on them, so that everybody shares one copy.
    unset req.http.Cookie;
    unset req.http.Authorization;
}

sub vcl_backend_response {
    # Past its minute timestamp.json is old: by itself Varnish would serve it ten seconds longer
    # while it asks. It is kept to be revalidated with a conditional request, and no longer served.
    set beresp.grace = 0s;
    if (beresp.status == 200) {
        set beresp.keep = 1h;
    }
    # What is not there now may be there in a moment: the next root. No request waits for another's.
    if (beresp.status == 403 || beresp.status == 404 || beresp.status == 410) {
        set beresp.uncacheable = true;
        set beresp.ttl = 60s;
    }
}
