import { Lexer } from 'yaml'

const openers: ReadonlySet<string> = new Set(['[', '{'])
const closers: ReadonlySet<string> = new Set([']', '}'])
const indicators: ReadonlySet<string> = new Set(['-', '?', ':'])
/** The lexer's own marks, which stand for no character of the text. */
const marks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f'])

/**
 * Where a YAML text first nests deeper than `maxDepth`, as an offset; undefined where it never does. Composing a
 * document recurses once per level and can exhaust the stack, so this has to be known from the tokens alone.
 *
 * Brackets count one level each. Blocks nest only by indentation or by indicators on one line, so a line's indent
 * and its indicators together bound what it adds.
 */
export function findDeepNesting(text: string, maxDepth: number): number | undefined {
  let offset = 0
  let brackets = 0
  let lineLevels = 0
  let previous = '\n'
  for (const token of new Lexer().lex(text)) {
    if (previous.endsWith('\n') && /^[ \t]+$/.test(token)) lineLevels = token.length
    if (closers.has(token)) brackets -= 1
    if (openers.has(token)) brackets += 1
    if (indicators.has(token)) lineLevels += 1
    const nests = openers.has(token) || indicators.has(token)
    if (nests && brackets + lineLevels > maxDepth) return offset
    if (token.endsWith('\n')) lineLevels = 0
    if (!marks.has(token)) offset += token.length
    previous = token
  }
  return undefined
}
