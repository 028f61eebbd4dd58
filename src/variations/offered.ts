import { catalogue } from './catalogue.ts'
import { type Offer, type ServicePart, type Silence, serviceParts, type Variation } from './variation.ts'
import type { VariationName } from './variation-names.ts'

/** A variation that users may choose. */
export interface OfferedVariation extends Variation {
  readonly id: VariationName
  readonly offered: Offer
}

/** All variations that users may choose, in the order of the parts that they change. */
export const offeredVariations: readonly OfferedVariation[] = serviceParts.flatMap((part) =>
  catalogue.filter(isOffered).filter(({ offered }) => offered.changes[0] === part),
)

function isOffered(variation: Variation): variation is OfferedVariation {
  return variation.offered !== undefined
}

/** Returns the offered variation with an id; undefined if there is none. */
export function findOffered(id: string): OfferedVariation | undefined {
  return offeredVariations.find((each) => each.id === id)
}

/** Sorts variations in the order in which they are to be applied. */
export function inOrder(variations: readonly OfferedVariation[]): readonly OfferedVariation[] {
  return offeredVariations.filter((each) => variations.includes(each))
}

/** Returns a part that two of the variations change, with their ids; undefined if they can be combined. */
export function conflictOf(
  variations: readonly OfferedVariation[],
): { readonly part: ServicePart; readonly ids: readonly [string, string] } | undefined {
  const changing = new Map<ServicePart, string>()
  for (const { id, offered } of variations) {
    for (const part of offered.changes) {
      const other = changing.get(part)
      if (other !== undefined) return { part, ids: [other, id] }
      changing.set(part, id)
    }
  }
  return undefined
}

/** The number of variations of the part that has most. So many combinations have each variation at least once. */
export const combinationCount = Math.max(...serviceParts.map((part) => variationsOf(part).length))

/** Returns the variations that change this part, and no earlier one. */
function variationsOf(part: ServicePart): readonly OfferedVariation[] {
  return offeredVariations.filter(({ offered }) => offered.changes[0] === part)
}

/** Returns one variation of each part: its N-th, counted from 1 and beginning again after its last. */
export function fullCombination(number: number): readonly OfferedVariation[] {
  return combineVariations((candidates) => candidates[(number - 1) % candidates.length])
}

/** Returns a combination drawn by a seed: about every second part, with one of its variations. */
export function drawCombination(seed: number): readonly OfferedVariation[] {
  const draw = openDraws(seed)
  const drawn = combineVariations((candidates) => {
    const chosen = candidates[Math.floor(draw() * candidates.length)]
    return draw() < 0.5 ? chosen : undefined
  })
  const one = offeredVariations[Math.floor(draw() * offeredVariations.length)]
  return drawn.length === 0 && one !== undefined ? [one] : drawn
}

function combineVariations(
  choose: (candidates: readonly OfferedVariation[]) => OfferedVariation | undefined,
): readonly OfferedVariation[] {
  const chosen: OfferedVariation[] = []
  for (const part of serviceParts) {
    const candidates = variationsOf(part)
    const next = candidates.length === 0 ? undefined : choose(candidates)
    if (next !== undefined && conflictOf([...chosen, next]) === undefined) chosen.push(next)
  }
  return chosen
}

/** Numbers from 0 to below 1, always the same ones for a seed (a linear congruential generator). */
function openDraws(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The upper bits are the random ones.
    return (state >>> 8) / 2 ** 24
  }
}

/** Returns where the specification is silent, in words. */
export function silenceText(silent: Silence): string {
  if ('choice' in silent) return `choice ${silent.choice}`
  return 'statement' in silent ? `statement ${silent.statement}` : `section "${silent.section}"`
}
