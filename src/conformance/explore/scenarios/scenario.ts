import type { Abilities } from '../abilities.ts'
import { shipments } from '../choices/calls.ts'
import type { ChoiceContext, ScenarioStep } from '../choices/choice.ts'
import type { CallAction, ControlAction, Environment, Reference, WalkOperation } from '../step.ts'
import { type Resource, type ResourceKind, referenceTo, resourcesOf, type World } from '../walk-world.ts'

/** A sequence of walk steps that depend on earlier responses. */
export interface Scenario {
  /** Describes the drawn values of the scenario. The text is part of the name under which coverage counts it. */
  readonly name: string
  /** Builds the steps of the scenario. Called only for the one scenario that is drawn among hundreds. */
  steps(): readonly ScenarioStep[]
}

export type FindResource = (world: World) => Resource | undefined

type Place = Pick<Resource, 'client' | 'environment'>

/** The client and environment of a scenario, its random draws and its resources. */
export interface ScenarioContext extends Place {
  readonly can: Abilities
  /** The scenario's client with its first key. */
  readonly owner: Caller
  /** Picks an item. The pick depends only on the scenario and the purpose, so a repeated scenario picks the same item. */
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items, purpose: string): Items[number]
  /** Returns a caller of this kind, or the owner if the target cannot have such a caller. */
  caller(who: CallerKind): Caller
  /** Returns a function that finds the newest resource of a kind; `back` counts older resources. */
  newest(kind: ResourceKind, back?: number): FindResource
  /** Returns the context of the same scenario for another client or environment. */
  elsewhere(place: Partial<Place>): ScenarioContext
}

/** Creates the context of a scenario. Each family of scenarios has separate random draws. */
export function createContext(
  { can, draw, at }: Pick<ChoiceContext, 'can' | 'draw' | 'at'>,
  place: Place,
  family: string,
): ScenarioContext {
  const purpose = [family, place.client, place.environment, at]
  return createContextAt(place, {
    can,
    pick: (items, name) => draw.pick<(typeof items)[number]>(items, name, ...purpose) ?? items[0],
  })
}

function createContextAt(place: Place, of: Pick<ScenarioContext, 'can' | 'pick'>): ScenarioContext {
  return {
    ...of,
    ...place,
    owner: createCallerWithKey('owner', place),
    caller: (who) => createCaller(who, of.can, place),
    newest: (kind, back) => findNewestOf(kind, place, back),
    elsewhere: (other) => createContextAt({ ...place, ...other }, of),
  }
}

/** A client and key that make the requests of a scenario. */
export interface Caller {
  readonly who: string
  /** Scenario steps that create the caller's key. */
  readonly before: readonly ScenarioStep[]
  ask(world: World): Pick<CallAction, 'client' | 'key'> | undefined
}

/** The kind of client and key that requests a client's resources. */
export type CallerKind = 'owner' | 'another key' | 'other environment' | 'other client' | KeyShape

/** How the key of a caller is limited, or that it was revoked or has expired. */
type KeyShape = 'narrow key' | 'reading key' | 'revoked key' | 'expired key'

function createCallerWithKey(who: CallerKind, { client, environment }: Place): Caller {
  return { who, before: [], ask: () => ({ client, key: environment }) }
}

function createCaller(who: CallerKind, can: Abilities, place: Place): Caller {
  const owner = createCallerWithKey('owner', place)
  switch (who) {
    case 'owner':
      return owner
    case 'other environment': {
      const environment = otherEnvironment(place.environment)
      return can.environments.includes(environment)
        ? createCallerWithKey(who, { ...place, environment })
        : owner
    }
    case 'other client': {
      const client = can.clients.find((each) => each !== place.client)
      return client === undefined ? owner : createCallerWithKey(who, { ...place, client })
    }
    default:
      return can.keys ? createNewKeyCaller(who, place) : owner
  }
}

export const otherEnvironment = (environment: Environment): Environment =>
  environment === 'test' ? 'live' : 'test'

function createNewKeyCaller(who: KeyShape | 'another key', place: Place): Caller {
  const { client, environment } = place
  const newest = findNewestOf('key', place)
  const createKey: ControlAction = {
    do: 'create key',
    client,
    environment,
    ...(who === 'narrow key' && { scopes: ['rates:read', 'labels:write'] }),
    ...(who === 'reading key' && { scopes: ['rates:read'] }),
    ...(who === 'expired key' && { expiresInSeconds: 60 }),
  }
  const endKey: ScenarioStep = (world) => {
    if (who === 'expired key') return { do: 'advance', client, seconds: 62 }
    const key = newest(world)
    return who === 'revoked key' && key ? { do: 'revoke key', client, key: referenceTo(key) } : undefined
  }
  return { ...createKeyCaller(newest), who, before: [() => createKey, endKey] }
}

/** Returns a caller that uses a key which the walk has created. */
export function createKeyCaller(find: FindResource): Caller {
  const ask: Caller['ask'] = (world) => {
    const key = find(world)
    return key && { client: key.client, key: referenceTo(key) }
  }
  return { who: '', before: [], ask }
}

function findNewestOf(kind: ResourceKind, { client, environment }: Place, back = 0): FindResource {
  return (world) =>
    resourcesOf(world, kind, client, kind === 'account' ? undefined : environment)
      .filter(({ at }) => kind !== 'rate' || at === 0)
      .at(-1 - back)
}

/** Finds the last stored rate of the newest quote: the most expensive, or a rate of another carrier. */
export const lastRate =
  ({ client, environment }: ScenarioContext): FindResource =>
  (world) =>
    resourcesOf(world, 'rate', client, environment).at(-1)

export function callAs(
  by: Caller,
  operation: WalkOperation,
  naming: (world: World) => Pick<CallAction, 'id' | 'body'> | undefined = () => ({}),
): ScenarioStep {
  return (world) => {
    const asker = by.ask(world)
    const named = naming(world)
    return asker && named && { do: 'call', ...asker, operation, ...named }
  }
}

/** Creates a scenario step that calls an operation on one resource. */
export const callOnResource = (by: Caller, operation: WalkOperation, found: FindResource): ScenarioStep =>
  callAs(by, operation, (world) => {
    const resource = found(world)
    return resource && { id: referenceTo(resource) }
  })

export const buyRateAs = (by: Caller, rate: FindResource): ScenarioStep =>
  callAs(by, 'buyLabel', (world) => {
    const resource = rate(world)
    return resource && { body: { rate_id: referenceTo(resource) } }
  })

export const createBatchAs = (by: Caller, ...rates: readonly FindResource[]): ScenarioStep =>
  callAs(by, 'createBatch', (world) => {
    const items = rates.map((rate) => rate(world)).filter((each) => each !== undefined)
    return items.length < rates.length ? undefined : { body: { items: items.map((each) => itemOf(each)) } }
  })

export const itemOf = (rate: Resource): Reference => referenceTo(rate, 'item')

export const registerTrackerAs = (by: Caller, found: FindResource): ScenarioStep =>
  callAs(by, 'registerTracker', (world) => {
    const label = found(world)
    const number = label && referenceTo(label, 'tracking_number')
    return label && { body: { tracking_number: number, carrier: label.carrier } }
  })

export type Shipment = keyof typeof shipments

export const quoteAs = (by: Caller, shipment: Shipment = 'usual'): ScenarioStep =>
  callAs(by, 'createRates', () => ({ body: shipments[shipment] }))

/** Creates a scenario step of concurrent calls. The step is undefined if one of the calls is impossible. */
export function runConcurrently(...steps: readonly ScenarioStep[]): ScenarioStep {
  return (world) => {
    const lanes = steps.map((scenarioStep) => scenarioStep(world)).filter((each) => isCall(each))
    return lanes.length < steps.length ? undefined : lanes.map((action) => [action])
  }
}

function isCall(turned: ReturnType<ScenarioStep>): turned is CallAction {
  return turned !== undefined && 'do' in turned && turned.do === 'call'
}

/** Returns the scenario steps if the condition holds, else none. */
export const stepsIf = (isOn: boolean, ...steps: readonly ScenarioStep[]): readonly ScenarioStep[] =>
  isOn ? steps : []
