/** Returns the known word that the user probably meant, as a question; empty if no known word is similar. */
export function suggestWord(word: string, known: readonly string[]): string {
  const meant = findSimilarWord(word, known)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

/** Returns the known word that the user probably meant, as a question in brackets; empty if no word is similar. */
export function hintAtWord(word: string, known: readonly string[]): string {
  const meant = findSimilarWord(word, known)
  return meant === undefined ? '' : ` (did you mean ${meant}?)`
}

/**
 * Describes which words are allowed and which value the user gave, as the rest of a sentence that begins with the
 * field's name.
 */
export function describeAllowedWords(allowed: readonly string[], value: unknown): string {
  const hint = typeof value === 'string' ? hintAtWord(value, allowed) : ''
  return `must be one of ${allowed.join(', ')}, not ${describeValue(value)}${hint}`
}

/** Returns a value as a message shows it: at most 60 characters. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a record'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Longer words are not compared, because the time grows with the product of the two lengths. */
const longestWord = 100
/** Words with more changes than this are not similar. */
const maxEdits = 2

/**
 * Returns the known word that is most similar to `word` in any letter case. If no word is similar, returns the known
 * word that ends with `word`, if there is only one.
 */
export function findSimilarWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > longestWord) return undefined
  const typed = word.toLowerCase()
  const near = known
    .filter(({ length }) => Math.abs(length - word.length) <= maxEdits)
    .map((candidate) => ({ candidate, edits: countEdits(typed, candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.min(maxEdits, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.edits - other.edits)
  const ending = known.filter((candidate) => typed.length > 3 && candidate.toLowerCase().endsWith(typed))
  return near[0]?.candidate ?? (ending.length === 1 ? ending[0] : undefined)
}

/** Returns the number of letters to insert, delete, change or swap with the next to turn one word into the other. */
export function countEdits(word: string, otherWord: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: otherWord.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...word].entries()) {
    const next = [index + 1]
    for (const [at, wanted] of [...otherWord].entries()) {
      const isSwap = letter === otherWord[at - 1] && wanted === word[index - 1]
      next.push(
        Math.min(
          (row[at] ?? 0) + (letter === wanted ? 0 : 1),
          (row[at + 1] ?? 0) + 1,
          (next[at] ?? 0) + 1,
          isSwap ? (before[at - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
