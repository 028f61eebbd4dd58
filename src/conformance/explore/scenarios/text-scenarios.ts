import { shipments } from '../choices/calls.ts'
import type { ScenarioStep } from '../choices/choice.ts'
import type { ProfileReference } from '../step.ts'
import { advanceClock } from './control-steps.ts'
import {
  buyRateAs,
  callAs,
  callOnResource,
  createBatchAs,
  quoteAs,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts'

/** Names that careless code damages: long ones, with quotes, in other scripts, with characters of over two bytes. */
const names: readonly [string, ...string[]] = [
  'The Honourable Society of Northern Lighthouse Keepers',
  "O'Brien & Daughters",
  "Pat O'Brien",
  'Łukasz Żółć',
  'Party 🎈 Supplies',
  'José Müller',
  '{}',
]

/** Creates a scenario that requests rates and buys with unusual names, which the label must repeat. */
export function createOddTextsScenario(context: ScenarioContext): Scenario {
  const { newest, owner, pick } = context
  const [to, from] = [pick(names, 'to'), pick(names, 'from')]
  const isBatch = pick([false, false, false, true], 'batch')
  const rate = newest('rate')
  const made: readonly ScenarioStep[] = isBatch
    ? [
        createBatchAs(owner, rate),
        callOnResource(owner, 'buyBatch', newest('batch')),
        advanceClock(context, 300),
      ]
    : [buyRateAs(owner, rate), callOnResource(owner, 'getLabel', newest('label'))]
  const body = {
    ...shipments.usual,
    to_address: createAddressWithName('to', to),
    from_address: createAddressWithName('from', from),
  }
  return {
    name: `${to}, ${isBatch ? 'in a batch' : 'in a label'}`,
    steps: () => [callAs(owner, 'createRates', () => ({ body })), ...made],
  }
}

/** Creates a reference to an address of the profile with another name. For `{}`, changes the postal code instead. */
const createAddressWithName = (take: 'to' | 'from', name: string): ProfileReference => ({
  $: 'profile',
  take,
  with: name === '{}' ? { zip: '{}-0110' } : { name },
})

/** Tracking numbers of different forms: long, with leading zeros, in lower case. */
const numbers: readonly [string, ...string[]] = [
  '4201011893612089954283330804361234',
  '00340434161094',
  'ab12cd34',
  '1Z999AA10123456784',
  '9400100000000000000000',
]

/** Creates a scenario that registers a tracking number twice, sometimes for two carriers. Each carrier then has a separate tracker. */
export function createOddNumbersScenario({ newest, owner, pick }: ScenarioContext): Scenario {
  const number = pick(numbers, 'number')
  const isShared = pick([true, false], 'shared')
  const read = callOnResource(owner, 'getTracker', newest('tracker'))
  // The service may spell the names of carriers differently from the harness.
  const registerTrackerWith = (
    carrierOf: (carriers: readonly string[]) => string | undefined,
  ): ScenarioStep =>
    callAs(owner, 'registerTracker', ({ resources }) => {
      const carrier = carrierOf(
        resources.flatMap((resource) => (resource.kind === 'rate' ? [resource.carrier] : [])),
      )
      return carrier === undefined ? undefined : { body: { tracking_number: number, carrier } }
    })
  const register = registerTrackerWith(([first]) => first)
  const registerAgain = isShared
    ? registerTrackerWith(([first, ...others]) => others.find((carrier) => carrier !== first))
    : register
  return {
    name: isShared ? `${number} of two carriers` : number,
    steps: () => [
      (world) => (newest('rate')(world) === undefined ? quoteAs(owner)(world) : undefined),
      register,
      read,
      registerAgain,
      read,
    ],
  }
}
