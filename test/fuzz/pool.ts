import type { Seeded } from '../support/seeded.ts'

/** The keys of one account, and the ids that responses gave to them. The fuzz test puts both into later requests. */
export interface Pool {
  readonly account: string
  readonly keys: Keys
  /** An account for faults and loaded snapshots. Fewer checks apply to its responses. */
  readonly spare: { readonly account: string; readonly keys: Keys; readonly snapshot: unknown }
  /** Known ids by their prefix, the latest few of each. */
  readonly ids: Map<string, string[]>
}

export interface Keys {
  readonly test: string
  readonly live: string
}

const maxIdsOfKind = 30

/** Remembers every id in a response. */
export function rememberIds({ ids }: Pool, answer: string): void {
  for (const [id = '', prefix = ''] of answer.matchAll(
    /\b(rate|lbl|trk|bat|whd|ca|shp|key|flt|led)_[a-z0-9]{20,}/g,
  )) {
    const known = ids.get(prefix) ?? []
    if (known.includes(id)) continue
    known.push(id)
    if (known.length > maxIdsOfKind) known.shift()
    ids.set(prefix, known)
  }
}

/** Returns a known id of this kind; an unknown id if there is none. */
export function drawId(pool: Pool, draw: Seeded, prefix: string): string {
  const known = pool.ids.get(prefix) ?? []
  return known.length > 0 && draw.chance(0.95) ? draw.pick(known) : `${prefix}_${'0'.repeat(24)}`
}
