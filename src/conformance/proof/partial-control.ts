import { jsonOf, withJson } from '../../variations/wire.ts'
import { isObject } from '../http/fields.ts'
import type { Report } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { runSuite } from '../runner/run.ts'
import { type Capability, capabilities } from '../target/need.ts'
import { openAlteredService } from './altered-service.ts'
import type { Alteration } from './mutant.ts'
import { profileWithoutLimits } from './stub-run.ts'

/** A correct service that was started for one test of the suite. */
export interface ServedService {
  readonly url: string
  /** The keys of the service's default account, for tests in which the control protocol cannot create keys. */
  readonly keys: { readonly test: string; readonly live: string }
  close(): Promise<void>
}

/** A correct service whose control protocol has only some of the capabilities. */
export interface PartialControl {
  readonly id: string
  readonly what: string
  readonly offers: readonly Capability[]
  /** At least this many rules must pass on the service. */
  readonly passes: number
}

/** All correct services whose control protocol has only some of the capabilities. */
export const partialControls: readonly PartialControl[] = [
  {
    id: 'without-accounts',
    what: 'The control protocol creates no accounts.',
    offers: capabilities.filter((each) => each !== 'accounts'),
    passes: 281,
  },
  {
    id: 'time-alone',
    what: 'The control protocol moves time and does nothing else.',
    offers: ['clock'],
    passes: 161,
  },
  {
    id: 'keys-and-webhook',
    what: 'The control protocol creates keys and sets webhooks.',
    offers: ['keys', 'webhook'],
    passes: 201,
  },
]

/**
 * Returns the rules to run on services whose control protocol lacks capabilities: all except those that exhaust rate
 * limits, because these services run without rate limits.
 */
export const selectPartialControlRules = (rules: readonly Rule[]): readonly Rule[] =>
  rules.filter(({ id }) => !id.startsWith('LIMIT-'))

/** The result of running the rules on a service whose control protocol lacks capabilities. */
export interface PartialResult {
  readonly control: PartialControl
  readonly report: Report
  /** Problems that are not results of rules, such as an account that was not restored. */
  readonly troubles: readonly string[]
}

/** Runs the rules on the default account of a service whose control protocol lacks capabilities. Afterwards the account must be as before. */
export async function runRulesOnPartialControl(
  control: PartialControl,
  {
    serve,
    rules,
    allRules,
  }: {
    serve(): Promise<ServedService>
    readonly rules: readonly Rule[]
    readonly allRules: readonly Rule[]
  },
): Promise<PartialResult> {
  const good = await serve()
  const altered = await openAlteredService(good.url, { controlResponse: limitCapabilities(control.offers) })
  try {
    const before = await readAccountState(good)
    const { report } = await runSuite(
      {
        baseUrl: altered.baseUrl,
        key: good.keys.test,
        liveKey: good.keys.live,
        allowSpend: true,
        trustSandbox: true,
        maxSpendCents: 100_000,
        deliveryPatienceMs: 5_000,
        profile: profileWithoutLimits,
      },
      selectPartialControlRules(rules),
    )
    const after = await readAccountState(good)
    const minPassed = rules.length === allRules.length ? control.passes : 0
    return { control, report, troubles: listTroubles(report, { minPassed, before, after }) }
  } finally {
    await altered.close()
    await good.close()
  }
}

/** Creates an alteration that makes the control protocol name only these capabilities. */
function limitCapabilities(
  capabilities: PartialControl['offers'],
): NonNullable<Alteration['controlResponse']> {
  return (response) => {
    const discovery = jsonOf(response)
    if (!isObject(discovery) || !('capabilities' in discovery)) return undefined
    return withJson(response, { ...discovery, capabilities })
  }
}

/** Lists the problems of a run on a service whose control protocol lacks capabilities; empty if there are none. */
function listTroubles(
  { summary: { passed }, leftovers }: Report,
  {
    minPassed,
    before,
    after,
  }: { readonly minPassed: number; readonly before: string; readonly after: string },
): readonly string[] {
  const accounts = leftovers.filter(({ kind }) => kind === 'account')
  return [
    ...(passed < minPassed ? [`only ${passed} passed, fewer than ${minPassed}`] : []),
    ...(before === after ? [] : [`the account is not as it was: ${before} before, ${after} after`]),
    ...accounts.map(({ note }) => `an account is left over: ${note}`),
  ]
}

/** Reads, as text, the parts of the default account that rules may change and must restore. */
async function readAccountState({ url, keys }: ServedService): Promise<string> {
  const readJson = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${keys.test}` } })
    const json: unknown = await answer.json()
    return isObject(json) ? json : {}
  }
  const account = '/_drydock/accounts/default'
  const { payment_method, auto_reload } = await readJson(`${account}/wallet`)
  const created = await readJson(`${account}/keys`)
  const list = Array.isArray(created['keys']) ? created['keys'].filter(isObject) : []
  return JSON.stringify({
    payment_method,
    auto_reload,
    faults: await readJson(`${account}/faults`),
    webhook: (await readJson(`${account}/webhook`))['url'],
    mode: (await readJson(`${account}/clock`))['mode'],
    carrier_accounts: await readJson('/v1/carrier-accounts'),
    keys: list.filter(({ revoked_at }) => revoked_at === null).length,
  })
}
