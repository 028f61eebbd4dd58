import type { ScenarioStep } from '../choices/choice.ts'
import { addEvent, addFault, advance, clearFaults, revokeKey } from './control-steps.ts'
import {
  batchBy,
  buyBy,
  callOn,
  quoteBy,
  registerBy,
  type Scenario,
  type ScenarioContext,
  stepsIf,
} from './scenario.ts'

/** Buys a rate at a certain age, after another action in between. */
export function buyAgedRate(context: ScenarioContext): Scenario {
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
  const done: Readonly<Record<typeof between, readonly ScenarioStep[]>> = {
    nothing: [],
    buy: [buyBy(owner, rate)],
    'quote again': [quoteBy(owner)],
    'quote another': [quoteBy(owner, 'to a home')],
    void: [buyBy(owner, rate), callOn(owner, 'voidLabel', newest('label'))],
    batch: [batchBy(owner, rate)],
  }
  return {
    name: `${between}, ${then} s`,
    steps: () => [
      ...maker.before,
      quoteBy(maker),
      advance(context, first),
      ...done[between],
      ...stepsIf(isRevoked, revokeKey(context)),
      advance(context, Math.max(1, then - first)),
      buyBy(owner, rate),
      buyBy(owner, newest('rate', 1)),
    ],
  }
}

const hour = 3_600

/** Hours before and after the interlude. A poll becomes due in one of the two spans, in both, or only in their sum. */
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

/** Reads a tracker after a carrier event, an interlude and some time. */
export function readAgedTracker(context: ScenarioContext): Scenario {
  const { newest, owner, pick } = context
  const [first, then] = pick(spans, 'spans')
  const between = pick(interludes, 'between')
  const eventWhen = pick(['before', 'before', 'between', 'both'], 'told')
  const tracker = newest('tracker')
  // If another tracker was registered, the first is the second newest.
  const own = newest('tracker', between === 'another registered' ? 1 : 0)
  return {
    name: `${between}, ${first / hour} h and ${then / hour} h`,
    steps: () => [
      quoteBy(owner),
      buyBy(owner, newest('rate')),
      registerBy(owner, newest('label')),
      ...stepsIf(eventWhen !== 'between', addEvent(context, 'Left the depot')),
      advance(context, first),
      callOn(owner, 'getTracker', tracker),
      ...stepsIf(eventWhen !== 'before', addEvent(context, 'Reached the depot')),
      ...interludeSteps(context)[between],
      advance(context, then),
      callOn(owner, 'getTracker', own),
      ...stepsIf(
        between === 'carriers down',
        clearFaults(context),
        addEvent(context, 'Found again'),
        advance(context, 5 * hour),
      ),
      callOn(owner, 'getTracker', tracker),
    ],
  }
}

function interludeSteps(
  context: ScenarioContext,
): Readonly<Record<(typeof interludes)[number], readonly ScenarioStep[]>> {
  const { caller, newest, owner } = context
  const label = newest('label')
  const read = callOn(owner, 'getTracker', newest('tracker'))
  return {
    nothing: [],
    read: [read],
    'registered again': [registerBy(owner, label), read],
    'another registered': [quoteBy(owner), buyBy(owner, newest('rate')), registerBy(owner, label)],
    voided: [callOn(owner, 'voidLabel', label), read],
    stranger: [registerBy(caller('other client'), label), read],
    'carriers down': [addFault(context, { target: 'carrier:*', operation: 'tracking', mode: 'down' })],
  }
}
