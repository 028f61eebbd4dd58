import { hintAtWord } from './simulator/requests/similar-words.ts'
import {
  buildCombination,
  combinationCount,
  drawCombination,
  findConflict,
  findOfferedVariation,
  type OfferedVariation,
  offeredVariations,
  sortVariations,
} from './variations/offered.ts'

/** The variations that a `vary` option selects, or why it is refused: the end of a sentence that begins with its name. */
export type ParsedVary = { readonly variations: readonly OfferedVariation[] } | { readonly problem: string }

/** Returns the variations of the text `NAME,NAME…`, `all-of:N` or `seed:N`. */
export function readVarySetting(text: string): ParsedVary {
  const [, kind, digits] = /^(all-of|seed):(.*)$/s.exec(text) ?? []
  if (kind === undefined) return findNamedVariations(text.split(',').map((name) => name.trim()))
  const number = /^\d{1,9}$/.test(digits ?? '') ? Number(digits) : Number.NaN
  if (kind === 'seed') {
    if (Number.isNaN(number))
      return { problem: `needs a number of up to 9 digits after seed:, not '${digits}'` }
    return { variations: drawCombination(number) }
  }
  if (number >= 1 && number <= combinationCount) return { variations: buildCombination(number) }
  return { problem: `needs a number from 1 to ${combinationCount} after all-of:, not '${digits}'` }
}

/** Returns the variations with these names, or a problem if two of them cannot be combined. */
export function findNamedVariations(names: readonly string[]): ParsedVary {
  const found: OfferedVariation[] = []
  for (const name of new Set(names)) {
    const variation = findOfferedVariation(name)
    if (variation === undefined) return { problem: describeUnknownVariation(name) }
    found.push(variation)
  }
  const conflict = findConflict(found)
  if (conflict === undefined) return { variations: sortVariations(found) }
  const [one, other] = conflict.ids
  return {
    problem: `cannot combine ${one} and ${other}, because both change the ${conflict.part}; choose one of them`,
  }
}

function describeUnknownVariation(name: string): string {
  const known = offeredVariations.map(({ id }) => id)
  return `has no variation '${name}'${hintAtWord(name, known) || '; drydock variations lists them'}`
}
