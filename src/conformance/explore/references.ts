import type { Answer } from '../http/answer.ts'
import { isObject } from '../http/fields.ts'
import type { Profile } from '../target/profile.ts'
import { listIn, resourceIn, textIn } from './response-fields.ts'
import type { Action, CallAction, Planned, ProfileReference, Reference, StepId, Taken } from './step.ts'

/** A value that names another instead of being it. */
export function isReference(value: unknown): value is Reference | ProfileReference {
  return isObject(value) && typeof value['$'] === 'string' && typeof value['take'] === 'string'
}

/** JSON with each reference replaced by what it names. */
export function resolved(value: unknown, find: (named: Reference | ProfileReference) => unknown): unknown {
  if (isReference(value)) return find(value)
  if (Array.isArray(value)) {
    return value.flatMap((each) => {
      const times = isReference(each) && 'times' in each ? (each.times ?? 1) : 1
      return Array.from({ length: times }, () => resolved(each, find))
    })
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, find)]))
}

/** The steps that something stands on. */
export function namedIn(value: unknown): readonly StepId[] {
  if (isReference(value)) return value.$ === 'profile' ? [] : [value.$]
  if (Array.isArray(value)) return value.flatMap(namedIn)
  return isObject(value) ? Object.values(value).flatMap(namedIn) : []
}

export function actionsOf(planned: Planned): readonly { readonly id: StepId; readonly action: Action }[] {
  return 'lanes' in planned ? planned.lanes.flat() : [planned]
}

/** The script without what stands on a step that is not in it any more. */
export function closed(script: readonly Planned[]): readonly Planned[] {
  const there = new Set<StepId>()
  const stands = (action: Action): boolean => namedIn(action).every((id) => there.has(id))
  return script.flatMap((planned): readonly Planned[] => {
    if (!('lanes' in planned)) {
      if (!stands(planned.action)) return []
      there.add(planned.id)
      return [planned]
    }
    const lanes = planned.lanes
      .map((lane) =>
        lane.filter(({ id, action }) => {
          const holds = stands(action)
          if (holds) there.add(id)
          return holds
        }),
      )
      .filter(({ length }) => length > 0)
    return lanes.length === 0 ? [] : [{ id: planned.id, lanes }]
  })
}

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
