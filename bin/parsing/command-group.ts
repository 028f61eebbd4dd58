/** Returns the group of a command, such as `clock` for `clock show`; undefined for a command with one word. */
export function findGroupName(line: string): string | undefined {
  return /^([a-z]+) [a-z]/.exec(line)?.[1]
}

/** Returns the words of a line that name the command, such as `fault`, `add` for `fault add TARGET MODE`. */
export function listNameWords(line: string): readonly string[] {
  const words = line.split(' ')
  const end = words.findIndex((word) => /^(--|\[|[A-Z])/.test(word))
  return end === -1 ? words : words.slice(0, end)
}
