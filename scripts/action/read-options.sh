# Splits a text into the array `options`, with the quotes of a shell but without its expansions: --only 'RATE-*' is two words.
read_options() {
  local words word
  options=()
  words=$(xargs -n 1 printf '%s\n' <<<"$1")
  while IFS= read -r word; do
    if [ -n "$word" ]; then options+=("$word"); fi
  done <<<"$words"
}
