import type { ScenarioStep } from '../choices/choice.ts'
import { addFault, addTrackingEvent, advanceClock, clearFaults, revokeKey } from './control-steps.ts'
import {
  buyRateAs,
  callOnResource,
  createBatchAs,
  quoteAs,
  registerTrackerAs,
  type Scenario,
  type ScenarioContext,
  stepsIf,
} from './scenario.ts'

/** Creates a scenario that buys a rate some time after its quote, with another action in between. */
export function createAgedRateScenario(context: ScenarioContext): Scenario {
  const { caller, newest, owner, pick } = context
  const first = pick([0, 600, 300, 899], 'first')
  const between = pick(
    ['nothing', 'buy', 'quote again', 'quote another', 'void', 'batch'] as const,
    'between',
  )
  const then = pick([890, 899, 899.5, 900, 901, 905, 300], 'then')
  const maker = caller(pick(['owner', 'owner', 'another key'], 'maker'))
  const isRevoked = maker.who === 'another key' && pick([true, false], 'revoked')
  const rate = newest('rate')
  const stepsBetween: Readonly<Record<typeof between, readonly ScenarioStep[]>> = {
    nothing: [],
    buy: [buyRateAs(owner, rate)],
    'quote again': [quoteAs(owner)],
    'quote another': [quoteAs(owner, 'to a home')],
    void: [buyRateAs(owner, rate), callOnResource(owner, 'voidLabel', newest('label'))],
    batch: [createBatchAs(owner, rate)],
  }
  return {
    name: `${between}, ${then} s`,
    steps: () => [
      ...maker.before,
      quoteAs(maker),
      advanceClock(context, first),
      ...stepsBetween[between],
      ...stepsIf(isRevoked, revokeKey(context)),
      advanceClock(context, Math.max(1, then - first)),
      buyRateAs(owner, rate),
      buyRateAs(owner, newest('rate', 1)),
    ],
  }
}

const hour = 3_600

/** The two waits of the scenario, in seconds. A carrier poll becomes due in one wait, in each, or only in both together. */
const spans = [
  [3 * hour, 2 * hour],
  [3 * hour, 2 * hour],
  [hour, 3 * hour + 61],
  [5 * hour, 5 * hour],
  [25 * hour, 5 * hour],
  [5 * hour, 73 * hour],
] as const

const interludes = [
  'read',
  'nothing',
  'registered again',
  'another registered',
  'voided',
  'stranger',
  'carriers down',
] as const

/** Creates a scenario that adds a carrier event, lets time pass, and reads the tracker, with other steps in between. */
export function createAgedTrackerScenario(context: ScenarioContext): Scenario {
  const { newest, owner, pick } = context
  const [first, then] = pick(spans, 'spans')
  const between = pick(interludes, 'between')
  const eventWhen = pick(['before', 'before', 'between', 'both'], 'told')
  const tracker = newest('tracker')
  // If a middle step registered another tracker, the scenario's tracker is the second newest.
  const own = newest('tracker', between === 'another registered' ? 1 : 0)
  return {
    name: `${between}, ${first / hour} h and ${then / hour} h`,
    steps: () => [
      quoteAs(owner),
      buyRateAs(owner, newest('rate')),
      registerTrackerAs(owner, newest('label')),
      ...stepsIf(eventWhen !== 'between', addTrackingEvent(context, 'Left the depot')),
      advanceClock(context, first),
      callOnResource(owner, 'getTracker', tracker),
      ...stepsIf(eventWhen !== 'before', addTrackingEvent(context, 'Reached the depot')),
      ...listMiddleSteps(context)[between],
      advanceClock(context, then),
      callOnResource(owner, 'getTracker', own),
      ...stepsIf(
        between === 'carriers down',
        clearFaults(context),
        addTrackingEvent(context, 'Found again'),
        advanceClock(context, 5 * hour),
      ),
      callOnResource(owner, 'getTracker', tracker),
    ],
  }
}

/** Lists the steps between the two waits, by the name of the interlude. */
function listMiddleSteps(
  context: ScenarioContext,
): Readonly<Record<(typeof interludes)[number], readonly ScenarioStep[]>> {
  const { caller, newest, owner } = context
  const label = newest('label')
  const read = callOnResource(owner, 'getTracker', newest('tracker'))
  return {
    nothing: [],
    read: [read],
    'registered again': [registerTrackerAs(owner, label), read],
    'another registered': [quoteAs(owner), buyRateAs(owner, newest('rate')), registerTrackerAs(owner, label)],
    voided: [callOnResource(owner, 'voidLabel', label), read],
    stranger: [registerTrackerAs(caller('other client'), label), read],
    'carriers down': [addFault(context, { target: 'carrier:*', operation: 'tracking', mode: 'down' })],
  }
}
