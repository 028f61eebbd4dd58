import { hasDigit } from './line.ts'
import { generalDelivery, poBoxes, poBoxesAbroad, ruralRoutes } from './words.ts'

/** A box that a street line names instead of a house, with the line in the form that US carriers print. */
export interface Box {
  readonly kind: 'post office' | 'rural route'
  readonly printed: string
}

/**
 * Returns the box that a US street line names: a post office box, general delivery, or a rural or highway contract
 * route.
 */
export function findBox(words: readonly string[]): Box | undefined {
  const ruralRoute = findRuralRoute(words)
  if (ruralRoute !== undefined) return ruralRoute
  if (startsWith(words, generalDelivery)) return { kind: 'post office', printed: words.join(' ') }
  const number = matchNumberAfter(words, poBoxes)
  return number && { kind: 'post office', printed: ['PO BOX', ...number].join(' ') }
}

/** Finds a box like `findBox`, but in any country: other languages have other words for a post office box. */
export function findBoxAbroad(words: readonly string[]): Pick<Box, 'kind'> | undefined {
  if (matchNumberAfter(words, poBoxesAbroad) !== undefined) return { kind: 'post office' }
  return findRuralRoute(words)
}

function findRuralRoute(words: readonly string[]): Box | undefined {
  for (const { phrase, code } of ruralRoutes) {
    const rest = matchNumberAfter(words, [phrase])
    if (rest !== undefined) return { kind: 'rural route', printed: [code, ...rest].join(' ') }
  }
  return undefined
}

/**
 * Matches the words after a phrase such as PO BOX if they begin with a number or a single letter: PO BOX 7, PO BOX Q,
 * but not BOX ELDER RD.
 */
function matchNumberAfter(
  words: readonly string[],
  phrases: readonly (readonly string[])[],
): readonly string[] | undefined {
  for (const phrase of phrases) {
    if (!startsWith(words, phrase)) continue
    const rest = words.slice(phrase.length).filter((word) => word !== '#')
    const number = rest[0] ?? ''
    if (hasDigit(number) || /^\p{L}$/u.test(number)) return rest
  }
  return undefined
}

function startsWith(words: readonly string[], phrase: readonly string[]): boolean {
  return words[0] === phrase[0] && phrase.every((word, index) => words[index] === word)
}
