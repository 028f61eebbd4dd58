/** How the report for a terminal is set off. */
export interface Paint {
  red(text: string): string
  dim(text: string): string
  bold(text: string): string
  /** A line with a name in its column and a text. */
  fact(name: string, text: string): string
}

/** With colours, or without. */
export function openPaint(colour: boolean): Paint {
  const inColour =
    (code: number) =>
    (text: string): string =>
      colour ? `\u001b[${code}m${text}\u001b[0m` : text
  const dim = inColour(2)
  return {
    red: inColour(31),
    dim,
    bold: inColour(1),
    fact: (name, text) => `  ${dim(name.padEnd(8))} ${text}`,
  }
}
