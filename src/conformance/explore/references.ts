import { isObject } from '../http/fields.ts'
import type { Action, Planned, ProfileReference, Reference, StepId } from './step.ts'

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
