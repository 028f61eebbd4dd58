import { magicCodes } from '../../../simulator/requests/magic.ts'
import type { AnyErrorCode } from '../../../simulator/specification/errors.ts'
import type { OperationName } from '../../../simulator/specification/operations.ts'
import { type Caller, findCurlLine, joinSteps, listIdSteps, type Step } from './calls.ts'
import { findOperation } from './operations.ts'

/** Builds scripts that reproduce an error: the documented call of an operation with one change, or a shell line. */

/** The call of an operation with a change that causes an error. */
interface VariedCall {
  readonly call: OperationName
  /** A replacement in the curl lines of this call and of the calls before it: the old text and the new text. */
  readonly change?: readonly [what: string, other: string]
  /** The key that the calls use, instead of the reader's key. */
  readonly key?: string
  /** Whether the calls before this one use the live key. */
  readonly isLiveBefore?: boolean
  /** A step that comes directly before the call. */
  readonly before?: Step
  /** The number of calls; only the last response counts. */
  readonly times?: number
}

/** How to cause an error: by a changed call of an operation, or by a shell line. */
type Recipe = VariedCall | { readonly line: string }

const accountsUrl = '$DRYDOCK/_drydock/accounts'
const jsonHeader = "-H 'Content-Type: application/json'"
const keyHeader = '-H "Authorization: Bearer $KEY"'

/**
 * Returns a fixed key of the default account that is expired, revoked or restricted to some scopes: `pr_test_d0c0`
 * followed by 28 equal digits (fixtures/seed.json).
 */
const buildSeededKey = (digit: number): string => `pr_test_d0c0${String(digit).repeat(28)}`

const magicRecipes: Readonly<Record<string, Recipe>> = Object.fromEntries([
  ...magicCodes.validation.map((code): [string, Recipe] => [
    code,
    { call: 'validateAddress', change: ['"street1"', `"name": "sim:${code}", "street1"`] },
  ]),
  ...magicCodes.purchase.map((code): [string, Recipe] => [
    code,
    { call: 'buyLabel', change: ['Ada Carver', `sim:${code}`] },
  ]),
])

const recipes: Readonly<Record<string, Recipe>> & Partial<Record<AnyErrorCode, Recipe>> = {
  ...magicRecipes,
  'AUTH.KEY.MISSING': { call: 'getWallet', change: [` ${keyHeader}`, ''] },
  'AUTH.KEY.INVALID': { call: 'getWallet', key: `pr_test_${'0'.repeat(32)}` },
  'AUTH.KEY.REVOKED': { call: 'getWallet', key: buildSeededKey(2) },
  'AUTH.KEY.EXPIRED': { call: 'getWallet', key: buildSeededKey(3) },
  'AUTH.KEY.INSUFFICIENT_SCOPE': { call: 'listCarrierAccounts', key: buildSeededKey(1) },
  'AUTH.KEY.SANDBOX_IN_PRODUCTION': { call: 'getTracker', isLiveBefore: true },
  'AUTH.RATE_LIMIT.EXCEEDED': { call: 'buyBatch', change: ['$BATCH', 'bat_none'], times: 11 },
  'VALIDATION.FIELD.REQUIRED': { call: 'registerTracker', change: [', "carrier": "UPS"', ''] },
  'VALIDATION.FIELD.INVALID': { call: 'registerTracker', change: ['"99994001"', '99994001'] },
  'RATE.NOT_FOUND': { call: 'buyLabel', change: ['$RATE', 'rate_none'] },
  'RATE.CARRIER.UNAVAILABLE': {
    call: 'createRates',
    change: ['Ada Carver', 'sim:RATE.CARRIER.UNAVAILABLE'],
  },
  'LABEL.VOID.INELIGIBLE': {
    call: 'voidLabel',
    before: {
      title: 'Let the carrier scan the package',
      code: `curl -s -X POST ${accountsUrl}/$ACCOUNT/labels/$LABEL/scan > /dev/null`,
    },
  },
  'LABEL.VOID.ALREADY_REQUESTED': { call: 'voidLabel', times: 2 },
  'LABEL.NOT_FOUND': { call: 'getLabel', change: ['$LABEL', 'lbl_none'] },
  'BATCH.SIZE.EXCEEDED': {
    line: `{ printf '{ "items": [ {}'; printf ', {}%.0s' $(seq 5000); printf ' ] }'; } |\n  curl -s $DRYDOCK/v1/batches ${keyHeader} ${jsonHeader} -d @-`,
  },
  'BATCH.ITEMS.REQUIRED': {
    line: `curl -s $DRYDOCK/v1/batches ${keyHeader} ${jsonHeader} -d '{ "items": [] }'`,
  },
  'BATCH.NOT_FOUND': { call: 'getBatch', change: ['$BATCH', 'bat_none'] },
  'BATCH.ALREADY_PROCESSING': { call: 'buyBatch', times: 2 },
  'TRACKER.NOT_FOUND': { call: 'getTracker', change: ['$TRACKER', 'trk_none'] },
  'REQUEST.ROUTE.NOT_FOUND': { line: 'curl -s $DRYDOCK/v1/nowhere' },
  'REQUEST.METHOD.NOT_ALLOWED': { line: 'curl -s -X DELETE $DRYDOCK/v1/wallet' },
  'REQUEST.BODY.TOO_LARGE': {
    line: `head -c 300000 /dev/zero | tr '\\0' ' ' |\n  curl -s $DRYDOCK/v1/rates ${keyHeader} ${jsonHeader} --data-binary @-`,
  },
  'REQUEST.HEADERS.TOO_LARGE': {
    line: `curl -s $DRYDOCK/v1/wallet -H "X-Large: $(head -c 20000 /dev/zero | tr '\\0' x)"`,
  },
  'REQUEST.EXPECTATION.UNKNOWN': { line: "curl -s $DRYDOCK/v1/wallet -H 'Expect: magic'" },
  'REQUEST.INTERNAL.ERROR': {
    call: 'getWallet',
    before: {
      title: 'Let one request go wrong',
      code: `curl -s ${accountsUrl}/$ACCOUNT/faults ${jsonHeader} -d '{ "target": "api", "mode": "error", "times": 1 }' > /dev/null`,
    },
  },
  'CONTROL.SIGNATURE.INVALID': { line: `curl -s $DRYDOCK/_drydock/receiver/$ACCOUNT ${jsonHeader} -d '{}'` },
  'CONTROL.ORIGIN.REFUSED': { line: "curl -s $DRYDOCK/_drydock -H 'Origin: http://example.com'" },
  'CONTROL.ACCOUNT.EXISTS': { line: `curl -s ${accountsUrl} ${jsonHeader} -d '{ "id": "default" }'` },
  'CONTROL.ACCOUNT.NOT_FOUND': { line: `curl -s ${accountsUrl}/nobody` },
  'CONTROL.RESOURCE.NOT_FOUND': { line: `curl -s -X DELETE ${accountsUrl}/$ACCOUNT/faults/flt_none` },
  'CONTROL.FAULT.INVALID': {
    line: `curl -s ${accountsUrl}/$ACCOUNT/faults ${jsonHeader} -d '{ "target": "carrier:Nobody", "mode": "down" }'`,
  },
  'CONTROL.CLOCK.BACKWARDS': {
    line: `curl -s -X PATCH ${accountsUrl}/$ACCOUNT/clock ${jsonHeader} -d '{ "now": "2000-01-01T00:00:00Z" }'`,
  },
}

/** A caller that also has a live key. */
export interface LiveCaller extends Caller {
  readonly liveKey: string
}

/** Returns a script whose last response is the error with this code; undefined if no recipe for the error exists. */
export function renderErrorScript(code: AnyErrorCode, caller: LiveCaller): string | undefined {
  const recipe = recipes[code]
  if (recipe === undefined) return undefined
  if ('line' in recipe) return joinSteps([{ title: code, code: recipe.line }], caller)
  return joinSteps(listRecipeSteps(recipe, caller), { ...caller, key: recipe.key ?? caller.key })
}

function listRecipeSteps(recipe: VariedCall, { liveKey }: LiveCaller): readonly Step[] {
  const { call, change: [what, other] = ['', ''], isLiveBefore = false, before, times = 1 } = recipe
  const operation = findOperation(call)
  if (operation === undefined) throw new Error(`The OpenAPI document has no operation ${call}.`)
  const replaceText = (code: string): string => (what === '' ? code : code.replace(what, () => other))
  const line = replaceText(findCurlLine(operation))
  return [
    ...listIdSteps(line).map(({ title, code }) => ({
      title,
      code: isLiveBefore ? code.replaceAll('$KEY', () => liveKey) : replaceText(code),
    })),
    ...(before === undefined ? [] : [before]),
    ...repeatStep({ title: operation.summary, code: line }, times),
  ]
}

/** Returns the steps that make a call several times and print only the last response. */
function repeatStep({ title, code }: Step, times: number): readonly Step[] {
  if (times === 1) return [{ title, code }]
  const looped = `for n in $(seq ${times}); do\n  ANSWER=$(${code})\ndone\necho "$ANSWER"`
  return [{ title: `${title}, ${times} times`, code: looped }]
}
