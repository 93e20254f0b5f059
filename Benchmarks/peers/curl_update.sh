#!/bin/sh
# What a shell script would do: fetch the zips that have changed, on one connection, and unpack those.
# usage: curl_update.sh ADDRESS FOLDER YEAR ...
set -e
address=$1
cd "$2"
shift 2
set -- $(for year; do echo "-s -o $year.new --etag-compare $year.tag --etag-save $year.tag $address/$year.zip --next"; done | sed '$ s/ --next$//')
for year in $(echo "$@" | grep -o '[0-9]*\.tag' | sort -u | tr -d '.tag'); do [ -e "$year.tag" ] || : > "$year.tag"; done
curl "$@"
for new in *.new; do
    [ -s "$new" ] && unzip -qo "$new" -d out
    rm -f "$new"
done
exit 0
