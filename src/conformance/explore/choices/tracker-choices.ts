import { phaseOf } from '../resource-phase.ts'
import type { ControlAction } from '../step.ts'
import { type Resource, referenceTo } from '../walk-world.ts'
import { forAllAskers } from './askers.ts'
import { createCall } from './calls.ts'
import { type Choice, type ChoiceContext, controlChoice, latestOfEach, liveFeatures } from './choice.ts'

/** Lists registrations of known and unknown numbers, tracker reads and carrier events. */
export function trackerChoices(context: ChoiceContext): readonly Choice[] {
  const { world, can } = context
  const [client] = can.clients
  // The service's name for the carrier may differ from the harness's.
  const { carrier } = world.resources.find(({ kind }) => kind === 'rate') ?? {}
  const nothing: readonly Choice[] =
    client === undefined || carrier === undefined
      ? []
      : can.environments.map((key) => ({
          cell: 'registerTracker / number of nothing / owner',
          features: ['trackers', ...liveFeatures(key)],
          actions: [
            createCall(client, key, 'registerTracker', {
              body: { tracking_number: '9400100000000000000000', carrier },
            }),
          ],
          weight: 0.2,
        }))
  return [
    ...nothing,
    ...latestOfEach(world, 'label').flatMap((label) => trackingChoices(context, label)),
    ...latestOfEach(world, 'tracker').flatMap((tracker) =>
      forAllAskers(context, tracker, {
        operation: 'getTracker',
        state: phaseOf(tracker, world),
        feature: 'trackers',
        weight: 1.2,
        id: referenceTo(tracker),
      }),
    ),
  ]
}

/** Statuses and details of carrier events, for the control protocol. */
const events = [
  ['in_transit', 'Arrived at a facility'],
  ['out_for_delivery', 'Out for delivery'],
  ['exception', 'Held at the depot'],
  ['delivered', 'Left at the door'],
  ['strange', 'No word of ours'],
] as const

function trackingChoices(context: ChoiceContext, label: Resource): readonly Choice[] {
  const { can, draw, world, at: step } = context
  const state = phaseOf(label, world)
  const { client, carrier, lastOperation } = label
  const number = referenceTo(label, 'tracking_number')
  const at = `${label.step} ${world.resources.length} ${lastOperation}`
  const [status, detail] = draw.pick(events, 'event', at) ?? events[0]
  const name = draw.pick(can.trackingScripts, 'script', at)
  const eventChoice = (what: string, action: ControlAction): Choice =>
    controlChoice(`${action.do} / ${what}, ${state} / carrier`, 'trackers', action, {
      about: label,
      weight: 0.25,
    })
  return [
    ...forAllAskers(context, label, {
      operation: 'registerTracker',
      state,
      feature: 'trackers',
      body: { tracking_number: number, carrier },
    }),
    ...(can.tracking
      ? [
          eventChoice(status, {
            do: 'add event',
            client,
            number,
            status,
            // A unique text reveals an event in another parcel's history.
            detail: `${detail} (${step})`,
          }),
        ]
      : []),
    ...(can.tracking && name !== undefined
      ? [eventChoice(name, { do: 'script tracking', client, number, name })]
      : []),
  ]
}
