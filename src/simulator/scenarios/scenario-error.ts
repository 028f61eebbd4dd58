/** A mistake in a scenario file. Line and column count from 1; the message reads `FILE:LINE:COLUMN reason`. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  readonly file: string
  readonly line: number
  readonly column: number
  readonly reason: string

  constructor({
    file,
    line,
    column,
    reason,
  }: {
    readonly file: string
    readonly line: number
    readonly column: number
    readonly reason: string
  }) {
    super(`${file}:${line}:${column} ${reason}`)
    this.file = file
    this.line = line
    this.column = column
    this.reason = reason
  }
}
