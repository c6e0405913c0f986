#!/bin/sh
# Installs checklists, its manual page and its completions from a release, for your account.
#
#   curl -fsSL https://github.invalid/OWNER/checklists/releases/latest/download/install.sh | sh
#
#   --to DIR         installs into DIR/bin and DIR/share; without it, into ~/.local
#   --version V      installs this version; without it, the latest
#
# Nothing is installed unless the SHA-256 of the archive is that of the release. CHECKLISTS_RELEASES is the address of
# other releases, for instance of a mirror.
set -eu
umask 022

fail() {
  echo "install.sh: $1" >&2
  exit 1
}
usage() {
  echo "install.sh: $1" >&2
  echo "usage: install.sh [--to DIR] [--version V]" >&2
  exit 64
}
# fetch ADDRESS FILE. With curl, no redirection leads from https to anything else.
fetch() {
  if command -v curl >/dev/null; then
    curl --proto "=${1%%:*}" -fsSL -o "$2" "$1" || fail "$1 could not be fetched; nothing was changed"
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1" || fail "$1 could not be fetched; nothing was changed"
  else
    fail "neither curl nor wget is here; install one of them"
  fi
}
sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}
# A word for a line that is to be copied into a shell.
quoted() {
  case $1 in
    *[!A-Za-z0-9_/.:@%+-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf '%s' "$1" ;;
  esac
}

# In a function, called in the last line: half of a script that was cut off does nothing.
main() {
  releases=${CHECKLISTS_RELEASES:-https://github.invalid/OWNER/checklists/releases}
  to=
  version=
  while [ $# -gt 0 ]; do
    case $1 in
      --to | --version) [ -n "${2-}" ] || usage "$1 needs a value" ;;
      *) usage "unknown argument '$1'" ;;
    esac
    if [ "$1" = --to ]; then to=$2; else version=$2; fi
    shift 2
  done
  [ -n "$to" ] || to=${HOME:?"is not set; name a directory with --to"}/.local
  case $to in /*) ;; *) to=$PWD/$to ;; esac

  case $(uname -s)/$(uname -m) in
    Linux/x86_64 | Linux/amd64) platform=x86_64-linux ;;
    Linux/aarch64 | Linux/arm64) platform=aarch64-linux ;;
    Darwin/*) platform=universal-macos ;;
    *) fail "there is no program for $(uname -s) on $(uname -m); build it from source, as the README explains" ;;
  esac

  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  # The names in it tell which version is the latest.
  if [ -n "$version" ]; then sums=$releases/download/$version; else sums=$releases/latest/download; fi
  fetch "$sums/SHA256SUMS" "$work/SHA256SUMS"
  line=$(grep -E "^[0-9a-f]{64}  checklists-[0-9][0-9A-Za-z.-]*-$platform\.tar\.gz\$" "$work/SHA256SUMS") ||
    fail "$sums/SHA256SUMS names no archive for $platform; nothing was changed"
  [ "$(printf '%s\n' "$line" | wc -l)" -eq 1 ] ||
    fail "$sums/SHA256SUMS names several archives for $platform; nothing was changed"
  archive=${line##* }
  found=${archive#checklists-}
  found=${found%"-$platform.tar.gz"}
  [ "${version:-$found}" = "$found" ] || fail "$sums/SHA256SUMS is of version $found; nothing was changed"
  fetch "$releases/download/$found/$archive" "$work/$archive"
  sum=$(sha256 "$work/$archive")
  [ "$sum" = "${line%% *}" ] || fail "the SHA-256 of $archive is $sum instead of ${line%% *}; nothing was changed"
  tar -xzf "$work/$archive" -C "$work"
  cd "$work/${archive%.tar.gz}"
  bin/checklists --version >"$work/version" ||
    fail "the program does not run in $work; set TMPDIR if that may have no programs. Nothing was changed"

  files=$(tar -tzf "$work/$archive" | sed -n 's|^[^/]*/\(.*[^/]\)$|\1|p')
  [ -n "$files" ] || fail "$archive cannot be listed; nothing was changed"
  # All are written before the first gets its name, so that the old program stays whole, and may run meanwhile.
  for file in $files; do
    { mkdir -p "$to/${file%/*}" && cp "$file" "$to/$file.new"; } || {
      for new in $files; do rm -f "$to/$new.new"; done
      fail "$to/$file cannot be written; choose another directory with --to"
    }
  done
  for file in $files; do mv -f "$to/$file.new" "$to/$file"; done

  echo "Installed $(cat "$work/version"); the SHA-256 of its archive is that of the release:"
  for file in $files; do echo "  $to/$file"; done
  echo
  case :$PATH: in
    *":$to/bin:"*) ;;
    *)
      echo "$to/bin is not on the PATH. Write this into the startup file of your shell:"
      echo "  export PATH=$(quoted "$to/bin"):\$PATH"
      ;;
  esac
  echo "fish, and bash with bash-completion, find the completions of ~/.local by themselves; else:"
  echo "  bash, in ~/.bashrc:  eval \"\$(checklists completions bash)\""
  echo "  zsh, in ~/.zshrc:    autoload -U compinit; compinit; eval \"\$(checklists completions zsh)\""
  echo "  fish, in ~/.config/fish/config.fish:  checklists completions fish | source"
  echo
  echo "To uninstall, delete the lines that you wrote, and run this; your lists stay:"
  printf '  (cd %s && rm' "$(quoted "$to")"
  for file in $files; do printf ' %s' "$file"; done
  # What others have files in stays.
  printf '\n   rmdir -p'
  printf '%s\n' "$files" | sed 's|/[^/]*$||' | sort -ur | while read -r folder; do printf ' %s' "$folder"; done
  printf ' 2>/dev/null)\n'
}
main "$@"
