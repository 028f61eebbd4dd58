/** A mistake in a scenario file. Line and column count from 1. */
export interface ScenarioMistake {
  /** The line, counted from 1. */
  readonly line: number
  /** The column, counted from 1. */
  readonly column: number
  /** The sentence that says what is wrong. */
  readonly reason: string
}

const maxShownMistakes = 50

/**
 * All mistakes of a scenario file, in file order. The message has a line `FILE:LINE:COLUMN reason` for each; the
 * properties line, column and reason are those of the first.
 */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  /** The file, as the caller named it. */
  readonly file: string
  /** All mistakes, in the order of the file. */
  readonly mistakes: readonly ScenarioMistake[]
  /** The line of the first mistake, counted from 1. */
  readonly line: number
  /** The column of the first mistake, counted from 1. */
  readonly column: number
  /** The sentence that says what is wrong in the first mistake. */
  readonly reason: string

  constructor({ file, mistakes }: { readonly file: string; readonly mistakes: readonly ScenarioMistake[] }) {
    const shown = mistakes
      .slice(0, maxShownMistakes)
      .map(({ line, column, reason }) => `${file}:${line}:${column} ${reason}`)
    const more = mistakes.length - shown.length
    super([...shown, ...(more > 0 ? [`and ${more} more mistakes in ${file}`] : [])].join('\n'))
    const { line = 1, column = 1, reason = 'cannot be read' } = mistakes[0] ?? {}
    this.file = file
    this.mistakes = mistakes
    this.line = line
    this.column = column
    this.reason = reason
  }
}
