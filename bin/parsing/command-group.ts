/** Returns the group of a command with two words; undefined for one word. */
export function groupOf(line: string): string | undefined {
  return /^([a-z]+) [a-z]/.exec(line)?.[1]
}

/** Returns the words of a line that name the command: all before the first argument or option. */
export function nameOf(line: string): readonly string[] {
  const words = line.split(' ')
  const end = words.findIndex((word) => /^(--|\[|[A-Z])/.test(word))
  return end === -1 ? words : words.slice(0, end)
}
