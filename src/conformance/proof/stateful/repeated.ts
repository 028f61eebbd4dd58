import type { WireResponse } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import type { Mutant } from '../mutant.ts'
import { buildResponseMutant, type ParsedResponse } from './stateful.ts'

// Helpers for mutants (broken services) that deviate only after many requests, or only while a certain fault is active.

type Changed = Promise<WireResponse | undefined> | WireResponse | undefined

/** The responses that a broken service (mutant) counts for each account, and how it changes the responses after too many. */
interface Repetition {
  readonly counts: (seen: ParsedResponse) => boolean
  readonly most: number
  /** Changes a response. `first` is the first counted response, and `count` the number of counted responses. */
  readonly changes: (seen: ParsedResponse, first: ParsedResponse, count: number) => Changed
}

/** Builds a mutant (a broken service) that changes responses once an account has had more than `most` counted responses. */
export const buildRepetitionMutant = (id: string, deviation: string) => ({
  kills: (...kills: Mutant['kills']) => ({
    by: ({ counts, most, changes }: Repetition): Mutant =>
      buildResponseMutant(id, deviation)
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

/** Resolves with the modes of the account's current carrier faults for an operation. */
export async function listFaultModes(
  { wire, account }: Pick<ParsedResponse, 'wire' | 'account'>,
  operation: string,
): Promise<readonly unknown[]> {
  const listed = await wire.control('GET', `/accounts/${account || 'default'}/faults`)
  const faults = isObject(listed) && Array.isArray(listed['faults']) ? listed['faults'].filter(isObject) : []
  return faults.filter((fault) => fault['operation'] === operation).map((fault) => fault['mode'])
}

/** Adds a fault that makes every label purchase of an account fail, without the knowledge of the harness. */
export async function addLabelFault({
  wire,
  account,
}: Pick<ParsedResponse, 'wire' | 'account'>): Promise<void> {
  const fault = { target: 'carrier:*', operation: 'labels', mode: 'down' }
  await wire.control('POST', `/accounts/${account || 'default'}/faults`, fault)
}
