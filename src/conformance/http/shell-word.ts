// biome-ignore lint/suspicious/noControlCharactersInRegex: what cannot stand in a line as it is
const control = /[\u0000-\u001f\u007f]/

/** A text in quotes, as one word of a shell command on a single line. */
export function quoted(text: string): string {
  if (control.test(text)) return `$'${[...text].map(escaped).join('')}'`
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A text as one word of a shell command, with quotes only if it needs them. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text)
}

function escaped(character: string): string {
  if (control.test(character)) return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  return character === "'" || character === '\\' ? `\\${character}` : character
}
