/** The first of a line's two words, where it has two. */
export function groupOf(line: string): string | undefined {
  return /^([a-z]+) [a-z]/.exec(line)?.[1]
}
