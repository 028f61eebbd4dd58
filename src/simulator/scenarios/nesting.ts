const openers: ReadonlySet<string> = new Set(['[', '{'])
const closers: ReadonlySet<string> = new Set([']', '}'])
const indicators: ReadonlySet<string> = new Set(['-', '?', ':'])
/** Control tokens that the YAML lexer adds, and that stand for no character of the text. */
const marks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f'])

/**
 * Finds the first token of a YAML text that nests too deeply. Composing a document recurses once per level and can
 * exhaust the stack, so the depth must be known from the tokens alone.
 *
 * Each bracket is one level. Blocks nest only by indentation or by indicators on one line, so a line adds at most as
 * many levels as it has indentation characters and indicators.
 */
export class Nesting {
  readonly #maxDepth: number
  #offset = 0
  #brackets = 0
  #lineLevels = 0
  #previous = '\n'

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth
  }

  /** The offset of the next YAML token in the text. */
  get offset(): number {
    return this.#offset
  }

  /** Takes the next YAML token; returns its offset if it nests too deeply. */
  addToken(token: string): number | undefined {
    if (this.#previous.endsWith('\n') && /^[ \t]+$/.test(token)) this.#lineLevels = token.length
    if (closers.has(token)) this.#brackets -= 1
    if (openers.has(token)) this.#brackets += 1
    if (indicators.has(token)) this.#lineLevels += 1
    const nests = openers.has(token) || indicators.has(token)
    if (nests && this.#brackets + this.#lineLevels > this.#maxDepth) return this.#offset
    if (token.endsWith('\n')) this.#lineLevels = 0
    if (!marks.has(token)) this.#offset += token.length
    this.#previous = token
    return undefined
  }
}
