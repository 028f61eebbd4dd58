/** Seeded random values. A value depends only on the seed and the purpose, not on what else was drawn. */
export interface Draw {
  /** Draws a number from 0 to below 1. */
  fraction(...purpose: readonly (string | number)[]): number
  /** Picks an item with a probability in proportion to its weight; undefined if all weights are zero. */
  pickWeighted<Item>(
    items: readonly Item[],
    weigh: (item: Item) => number,
    ...purpose: readonly (string | number)[]
  ): Item | undefined
  /** Picks one of the items, each with the same probability; undefined if there are none. */
  pick<Item>(items: readonly Item[], ...purpose: readonly (string | number)[]): Item | undefined
  /** Draws true with this probability, else false. */
  chance(share: number, ...purpose: readonly (string | number)[]): boolean
}

/** Creates the random values of a seed. The same seed always gives the same values. */
export function createSeededDraw(...seed: readonly (string | number)[]): Draw {
  const root = hashText(0x9e3779b9, seed.join('/'))
  const drawFraction: Draw['fraction'] = (...purpose) =>
    mixHashBits(hashText(root, purpose.join('/'))) / 2 ** 32
  return {
    fraction: drawFraction,
    chance: (share, ...purpose) => drawFraction(...purpose) < share,
    pick: (items, ...purpose) => items[Math.floor(drawFraction(...purpose) * items.length)],
    pickWeighted: (items, weigh, ...purpose) => {
      const weights = items.map((item) => Math.max(0, weigh(item)))
      let left = drawFraction(...purpose) * weights.reduce((sum, each) => sum + each, 0)
      let last: (typeof items)[number] | undefined
      for (const [index, item] of items.entries()) {
        const weight = weights[index] ?? 0
        if (weight === 0) continue
        last = item
        left -= weight
        if (left < 0) return item
      }
      return last
    },
  }
}

/** Continues an FNV-1a hash with a text and returns the new hash. */
function hashText(start: number, text: string): number {
  let hash = start ^ 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** Spreads every bit of the hash over all bits (the last step of murmur3). */
function mixHashBits(hash: number): number {
  let bits = hash >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
