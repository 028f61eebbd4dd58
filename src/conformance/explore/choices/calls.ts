import type { CallAction, ClientName, KeyName, ProfileReference, WalkOperation } from '../step.ts'
import { type Resource, referenceTo } from '../walk-world.ts'

/** Creates a request of a random walk: an operation, a key, and the id and body that the operation needs. */
export function createCall(
  client: ClientName,
  key: KeyName,
  operation: WalkOperation,
  { id, body }: { readonly id?: CallAction['id'] | undefined; readonly body?: unknown } = {},
): CallAction {
  return {
    do: 'call',
    client,
    key,
    operation,
    ...(id !== undefined && { id }),
    ...(body !== undefined && { body }),
  }
}

/** Creates a reference to an address or a parcel of the profile. `change` replaces some of its fields. */
const referToProfile = (
  take: ProfileReference['take'],
  change?: Readonly<Record<string, string>>,
): ProfileReference => ({ $: 'profile', take, ...(change && { with: change }) })

const [from_address, to_address, parcel] = [
  referToProfile('from'),
  referToProfile('to'),
  referToProfile('standard'),
]
const usual = { from_address, to_address, parcel }

/** Bodies of rates requests. Each differs from `usual` in one part. */
export const shipments = {
  usual,
  'to a home': { ...usual, to_address: referToProfile('residential') },
  'to somebody else': { ...usual, to_address: referToProfile('to', { name: 'Someone Else' }) },
  'the other way': { ...usual, from_address: to_address, to_address: from_address },
  undeliverable: { ...usual, to_address: referToProfile('undeliverable') },
  'too heavy': { ...usual, parcel: referToProfile('overweight') },
} as const

/** Creates a rates request for the standard parcel between the usual addresses of the profile. */
export const createUsualRatesCall = (client: ClientName, key: KeyName): CallAction =>
  createCall(client, key, 'createRates', { body: shipments.usual })

/** Creates the request that buys a rate, with the key of its owner. */
export const createPurchaseCall = (rate: Resource): CallAction =>
  createCall(rate.client, rate.environment, 'buyLabel', { body: { rate_id: referenceTo(rate) } })
