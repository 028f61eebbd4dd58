import { listIn, resourceIn, succeeded, textIn } from '../reading.ts'
import type { CallStep, ClientName, Environment } from '../step.ts'
import { type Kind, kindAsked, namedIn } from './asking.ts'

/** Something that was made on the walk, and with whose key. */
export interface Thing {
  readonly kind: Kind
  readonly client: ClientName
  readonly environment: Environment
  readonly bornMs: number
}

/** Whose the things are that were made, by their ids. */
export type Things = Readonly<Record<string, Thing>>

/** What has this id, of whatever kind. */
export function thingWith(things: Things, id: string | undefined): Thing | undefined {
  return id !== undefined && Object.hasOwn(things, id) ? things[id] : undefined
}

/** What a request names, if it is of the kind that the operation is about. */
export function thingMeant(things: Things, step: CallStep): Thing | undefined {
  const thing = thingWith(things, namedIn(step))
  return thing?.kind === kindAsked(step.operation) ? thing : undefined
}

export function isOwn({ client }: Thing, { key }: CallStep): boolean {
  return client === key.client
}

/** What was made, so that it is known whose it is. */
export function withMade(things: Things, step: CallStep): Things {
  const { answer, key, operation, atMs } = step
  if (!succeeded(answer)) return things
  const make = (kind: Kind, ids: readonly (string | undefined)[]): Things => {
    const thing: Thing = { kind, client: key.client, environment: key.environment, bornMs: atMs }
    const made = ids.flatMap((id) => (id === undefined ? [] : [[id, thing]]))
    return { ...things, ...Object.fromEntries(made) }
  }
  switch (operation) {
    case 'createRates':
      return make(
        'rate',
        (listIn(answer, 'rates') ?? []).map((rate) => textIn(rate, 'id')),
      )
    case 'buyLabel':
      return make('label', [textIn(resourceIn(answer, 'label'), 'id')])
    case 'createBatch':
      return make('batch', [textIn(resourceIn(answer, 'batch'), 'id')])
    case 'registerTracker': {
      // The same number and carrier may lead to the tracker that there is.
      const id = textIn(resourceIn(answer, 'tracker'), 'id')
      return id === undefined || Object.hasOwn(things, id) ? things : make('tracker', [id])
    }
    default:
      return things
  }
}
