#!/usr/bin/env bash
set -euo pipefail
for argument in "$@"; do
  case $argument in
    --folder=*) folder=${argument#*=} ;;
    --count=*) count=${argument#*=} ;;
  esac
done
# A path that begins with "-" must not become an option of find.
find "./$folder" -type f -not -path '*/.*' -printf '%s\t%P\n' | sort -rn | head -n "$count"
