# Varnish in front of a published directory. Include this file after `vcl 4.1;` and your backend.
#
# The origin's Cache-Control says how long Varnish keeps each file. It cannot say these three things.

sub vcl_recv {
    # No answer depends on these headers. Without them all clients share one copy.
    unset req.http.Cookie;
    unset req.http.Authorization;
}

sub vcl_backend_response {
    # After a minute timestamp.json is old. By default Varnish would serve it for ten more seconds
    # while it asks the origin. We keep it only for a conditional request and do not serve it.
    set beresp.grace = 0s;
    if (beresp.status == 200) {
        set beresp.keep = 1h;
    }
    # A file that does not exist now, such as the next root, may exist in a moment. Requests for
    # it do not wait for each other.
    if (beresp.status == 403 || beresp.status == 404 || beresp.status == 410) {
        set beresp.uncacheable = true;
        set beresp.ttl = 60s;
    }
}
