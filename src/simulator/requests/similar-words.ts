/** Returns the word that was probably meant, as a question; empty if no known word is similar. */
export function suggestWord(word: string, known: readonly string[]): string {
  const near = known
    .map((candidate) => ({ candidate, edits: editsBetween(word, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.min(2, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.edits - other.edits)
  const [first] = near
  return first === undefined ? '' : ` Did you mean ${first.candidate}?`
}

/** Returns the number of letters to insert, delete or change to turn one word into the other. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, wanted] of [...other].entries()) {
      const change = (row[at] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(change, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
