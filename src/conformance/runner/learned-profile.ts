import type { Answer } from '../http/answer.ts'
import { describeAnswer, errorCodeOf, isSuccess } from '../http/expect.ts'
import { RuleBroken } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { expectList } from '../http/lists.ts'
import { type OperationName, operationNames, operationOf } from '../http/operation.ts'
import type { ConformanceOptions } from '../options.ts'
import type { Report } from '../report/report.ts'
import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { makeWellFormedRequest } from '../rules/support/requests.ts'
import type { Shipment } from '../setup/prerequisites.ts'
import type { Profile, ProfileInput } from '../target/profile.ts'
import { NotBought } from './money/spending.ts'
import { runSuite } from './run.ts'

/** The test data of a target (its target profile), as far as the target's responses show it. */
export interface LearnedProfile {
  readonly profile: ProfileInput
  /** The parts of the profile that no response showed, each with advice for the user. */
  readonly unlearned: readonly string[]
}

type AddressName = keyof Profile['addresses']

/** Finds out a target's test data from its responses, without a purchase or a batch. Throws BadInput if the options cannot be used. */
export async function learnProfile(
  options: ConformanceOptions,
): Promise<{ readonly learned: LearnedProfile | undefined; readonly report: Report }> {
  let learned: LearnedProfile | undefined
  const learning: ActiveRule = {
    kind: 'active',
    id: 'PROFILE-0',
    judges: [],
    title: 'The responses of the target show the values for a profile.',
    section: 'Endpoints',
    endpoint: null,
    needs: ['key:test'],
    buysNothing: true,
    requests: {
      ...Object.fromEntries(operationNames.map((name) => [name, 1])),
      validateAddress: 5,
      createRates: 4,
    },
    run: async (t) => {
      learned = await learnProfileParts(t)
    },
  }
  const whole = { ...options, only: undefined, skip: undefined, shard: undefined }
  const { report, conceal } = await runSuite(whole, [learning])
  // The texts in `unlearned` quote responses, so secrets in them are masked.
  return { learned: learned && { ...learned, unlearned: learned.unlearned.map(conceal) }, report }
}

async function learnProfileParts(t: RuleContext): Promise<LearnedProfile> {
  const { addresses, parcels } = t.profile
  const unlearned: string[] = []
  const carriers = readCarriers(await t.call('createRates', { body: t.setup.ratesBody() }))
  const isQuoted = typeof carriers !== 'string'
  unlearned.push(...describeCarrierProblem(carriers))
  const validated = await learnAddresses(t, unlearned)
  const refused = await learnRefusedParcels(t, unlearned)
  const limits = await learnLimits(t, unlearned)
  return {
    profile: {
      addresses: { ...(isQuoted && { from: addresses.from, to: addresses.to }), ...validated },
      parcels: { ...(isQuoted && { standard: parcels.standard }), ...refused },
      ...(isQuoted && carriers.length === documentedCarriers && { carriers: [...carriers] }),
      ...(Object.keys(limits).length > 0 && { limits }),
    },
    unlearned,
  }
}

const documentedCarriers = 4

function describeCarrierProblem(carriers: readonly string[] | string): readonly string[] {
  if (typeof carriers === 'string') {
    return [
      `addresses.from, addresses.to and parcels.standard: the target responds to the built-in ones with ${carriers}; write some into the profile for which the target quotes rates`,
    ]
  }
  if (carriers.length === documentedCarriers) return []
  return [
    `carriers: the rates are of ${carriers.length} carriers (${carriers.join(', ')}), and four are documented`,
  ]
}

/** Resolves with the built-in test addresses that the target validates as the specification demands. */
async function learnAddresses(
  { call, profile: { addresses } }: RuleContext,
  unlearned: string[],
): Promise<Partial<Profile['addresses']>> {
  let good: Partial<Profile['addresses']> = {}
  for (const [name, expected] of validations) {
    const answer = await call('validateAddress', { body: addresses[name] })
    const isSo = expected === undefined ? isSuccess(answer) : errorCodeOf(answer) === expected
    if (isSo) good = { ...good, [name]: addresses[name] }
    else
      unlearned.push(
        `addresses.${name}: the target responds to the built-in address with ${describeAnswer(answer)}; write one into the profile to which it responds with ${expected ?? 'a 2xx'}`,
      )
  }
  return good
}

/** Resolves with the built-in parcels for which the target quotes rates and then refuses the purchase. */
async function learnRefusedParcels(
  t: RuleContext,
  unlearned: string[],
): Promise<Partial<Profile['parcels']>> {
  const { addresses, parcels } = t.profile
  const isQuoted = async (name: string, shipment: Shipment): Promise<boolean> => {
    const quoted = readCarriers(await t.call('createRates', { body: t.setup.ratesBody(shipment) }))
    if (typeof quoted !== 'string') return true
    unlearned.push(
      `${name}: the target responds to the built-in one with ${quoted} instead of rates; write one into the profile for which the target quotes rates, but refuses the purchase`,
    )
    return false
  }
  await isQuoted('addresses.undeliverable', { to: addresses.undeliverable })
  const isGood = await isQuoted('parcels.overweight', { parcel: parcels.overweight })
  return isGood ? { overweight: parcels.overweight } : {}
}

/** The test addresses, each with the error code that its validation must return; undefined if validation must succeed. */
const validations: readonly (readonly [AddressName, string | undefined])[] = [
  ['residential', undefined],
  ['commercial', undefined],
  ['undeliverable', 'ADDRESS.VALIDATION.FAILED'],
  ['ambiguous', 'ADDRESS.VALIDATION.AMBIGUOUS'],
]

/** Reads the rate limits from the response headers of the target, and returns the limits that differ from the documented ones. */
async function learnLimits(t: RuleContext, unlearned: string[]): Promise<Record<string, number>> {
  const limits: Record<string, number> = {}
  const endpointsWithoutLimit: string[] = []
  for (const name of operationNames) {
    const { endpoint, limitPerMinute } = operationOf(name)
    const shown = (await sendHarmlessRequest(t, name))?.headers['x-ratelimit-limit'] ?? ''
    const limit = /^[1-9]\d{0,9}$/.test(shown) ? Number(shown) : undefined
    if (limit === undefined) endpointsWithoutLimit.push(endpoint)
    else if (limit !== limitPerMinute) limits[endpoint] = limit
  }
  if (endpointsWithoutLimit.length > 0) {
    unlearned.push(
      `limits: ${endpointsWithoutLimit.length === operationNames.length ? 'no endpoint has one' : `${endpointsWithoutLimit.join(', ')} have none`} in X-RateLimit-Limit; the run respects the documented ones`,
    )
  }
  return limits
}

/**
 * Sends a request for resources that do not exist, or one that changes nothing. A purchase is not sent if the target
 * accepted such a purchase before. Then resolves with undefined.
 */
async function sendHarmlessRequest(t: RuleContext, name: OperationName): Promise<Answer | undefined> {
  try {
    return await t.call(name, makeWellFormedRequest(t, name))
  } catch (error) {
    if (error instanceof NotBought) return undefined
    throw error
  }
}

/** Returns the names of the carriers in a rates response. If the response has none, returns a text that describes the response. */
function readCarriers(answer: Answer): readonly string[] | string {
  try {
    const names = expectList(answer, 'rates').map((rate) => (isObject(rate) ? rate['carrier'] : undefined))
    const carriers = [...new Set(names.filter((name) => typeof name === 'string'))]
    return carriers.length === 0 ? 'no rates' : carriers
  } catch (error) {
    if (error instanceof RuleBroken) return error.actual
    throw error
  }
}
