import type { Abilities } from '../abilities.ts'
import { shipments } from '../choices/calls.ts'
import type { ChoiceContext, ScenarioStep } from '../choices/choice.ts'
import type { CallAction, ControlAction, Environment, Reference, WalkOperation } from '../step.ts'
import { type Resource, type ResourceKind, referenceTo, resourcesOf, type World } from '../walk-world.ts'

/** A sequence of walk steps that depend on earlier responses. */
export interface Scenario {
  /** Describes the drawn values of the scenario. The coverage counts scenarios by this text and their kind. */
  readonly name: string
  /** Builds the steps of the scenario. Called only for the one scenario that is drawn among hundreds. */
  steps(): readonly ScenarioStep[]
}

/** Finds a resource of the walk when a step runs; undefined if there is none. */
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
  /** Returns a function that finds the newest resource of a kind, or an older one: `back` newer resources are skipped. */
  newest(kind: ResourceKind, back?: number): FindResource
  /** Returns the context of the same scenario for another client or environment. */
  elsewhere(place: Partial<Place>): ScenarioContext
}

/** Creates the context of a scenario. Each family of scenarios has separate random draws. */
export function createScenarioContext(
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
    owner: createCallerWithUsualKey('owner', place),
    caller: (who) => createCaller(who, of.can, place),
    newest: (kind, back) => createNewestFinder(kind, place, back),
    elsewhere: (other) => createContextAt({ ...place, ...other }, of),
  }
}

/** A client and key that make the requests of a scenario. */
export interface Caller {
  readonly who: string
  /** Scenario steps that create the caller's key. */
  readonly before: readonly ScenarioStep[]
  /** Returns the client and key for a request; undefined if the key does not exist. */
  ask(world: World): Pick<CallAction, 'client' | 'key'> | undefined
}

/** Who requests a resource of the scenario's client: the client or another one, and with which key. */
export type CallerKind = 'owner' | 'another key' | 'other environment' | 'other client' | KeyShape

/** How the key of a caller is limited, or that it was revoked or has expired. */
type KeyShape = 'narrow key' | 'reading key' | 'revoked key' | 'expired key'

/** Creates a caller with the first key of a client and environment. */
function createCallerWithUsualKey(who: CallerKind, { client, environment }: Place): Caller {
  return { who, before: [], ask: () => ({ client, key: environment }) }
}

/** Creates a caller of this kind. If the target cannot have such a caller, creates the owner. */
function createCaller(who: CallerKind, can: Abilities, place: Place): Caller {
  const owner = createCallerWithUsualKey('owner', place)
  switch (who) {
    case 'owner':
      return owner
    case 'other environment': {
      const environment = switchEnvironment(place.environment)
      return can.environments.includes(environment)
        ? createCallerWithUsualKey(who, { ...place, environment })
        : owner
    }
    case 'other client': {
      const client = can.clients.find((each) => each !== place.client)
      return client === undefined ? owner : createCallerWithUsualKey(who, { ...place, client })
    }
    default:
      return can.keys ? createNewKeyCaller(who, place) : owner
  }
}

export const switchEnvironment = (environment: Environment): Environment =>
  environment === 'test' ? 'live' : 'test'

/** Creates a caller whose steps `before` create its key and, for some kinds, revoke the key or let it expire. */
function createNewKeyCaller(who: KeyShape | 'another key', place: Place): Caller {
  const { client, environment } = place
  const newest = createNewestFinder('key', place)
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

/** Creates a function that finds the newest resource of a kind: of rates, the cheapest of each quote. */
function createNewestFinder(kind: ResourceKind, { client, environment }: Place, back = 0): FindResource {
  return (world) =>
    resourcesOf(world, kind, client, kind === 'account' ? undefined : environment)
      .filter(({ at }) => kind !== 'rate' || at === 0)
      .at(-1 - back)
}

/** Finds the last rate that the walk keeps of the newest quote, usually not the cheapest. */
export const findLastRate =
  ({ client, environment }: ScenarioContext): FindResource =>
  (world) =>
    resourcesOf(world, 'rate', client, environment).at(-1)

/** Creates a scenario step that calls an operation as a caller. `naming` returns the id and body; undefined for no step. */
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

/** Creates a scenario step that buys a rate as a caller; no step if there is no such rate. */
export const buyRateAs = (by: Caller, rate: FindResource): ScenarioStep =>
  callAs(by, 'buyLabel', (world) => {
    const resource = rate(world)
    return resource && { body: { rate_id: referenceTo(resource) } }
  })

/** Creates a scenario step that creates a batch of these rates as a caller; no step if a rate is missing. */
export const createBatchAs = (by: Caller, ...rates: readonly FindResource[]): ScenarioStep =>
  callAs(by, 'createBatch', (world) => {
    const items = rates.map((rate) => rate(world)).filter((each) => each !== undefined)
    return items.length < rates.length
      ? undefined
      : { body: { items: items.map((each) => referToBatchItem(each)) } }
  })

/** Creates a reference to the batch item of a rate. */
export const referToBatchItem = (rate: Resource): Reference => referenceTo(rate, 'item')

/** Creates a scenario step that registers the tracking number of a label as a caller; no step if there is no label. */
export const registerTrackerAs = (by: Caller, found: FindResource): ScenarioStep =>
  callAs(by, 'registerTracker', (world) => {
    const label = found(world)
    const number = label && referenceTo(label, 'tracking_number')
    return label && { body: { tracking_number: number, carrier: label.carrier } }
  })

export type Shipment = keyof typeof shipments

/** Creates a scenario step that requests rates as a caller. */
export const quoteAs = (by: Caller, shipment: Shipment = 'usual'): ScenarioStep =>
  callAs(by, 'createRates', () => ({ body: shipments[shipment] }))

/** Creates a scenario step that sends several requests at the same time; no step if one of the requests is impossible. */
export function runConcurrently(...steps: readonly ScenarioStep[]): ScenarioStep {
  return (world) => {
    const lanes = steps.map((scenarioStep) => scenarioStep(world)).filter((each) => isCall(each))
    return lanes.length < steps.length ? undefined : lanes.map((action) => [action])
  }
}

function isCall(step: ReturnType<ScenarioStep>): step is CallAction {
  return step !== undefined && 'do' in step && step.do === 'call'
}

/** Returns the scenario steps if the condition holds, else none. */
export const stepsIf = (isOn: boolean, ...steps: readonly ScenarioStep[]): readonly ScenarioStep[] =>
  isOn ? steps : []
