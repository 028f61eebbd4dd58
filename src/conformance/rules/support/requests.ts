import type { CallRequest } from '../../call-request.ts'
import type { OperationName } from '../../http/operation.ts'
import type { RuleContext } from '../../rule-context.ts'

/** Ids of the documented form that no resource has. */
export const unknownIds = {
  rate: 'rate_000000000000000000000000',
  label: 'lbl_000000000000000000000000',
  tracker: 'trk_000000000000000000000000',
  batch: 'bat_000000000000000000000000',
} as const

/**
 * Returns an unknown id in the form of a real id, as a service may refuse other forms as malformed. The last eight characters
 * are replaced by others of the same kind. For a short id, which may be a counter, returns `fallbackId`.
 */
export function makeUnknownIdLike(realId: string, fallbackId: string): string {
  const tail = /[0-9a-z]{8}$/i.exec(realId)?.[0]
  return tail === undefined
    ? fallbackId
    : realId.slice(0, -8) + [...tail].map(replaceByOtherCharacter).join('')
}

/** Returns another character of the same kind: digit, hexadecimal letter or letter, in the same case. */
function replaceByOtherCharacter(character: string): string {
  const kinds = ['23', 'ab', 'AB', 'YZ'] as const
  const [first = '', second = ''] =
    kinds[[/\d/, /[a-f]/, /[A-F]/, /[G-Z]/].findIndex((kind) => kind.test(character))] ?? 'yz'
  return character === first ? second : first
}

/** Creates a well-formed request to an operation, for resources that do not exist. */
export function makeWellFormedRequest(t: RuleContext, operation: OperationName): CallRequest {
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
 * Creates a valid request to an operation. The resources that the request names are created with a key that has all
 * scopes. With `isRefused`, the caller expects a refusal, so the request may name resources that other rules use, too.
 */
export async function makeValidRequest(
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

/** How many requests `makeValidRequest` sends at most to prepare one request, by operation. */
export const setupRequests = { createRates: 2, buyLabel: 1, registerTracker: 1, createBatch: 1 } as const
