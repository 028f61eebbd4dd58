import type { CallRequest } from '../../call-request.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { OperationName } from '../../wire/operation.ts'

/** Ids of the documented forms that nobody has. */
export const unknownIds = {
  rate: 'rate_000000000000000000000000',
  label: 'lbl_000000000000000000000000',
  tracker: 'trk_000000000000000000000000',
  batch: 'bat_000000000000000000000000',
} as const

/**
 * An id of the form of one that was just given out, and nobody's: the last eight characters are others of their kind, for a
 * service may refuse what it would never give out as malformed. Ids that are counted have fewer, and others beside them.
 */
export function unknownIdLike(given: string, otherwise: string): string {
  const tail = /[0-9a-z]{8}$/i.exec(given)?.[0]
  return tail === undefined ? otherwise : given.slice(0, -8) + [...tail].map(another).join('')
}

/** A digit for a digit, a letter of hexadecimals for one of those, any other letter for another, as large as it was. */
function another(character: string): string {
  const kinds = ['23', 'ab', 'AB', 'YZ'] as const
  const [first = '', second = ''] =
    kinds[[/\d/, /[a-f]/, /[A-F]/, /[G-Z]/].findIndex((kind) => kind.test(character))] ?? 'yz'
  return character === first ? second : first
}

/** A request to an operation that has nothing wrong but, where it names a resource, that this one is not there. */
export function plainRequest(t: RuleContext, operation: OperationName): CallRequest {
  switch (operation) {
    case 'validateAddress':
      return { body: t.profile.addresses.commercial }
    case 'createRates':
      return { body: t.setup.ratesBody() }
    case 'buyLabel':
      return { body: { rate_id: unknownIds.rate } }
    case 'getLabel':
    case 'voidLabel':
      return { id: unknownIds.label }
    case 'registerTracker':
      return { body: { tracking_number: '99990000000000000000', carrier: t.profile.carriers?.[0] ?? 'UPS' } }
    case 'getTracker':
      return { id: unknownIds.tracker }
    case 'createBatch':
      return { body: { items: [] } }
    case 'buyBatch':
    case 'getBatch':
      return { id: unknownIds.batch }
    case 'listCarrierAccounts':
    case 'getWallet':
    case 'listDeliveries':
      return {}
  }
}

/**
 * A request to an operation that is good with a good key: what it needs has been made with one that has every scope. With
 * `isRefused` nothing will come of it, so that others may ask for the same thing.
 */
export async function goodRequest(
  t: RuleContext,
  operation: OperationName,
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): Promise<CallRequest> {
  const { label, tracker, batch } = isRefused ? t.setup.shared : t.setup
  switch (operation) {
    case 'validateAddress':
      return { body: t.profile.addresses.commercial }
    case 'createRates':
      return { body: t.setup.ratesBody() }
    case 'buyLabel':
      return { body: { rate_id: (await t.setup.rate()).id } }
    case 'getLabel':
    case 'voidLabel':
      return { id: (await label()).id }
    case 'registerTracker': {
      const { trackingNumber, carrier } = await label()
      return { body: { tracking_number: trackingNumber, carrier } }
    }
    case 'getTracker':
      return { id: (await tracker()).id }
    case 'createBatch':
      return { body: { items: await t.setup.batchItems(1) } }
    case 'buyBatch':
    case 'getBatch':
      return { id: (await batch()).id }
    case 'listCarrierAccounts':
    case 'getWallet':
    case 'listDeliveries':
      return {}
  }
}

/** More than any of the setups above sends. */
export const setupRequests = { createRates: 2, buyLabel: 1, registerTracker: 1, createBatch: 1 } as const
