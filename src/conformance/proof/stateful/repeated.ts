import type { WireResponse } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import type { Mutant } from '../mutant.ts'
import { onResponse, type ParsedResponse } from './stateful.ts'

// Deviations that show only after many requests, or only while a fault of some mode is there.

type Changed = Promise<WireResponse | undefined> | WireResponse | undefined

/** The responses that a mutant counts, and the change that it makes afterwards. */
interface Repetition {
  readonly counts: (seen: ParsedResponse) => boolean
  readonly most: number
  /** Changes a response. It gets the first response that was counted, and their number. */
  readonly changes: (seen: ParsedResponse, first: ParsedResponse, count: number) => Changed
}

/** Makes a mutant that changes responses once more than `most` of a kind were given in an account. */
export const breakRepetitions = (id: string, deviation: string) => ({
  kills: (...kills: Mutant['kills']) => ({
    by: ({ counts, most, changes }: Repetition): Mutant =>
      onResponse(id, deviation)
        .kills(...kills)
        .by(() => {
          const seenBy = new Map<string, { readonly first: ParsedResponse; count: number }>()
          return (seen) => {
            const known = seenBy.get(seen.account) ?? { first: seen, count: 0 }
            if (counts(seen)) {
              known.count += 1
              seenBy.set(seen.account, known.count === 1 ? { ...known, first: seen } : known)
            }
            return known.count > most ? changes(seen, known.first, known.count) : undefined
          }
        }),
  }),
})

/** The modes of the faults on an operation of carriers that the account of a request has now. */
export async function faultModes(
  { wire, account }: Pick<ParsedResponse, 'wire' | 'account'>,
  operation: string,
): Promise<readonly unknown[]> {
  const listed = await wire.control('GET', `/accounts/${account || 'default'}/faults`)
  const faults = isObject(listed) && Array.isArray(listed['faults']) ? listed['faults'].filter(isObject) : []
  return faults.filter((fault) => fault['operation'] === operation).map((fault) => fault['mode'])
}

/** Lets every label of an account fail from now on, by a fault that the harness did not write. */
export async function failLabels({ wire, account }: Pick<ParsedResponse, 'wire' | 'account'>): Promise<void> {
  const fault = { target: 'carrier:*', operation: 'labels', mode: 'down' }
  await wire.control('POST', `/accounts/${account || 'default'}/faults`, fault)
}
