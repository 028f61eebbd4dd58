import type { Answer } from '../http/answer.ts'
import { isObject } from '../http/fields.ts'
import type { Profile } from '../target/profile.ts'
import { listIn, resourceIn, textIn } from './reading.ts'
import { isReference, resolved } from './references.ts'
import type { CallAction, ProfileReference, Reference, StepId, Taken } from './step.ts'

/** What steps were answered, and what references to them stand for on this stage. */
export interface Results {
  keep(id: StepId, answer: Answer | undefined, body: unknown): void
  keepText(id: StepId, take: Taken, text: string): void
  /** A reference as text; undefined where the step gave no such thing. */
  text(reference: Reference): string | undefined
  /** What a call names; undefined where something it names is not there. */
  resolve(action: CallAction): { readonly id: string | undefined; readonly body: unknown } | undefined
}

interface Kept {
  readonly answer: Answer | undefined
  readonly body: unknown
}

/** Nothing is there that is referred to: the step that was to give it gave none. */
class Nothing extends Error {}

export function openResults(profile: Profile): Results {
  const kept = new Map<StepId, Kept>()
  const texts = new Map<string, string>()
  const find = (named: Reference | ProfileReference): unknown => {
    if (named.$ === 'profile') return ofProfile(profile, named)
    const text = texts.get(`${named.$} ${named.take}`)
    const found = text ?? taken(kept.get(named.$), named)
    if (found === undefined) throw new Nothing()
    return found
  }
  const orNothing = <Value>(look: () => Value): Value | undefined => {
    try {
      return look()
    } catch (error) {
      if (error instanceof Nothing) return undefined
      throw error
    }
  }
  return {
    keep: (id, answer, body) => {
      kept.set(id, { answer, body })
    },
    keepText: (id, take, text) => {
      texts.set(`${id} ${take}`, text)
    },
    text: (reference) => {
      const found = orNothing(() => find(reference))
      return typeof found === 'string' ? found : undefined
    },
    resolve: ({ id, body }) =>
      orNothing(() => ({
        id: isReference(id) ? String(find(id)) : id,
        body: body === undefined ? undefined : resolved(body, find),
      })),
  }
}

function ofProfile({ addresses, parcels }: Profile, { take, with: change }: ProfileReference): unknown {
  if (take === 'standard' || take === 'overweight') return parcels[take]
  const address = addresses[take]
  if (change === undefined) return address
  const given: Readonly<Record<string, unknown>> = { ...address }
  const changed = Object.entries(change).map(([name, text]): [string, string] => [
    name,
    text.replaceAll('{}', () => String(given[name] ?? '')),
  ])
  return { ...given, ...Object.fromEntries(changed) }
}

function taken(kept: Kept | undefined, { take, at = 0, without }: Reference): unknown {
  const answer = kept?.answer
  switch (take) {
    case 'rate':
      return textIn(listIn(answer, 'rates')?.[at], 'id')
    case 'item':
      return itemOf(kept, at, without)
    case 'label':
    case 'batch':
    case 'tracker':
      return textIn(resourceIn(answer, take), 'id')
    case 'tracking_number':
      return textIn(resourceIn(answer, 'label') ?? resourceIn(answer, 'tracker'), 'tracking_number')
    default:
      return undefined
  }
}

/** An item of a batch, made of a rate and of what it was quoted for. */
function itemOf(kept: Kept | undefined, at: number, without: string | undefined): unknown {
  const rate = listIn(kept?.answer, 'rates')?.[at]
  if (rate === undefined || !isObject(kept?.body)) return undefined
  const { id, carrier, service, rate_cents } = rate
  const item = { ...kept.body, rate_id: id, carrier, service, rate_cents }
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== without))
}
