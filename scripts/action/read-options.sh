# Splits the text $1 into the array `options`. Quotes work as in a shell, but nothing is expanded: --only 'RATE-*' is two words.
read_options() {
  local words word
  options=()
  words=$(xargs -n 1 printf '%s\n' <<<"$1")
  while IFS= read -r word; do
    if [ -n "$word" ]; then options+=("$word"); fi
  done <<<"$words"
}
