import type { Answer } from '../http/answer.ts'
import { isObject } from '../http/fields.ts'
import type { Profile } from '../target/profile.ts'
import { listIn, resourceIn, textIn } from './response-fields.ts'
import type {
  Action,
  CallAction,
  ProfileReference,
  Reference,
  ReferenceTarget,
  ScriptLine,
  StepId,
} from './step.ts'

/** True for a reference to the response of an earlier step or to the target profile. */
export function isReference(value: unknown): value is Reference | ProfileReference {
  return isObject(value) && typeof value['$'] === 'string' && typeof value['take'] === 'string'
}

/** Replaces each reference in a JSON value by the value that `find` returns for it. */
export function resolveReferences(
  value: unknown,
  find: (named: Reference | ProfileReference) => unknown,
): unknown {
  if (isReference(value)) return find(value)
  if (Array.isArray(value)) {
    return value.flatMap((each) => {
      const times = isReference(each) && 'times' in each ? (each.times ?? 1) : 1
      return Array.from({ length: times }, () => resolveReferences(each, find))
    })
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolveReferences(each, find)]),
  )
}

/** Lists the references to earlier steps in a value. */
export function referencesIn(value: unknown): readonly Reference[] {
  if (isReference(value)) return value.$ === 'profile' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  return isObject(value) ? Object.values(value).flatMap(referencesIn) : []
}

/** Lists the ids of the steps that a value refers to. */
export const stepIdsIn = (value: unknown): readonly StepId[] => referencesIn(value).map(({ $ }) => $)

/** Lists the actions of a script line with their step ids: one action, or those of concurrent requests. */
export function actionsOf(planned: ScriptLine): readonly { readonly id: StepId; readonly action: Action }[] {
  return 'lanes' in planned ? planned.lanes.flat() : [planned]
}

/** Removes the lines of a walk's script that refer to a removed step. */
export function removeDanglingLines(script: readonly ScriptLine[]): readonly ScriptLine[] {
  const kept = new Set<StepId>()
  const hasAllReferences = (action: Action): boolean => stepIdsIn(action).every((id) => kept.has(id))
  return script.flatMap((planned): readonly ScriptLine[] => {
    if (!('lanes' in planned)) {
      if (!hasAllReferences(planned.action)) return []
      kept.add(planned.id)
      return [planned]
    }
    const lanes = planned.lanes
      .map((lane) =>
        lane.filter(({ id, action }) => {
          const holds = hasAllReferences(action)
          if (holds) kept.add(id)
          return holds
        }),
      )
      .filter(({ length }) => length > 0)
    return lanes.length === 0 ? [] : [{ id: planned.id, lanes }]
  })
}

/** Stores the responses to a walk's steps, and resolves references to them. */
export interface ResponseStore {
  /** Stores the response to a step, and the body of its request. */
  store(id: StepId, answer: Answer | undefined, body: unknown): void
  /** Stores a text that a control-protocol call returned, such as the id of a carrier account. */
  storeText(id: StepId, take: ReferenceTarget, text: string): void
  /** Resolves a reference to text; undefined if the step returned no such text. */
  text(reference: Reference): string | undefined
  /** Resolves the references of a call; undefined if one of them has no value. */
  resolve(action: CallAction): { readonly id: string | undefined; readonly body: unknown } | undefined
}

interface StoredResponse {
  readonly answer: Answer | undefined
  readonly body: unknown
}

/** Thrown if a reference names a value that the response to its step does not contain. */
class MissingReference extends Error {}

/** Creates an empty store. References to the profile are resolved from `profile`. */
export function openResponseStore(profile: Profile): ResponseStore {
  const kept = new Map<StepId, StoredResponse>()
  const texts = new Map<string, string>()
  const findValue = (named: Reference | ProfileReference): unknown => {
    if (named.$ === 'profile') return readProfileValue(profile, named)
    const text = texts.get(`${named.$} ${named.take}`)
    const found = text ?? readReferencedValue(kept.get(named.$), named)
    if (found === undefined) throw new MissingReference()
    return found
  }
  const returnUndefinedIfMissing = <Value>(findReferenced: () => Value): Value | undefined => {
    try {
      return findReferenced()
    } catch (error) {
      if (error instanceof MissingReference) return undefined
      throw error
    }
  }
  return {
    store: (id, answer, body) => {
      kept.set(id, { answer, body })
    },
    storeText: (id, take, text) => {
      texts.set(`${id} ${take}`, text)
    },
    text: (reference) => {
      const found = returnUndefinedIfMissing(() => findValue(reference))
      return typeof found === 'string' ? found : undefined
    },
    resolve: ({ id, body }) =>
      returnUndefinedIfMissing(() => ({
        id: isReference(id) ? String(findValue(id)) : id,
        body: body === undefined ? undefined : resolveReferences(body, findValue),
      })),
  }
}

/** Returns an address or a parcel of the profile, with the replacements of the reference. */
function readProfileValue(
  { addresses, parcels }: Profile,
  { take, with: change }: ProfileReference,
): unknown {
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

/** Returns the value in a stored response that a reference names; undefined if the response has none. */
function readReferencedValue(
  kept: StoredResponse | undefined,
  { take, at = 0, without }: Reference,
): unknown {
  const answer = kept?.answer
  switch (take) {
    case 'rate':
      return textIn(listIn(answer, 'rates')?.[at], 'id')
    case 'item':
      return buildBatchItem(kept, at, without)
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

/** Builds a batch item from a rate and the body of the request that quoted it. */
function buildBatchItem(kept: StoredResponse | undefined, at: number, without: string | undefined): unknown {
  const rate = listIn(kept?.answer, 'rates')?.[at]
  if (rate === undefined || !isObject(kept?.body)) return undefined
  const { id, carrier, service, rate_cents } = rate
  const item = { ...kept.body, rate_id: id, carrier, service, rate_cents }
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== without))
}
