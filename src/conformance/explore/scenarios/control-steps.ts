import type { ScenarioStep } from '../choices/choice.ts'
import type { ControlAction, Reference, WalletChange } from '../step.ts'
import { type Resource, referenceTo } from '../walk-world.ts'
import type { FindResource, ScenarioContext } from './scenario.ts'

// These functions create steps of scenarios that use the control protocol or the webhook receiver. A step is left out if
// the target lacks the capability for it.

type Detail<Does extends ControlAction['do']> = Omit<
  Extract<ControlAction, { readonly do: Does }>,
  'do' | 'client'
>

/** Creates a scenario step that advances the clock; no step for zero seconds. */
export const advanceClock =
  ({ client }: ScenarioContext, seconds: number): ScenarioStep =>
  () =>
    seconds > 0 ? { do: 'advance', client, seconds } : undefined

/** Creates a scenario step that adds a fault for the client. */
export const addFault =
  ({ can, client }: ScenarioContext, fault: Detail<'add fault'>['fault']): ScenarioStep =>
  () =>
    can.faults ? { do: 'add fault', client, fault } : undefined

/** Creates a scenario step that removes all faults of the client. */
export const clearFaults =
  ({ can, client }: ScenarioContext): ScenarioStep =>
  () =>
    can.faults ? { do: 'clear faults', client } : undefined

/** Creates a scenario step that creates a key for the client and environment of the scenario. */
export const createKey =
  ({ can, client, environment }: ScenarioContext, limits: Partial<Detail<'create key'>> = {}): ScenarioStep =>
  () =>
    can.keys ? { do: 'create key', client, environment, ...limits } : undefined

/** Creates a scenario step that revokes the newest key, or an older one: `back` newer keys are skipped. */
export const revokeKey = ({ client, newest }: ScenarioContext, back = 0): ScenarioStep =>
  createControlStep(newest('key', back), (key) => ({ do: 'revoke key', client, key: referenceTo(key) }))

/** Creates a scenario step that connects a carrier account with valid credentials. */
export const connectCarrier =
  ({ can, client }: ScenarioContext, carrier: string): ScenarioStep =>
  () =>
    can.carrierAccounts ? { do: 'connect carrier', client, carrier, credentials: 'valid' } : undefined

/** Creates a scenario step that changes the live wallet of the client. */
export const setWallet =
  ({ can, client }: ScenarioContext, change: WalletChange): ScenarioStep =>
  () =>
    can.wallet ? { do: 'set wallet', client, change } : undefined

/** Creates a scenario step that reads the live wallet; no step in the sandbox. */
export const readWallet =
  ({ can, client, environment }: ScenarioContext): ScenarioStep =>
  () =>
    can.wallet && environment === 'live'
      ? { do: 'call', client, key: 'live', operation: 'getWallet' }
      : undefined

/** Creates a scenario step that sets a webhook if the client has none. */
export const setWebhook =
  ({ client }: ScenarioContext): ScenarioStep =>
  ({ clientStates }) =>
    clientStates[client]?.webhook === 'set' ? undefined : { do: 'set webhook', client }

/** Creates a scenario step that sets the reply of the webhook receiver to later deliveries. */
export const setDeliveryReply =
  ({ client }: ScenarioContext, reply: Detail<'answer deliveries'>['reply']): ScenarioStep =>
  () => ({ do: 'answer deliveries', client, reply })

/** Creates a scenario step that adds a carrier event, with a unique text, to the parcel of the newest label. */
export function addTrackingEvent({ can, client, newest, pick }: ScenarioContext, what: string): ScenarioStep {
  const status = pick(['in_transit', 'exception'], 'status')
  const add = createControlStep(newest('label'), (label): ControlAction => {
    const number: Reference = referenceTo(label, 'tracking_number')
    return { do: 'add event', client, number, status, detail: `${what}, ${label.step}` }
  })
  return can.tracking ? add : () => undefined
}

/** Creates a scenario step that runs a control-protocol action on a resource. */
export function createControlStep(
  find: FindResource,
  act: (resource: Resource) => ControlAction,
): ScenarioStep {
  return (world) => {
    const resource = find(world)
    return resource && act(resource)
  }
}
