/** Returns the group of a command with two words; undefined for one word. */
export function groupOf(line: string): string | undefined {
  return /^([a-z]+) [a-z]/.exec(line)?.[1]
}
