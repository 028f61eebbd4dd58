import { catalogue } from './catalogue.ts'
import { type Offer, type ServicePart, serviceParts, type Variation } from './variation.ts'
import type { VariationName } from './variation-names.ts'

/** A variation that users may choose. */
export interface OfferedVariation extends Variation {
  readonly id: VariationName
  readonly offered: Offer
}

/** All variations that users may choose, in the order of the parts of the service that they change. */
export const offeredVariations: readonly OfferedVariation[] = serviceParts.flatMap((part) =>
  catalogue.filter(isOffered).filter(({ offered }) => offered.changes[0] === part),
)

function isOffered(variation: Variation): variation is OfferedVariation {
  return variation.offered !== undefined
}

/** Returns the offered variation with an id; undefined if there is none. */
export function findOfferedVariation(id: string): OfferedVariation | undefined {
  return offeredVariations.find((each) => each.id === id)
}

/** Returns the variations in the order in which they are applied. */
export function sortVariations(variations: readonly OfferedVariation[]): readonly OfferedVariation[] {
  return offeredVariations.filter((each) => variations.includes(each))
}

/**
 * Finds two variations that cannot be combined, because both change the same part of the service. Returns the part with
 * the ids of both; undefined if all can be combined.
 */
export function findConflict(
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

/**
 * The number of combinations `all-of:N`. It is the number of variations of the part that has the most, so that all
 * combinations together contain every variation.
 */
export const combinationCount = Math.max(...serviceParts.map((part) => listVariationsOfPart(part).length))

/** Returns the variations whose first changed part is `part`. */
function listVariationsOfPart(part: ServicePart): readonly OfferedVariation[] {
  return offeredVariations.filter(({ offered }) => offered.changes[0] === part)
}

/**
 * Returns a combination with one variation of each part of the service: the N-th variation of the part, counted from 1.
 * After the last variation of a part comes its first again.
 */
export function buildCombination(number: number): readonly OfferedVariation[] {
  return combineVariations((candidates) => candidates[(number - 1) % candidates.length])
}

/** Returns a random combination for a seed. It changes about half of the parts, each by one variation. */
export function drawCombination(seed: number): readonly OfferedVariation[] {
  const drawNumber = createRandomNumbers(seed)
  const drawn = combineVariations((candidates) => {
    const chosen = candidates[Math.floor(drawNumber() * candidates.length)]
    return drawNumber() < 0.5 ? chosen : undefined
  })
  const one = offeredVariations[Math.floor(drawNumber() * offeredVariations.length)]
  return drawn.length === 0 && one !== undefined ? [one] : drawn
}

/** Returns one variation for each part of the service, as `choose` picks them; leaves out variations that cannot be combined. */
function combineVariations(
  choose: (candidates: readonly OfferedVariation[]) => OfferedVariation | undefined,
): readonly OfferedVariation[] {
  const chosen: OfferedVariation[] = []
  for (const part of serviceParts) {
    const candidates = listVariationsOfPart(part)
    const next = candidates.length === 0 ? undefined : choose(candidates)
    if (next !== undefined && findConflict([...chosen, next]) === undefined) chosen.push(next)
  }
  return chosen
}

/** Returns a function that draws numbers from 0 to below 1, always the same for a seed (a linear congruential generator). */
function createRandomNumbers(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The upper bits of the state are more random than the lower ones.
    return (state >>> 8) / 2 ** 24
  }
}

/** Returns a text for the place where the specification says too little: the number of a choice, the id of a statement, or a section. */
export function describeSpecificationGap(silent: Variation['silent']): string {
  if ('choice' in silent) return `choice ${silent.choice}`
  return 'statement' in silent ? `statement ${silent.statement}` : `section "${silent.section}"`
}
