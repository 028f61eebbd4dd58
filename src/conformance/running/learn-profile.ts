import type { ConformanceOptions } from '../options.ts'
import type { Report } from '../report/report.ts'
import type { RuleContext } from '../rule-context.ts'
import { active } from '../rules/support/active.ts'
import { plainRequest } from '../rules/support/requests.ts'
import type { Profile, ProfileInput } from '../target/profile.ts'
import type { Answer } from '../wire/answer.ts'
import { errorCodeOf, expectList, isSuccess, summary } from '../wire/expect.ts'
import { RuleBroken } from '../wire/failures.ts'
import { isObject } from '../wire/fields.ts'
import { operationNames, operationOf } from '../wire/operation.ts'
import { run } from './run.ts'

/** What a target's answers tell of its test data. */
export interface LearnedProfile {
  readonly profile: ProfileInput
  /** What it could not learn, each with what to do about it. */
  readonly unlearned: readonly string[]
}

type AddressName = keyof Profile['addresses']
type ParcelName = keyof Profile['parcels']

/** Asks a target for what a profile holds, and spends nothing: no rate is bought, and no batch made. Throws BadInput. */
export async function learnProfile(
  options: ConformanceOptions,
): Promise<{ readonly learned: LearnedProfile | undefined; readonly report: Report }> {
  let learned: LearnedProfile | undefined
  const learning = active({
    id: 'PROFILE-0',
    title: 'What a profile holds.',
    section: 'Endpoints',
    endpoint: null,
    sends: 'Addresses to validate, requests for rates, and one harmless request to each endpoint.',
    requests: {
      ...Object.fromEntries(operationNames.map((name) => [name, 1])),
      validateAddress: 5,
      createRates: 4,
    },
    run: async (t) => {
      learned = await learn(t)
    },
  })
  const whole = { ...options, only: undefined, skip: undefined, shard: undefined }
  const { report, conceal } = await run(whole, [learning])
  // What is unlearned quotes answers.
  return { learned: learned && { ...learned, unlearned: learned.unlearned.map(conceal) }, report }
}

async function learn(t: RuleContext): Promise<LearnedProfile> {
  const unlearned: string[] = []
  const { addresses, parcels } = t.profile
  const good: { addresses: Partial<Profile['addresses']>; parcels: Partial<Profile['parcels']> } = {
    addresses: {},
    parcels: {},
  }
  const keepAddress = (name: AddressName): void => {
    good.addresses = { ...good.addresses, [name]: addresses[name] }
  }
  const keepParcel = (name: ParcelName): void => {
    good.parcels = { ...good.parcels, [name]: parcels[name] }
  }

  const carriers = carriersIn(await t.call('createRates', { body: t.setup.ratesBody() }))
  if (typeof carriers === 'string') {
    unlearned.push(
      `addresses.from, addresses.to and parcels.standard: the built-in ones are answered with ${carriers}; give some that are quoted`,
    )
  } else {
    keepAddress('from')
    keepAddress('to')
    keepParcel('standard')
    if (carriers.length !== 4) {
      unlearned.push(
        `carriers: rates of ${carriers.length} came (${carriers.join(', ')}), where four are documented`,
      )
    }
  }

  for (const [name, expected] of validations) {
    const answer = await t.call('validateAddress', { body: addresses[name] })
    const isSo = expected === undefined ? isSuccess(answer) : errorCodeOf(answer) === expected
    if (isSo) keepAddress(name)
    else
      unlearned.push(
        `addresses.${name}: the built-in one is answered with ${summary(answer)}; give one that is answered with ${expected ?? 'a 2xx'}`,
      )
  }

  for (const [name, shipment] of [
    ['addresses.undeliverable', { to: addresses.undeliverable }],
    ['parcels.overweight', { parcel: parcels.overweight }],
  ] as const) {
    const quoted = carriersIn(await t.call('createRates', { body: t.setup.ratesBody(shipment) }))
    if (typeof quoted === 'string') {
      unlearned.push(
        `${name}: the built-in one gets ${quoted} instead of rates; give one that is quoted, and refused at purchase`,
      )
    } else if (name === 'parcels.overweight') keepParcel('overweight')
  }

  const limits = await learnLimits(t, unlearned)
  return {
    profile: {
      addresses: good.addresses,
      parcels: good.parcels,
      ...(typeof carriers !== 'string' && carriers.length === 4 && { carriers: [...carriers] }),
      ...(Object.keys(limits).length > 0 && { limits }),
    },
    unlearned,
  }
}

/** Addresses by what their validation should say; none for a success. */
const validations: readonly (readonly [AddressName, string | undefined])[] = [
  ['residential', undefined],
  ['commercial', undefined],
  ['undeliverable', 'ADDRESS.VALIDATION.FAILED'],
  ['ambiguous', 'ADDRESS.VALIDATION.AMBIGUOUS'],
]

/** Limits that are told otherwise than documented. */
async function learnLimits(t: RuleContext, unlearned: string[]): Promise<Record<string, number>> {
  const limits: Record<string, number> = {}
  const untold: string[] = []
  for (const name of operationNames) {
    const { endpoint, limitPerMinute } = operationOf(name)
    const told = (await t.call(name, plainRequest(t, name))).headers['x-ratelimit-limit'] ?? ''
    const limit = /^[1-9]\d{0,9}$/.test(told) ? Number(told) : undefined
    if (limit === undefined) untold.push(endpoint)
    else if (limit !== limitPerMinute) limits[endpoint] = limit
  }
  if (untold.length > 0) {
    unlearned.push(
      `limits: ${untold.length === operationNames.length ? 'no endpoint tells' : `${untold.join(', ')} tell`} one in X-RateLimit-Limit; the documented ones are kept to`,
    )
  }
  return limits
}

/** The carriers of a quote as it spells them, or what came instead. */
function carriersIn(answer: Answer): readonly string[] | string {
  try {
    const names = expectList(answer, 'rates').map((rate) => (isObject(rate) ? rate['carrier'] : undefined))
    const carriers = [...new Set(names.filter((name) => typeof name === 'string'))]
    return carriers.length === 0 ? 'no rates' : carriers
  } catch (error) {
    if (error instanceof RuleBroken) return error.actual
    throw error
  }
}
