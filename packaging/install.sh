#!/bin/sh
# Installs programs of match-bundles from a release, without root.
# show_help below says how.
set -eu
umask 022

# scripts/release writes these into the file of a release.
key=
version=
releases=https://github.com/OWNER/match-bundles/releases/download

prefix=${HOME:-}/.local
dry=
remove=
programs=
# The most bytes of one program's archive, and of the list of checksums: an address may be anybody's.
archive_bytes_max=104857600
list_bytes_max=65536
work=

main() {
    read_arguments "$@"
    case $prefix in '' | /.local) fail "\$HOME is empty: name a folder with --prefix" ;; esac
    case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
    list=$prefix/share/match-bundles/installed
    if [ -n "$remove" ]; then
        uninstall
        exit
    fi
    programs=${programs:- breakdown match-fetch bundle-agent}
    [ -n "$version" ] || fail "this file is not from a release: name a version with --version"
    find_machine
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    verify_release
    for program in $programs; do fetch_program "$program"; done
    for program in $programs; do refuse_folders "$program"; done
    for program in $programs; do install_program "$program"; done
    if [ -z "$dry" ]; then say_where; else echo "nothing was written: --dry-run"; fi
}

# Not read from this file: a shell may get it through a pipe.
show_help() {
    cat <<END
Installs programs of match-bundles from a release, without root.

usage: install.sh [OPTION…] [PROGRAM…]

Without a PROGRAM it installs breakdown, match-fetch and bundle-agent. bundle-publish is the fourth. It verifies the
signature of the release before it unpacks anything, and prints what it does.

  --prefix FOLDER     where to install (~/.local)
  --version VERSION   the version to install (${version:-none: this file is not from a release})
  --from ADDRESS      where the files of releases are
  --dry-run           verify, and show what would be written
  --uninstall         remove what it has installed
  --help              show this text

It needs curl, tar, and one of gpgv, gpg or sqv.
END
}

read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
            --prefix | --version | --from)
                [ -n "${2:-}" ] || wrong_usage "$1 needs a value"
                case $1 in --prefix) prefix=$2 ;; --version) version=$2 ;; --from) releases=$2 ;; esac
                shift
                ;;
            --dry-run) dry=yes ;;
            --uninstall) remove=yes ;;
            --help) show_help && exit ;;
            breakdown | match-fetch | bundle-agent | bundle-publish)
                case " $programs " in *" $1 "*) ;; *) programs="$programs $1" ;; esac
                ;;
            *) wrong_usage "$1 is not known" ;;
        esac
        shift
    done
    case $version in *[!0-9A-Za-z.+~-]*) wrong_usage "$version is not a version" ;; esac
}

find_machine() {
    [ "$(uname -s)" = Linux ] || fail "expected Linux, found $(uname -s)"
    case $(uname -m) in
        x86_64) machine=linux-amd64 ;;
        aarch64 | arm64) machine=linux-arm64 ;;
        *) fail "there is no program for $(uname -m)" ;;
    esac
}

verify_release() {
    [ -n "$key" ] || fail "this file has no key: take install.sh from a release"
    fetch SHA256SUMS "$list_bytes_max"
    fetch SHA256SUMS.asc "$list_bytes_max"
    printf '%s' "$key" | base64 -d >"$work/key.gpg"
    if command -v gpgv >/dev/null; then
        gpgv --quiet --keyring "$work/key.gpg" "$work/SHA256SUMS.asc" "$work/SHA256SUMS" 2>"$work/said" || untrusted
    elif command -v gpg >/dev/null; then
        mkdir -m 700 "$work/gpg"
        # Only this key is in the keyring, so a good signature is a signature of this key.
        gpg --homedir "$work/gpg" --batch --quiet --no-autostart --no-default-keyring --keyring "$work/key.gpg" \
            --trust-model always --verify "$work/SHA256SUMS.asc" "$work/SHA256SUMS" 2>"$work/said" || untrusted
    elif command -v sqv >/dev/null; then
        sqv --keyring "$work/key.gpg" "$work/SHA256SUMS.asc" "$work/SHA256SUMS" >"$work/said" 2>&1 || untrusted
    else
        fail "one of gpgv, gpg or sqv is needed to verify the release; install one of them first"
    fi
    echo "verified   the signature of match-bundles $version"
}

untrusted() {
    cat "$work/said" >&2
    fail "SHA256SUMS: expected a signature of the key of this project, found none; nothing was installed"
}

# The name has the version, so an older release, which has a good signature too, does not have this file.
fetch_program() { # PROGRAM
    archive=$1-$version-$machine.tar.gz
    fetch "$archive" "$archive_bytes_max"
    wanted=$(sed -n "s/^\([0-9a-f]\{64\}\)  $(printf '%s' "$archive" | sed 's/[.]/[.]/g')\$/\1/p" "$work/SHA256SUMS")
    [ -n "$wanted" ] || fail "$archive: the signed list does not have it; nothing was installed"
    found=$(sha256sum <"$work/$archive")
    [ "${found%% *}" = "$wanted" ] || fail "$archive: expected another SHA-256 than ${found%% *}; nothing was installed"
    mkdir "$work/$1"
    tar -xzf "$work/$archive" -C "$work/$1" --strip-components 1 --no-same-owner
    echo "verified   $archive"
}

# A renamed file would go into the folder.
refuse_folders() { # PROGRAM
    (cd "$work/$1" && find . -type f | sed 's|^\./||') >"$work/names"
    while read -r name; do
        [ ! -d "$prefix/$name" ] || fail "$prefix/$name: expected a file or nothing, found a folder; nothing was installed"
    done <"$work/names"
}

# Writes each file beside its place and renames it: a program that runs is not disturbed.
install_program() { # PROGRAM
    (cd "$work/$1" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) >"$work/names"
    while read -r name; do
        echo "installs   $prefix/$name"
        [ -z "$dry" ] || continue
        mkdir -p "$(dirname "$prefix/$name")" "$(dirname "$list")"
        # First the list, so that a name is in it before its file exists.
        { [ ! -e "$list" ] || cat "$list"; echo "$name"; } | LC_ALL=C sort -u >"$list.new"
        mv -f "$list.new" "$list"
        cp "$work/$1/$name" "$prefix/$name.new"
        mv -f "$prefix/$name.new" "$prefix/$name"
    done <"$work/names"
}

say_where() {
    echo "installed  match-bundles $version in $prefix"
    case :$PATH: in
        *":$prefix/bin:"*) ;;
        *) echo "not yet on your PATH: add  export PATH=\"$prefix/bin:\$PATH\"  to ~/.profile" ;;
    esac
}

uninstall() {
    [ -e "$list" ] || fail "$list: there is no list of installed files here"
    kept=
    while read -r name; do
        case $name in /* | *..* | '') fail "$list: expected names below $prefix, found $name" ;; esac
        echo "removes    $prefix/$name"
        [ -n "$dry" ] || rm -f "$prefix/$name" || kept="$kept$name
"
    done <"$list"
    if [ -n "$dry" ]; then
        echo "nothing was removed: --dry-run"
        return
    fi
    while read -r name; do
        folder=$(dirname "$name")
        while [ "$folder" != . ]; do
            rmdir "$prefix/$folder" 2>/dev/null || break
            folder=$(dirname "$folder")
        done
    done <"$list"
    if [ -n "$kept" ]; then
        # What is left stays in the list, for the next try.
        printf '%s' "$kept" >"$list.new" && mv -f "$list.new" "$list"
        fail "some files could not be removed (above); they are still in $list"
    fi
    rm -f "$list"
    rmdir "$(dirname "$list")" "$prefix/share" 2>/dev/null || true
    echo "removed    match-bundles from $prefix; what bundle-agent has downloaded stays where it is"
}

fetch() { # NAME BYTES-AT-MOST
    curl --fail --silent --show-error --location --retry 2 --max-filesize "$2" \
        --output "$work/$1" "$releases/v$version/$1" || fail "$releases/v$version/$1: cannot be fetched; nothing was installed"
    [ "$(wc -c <"$work/$1")" -le "$2" ] || fail "$1: expected at most $2 bytes; nothing was installed"
}

fail() { echo "install.sh: $1" >&2 && exit 1; }
wrong_usage() { echo "install.sh: $1; see install.sh --help" >&2 && exit 64; }

main "$@"
