#!/bin/sh
# Counts the instructions of a fixed set of searches, watched and not, with valgrind's callgrind:
# what it costs to be watched; a search that nobody watches is compiled without it.
set -eu
cd "$(dirname "$0")"
cargo build --release --quiet
program="${CARGO_TARGET_DIR:-target}/release/wayline-bench"

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" observer "$1" 2>&1 |
        awk '/Collected/ { print $NF }'
}

# Everything but the searches: making the maps, choosing the pairs.
idle=$(instructions idle)
base=$(($(instructions nobody) - idle))

echo "### observer: instructions of the same searches, by who watches"
echo
echo "| call | instructions | ÷ unwatched |"
echo "| --- | ---: | ---: |"
row() {
    count=$(($(instructions "$2") - idle))
    awk -v n="$1" -v c="$count" -v b="$base" 'BEGIN { printf "| %s | %d | %.4f |\n", n, c, c / b }'
}
row "\`search\`" nobody
row "\`search_watched\`, a closure that counts" counter
row "\`search_watched\`, \`Recorder\`" recorder
