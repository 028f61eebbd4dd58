import { phaseOf } from '../resource-phase.ts'
import type { ControlAction } from '../step.ts'
import { type Resource, referenceTo } from '../walk-world.ts'
import { listCallsByEachAsker } from './askers.ts'
import { createCall } from './calls.ts'
import {
  type Choice,
  type ChoiceContext,
  createControlChoice,
  findLatestOfEachPhase,
  listFeaturesForEnvironment,
} from './choice.ts'

/** Lists the choices of a random walk that register known and unknown tracking numbers, read trackers and add carrier events. */
export function listTrackerChoices(context: ChoiceContext): readonly Choice[] {
  const { world, can } = context
  const [client] = can.clients
  // The service may spell the carrier's name differently from the harness, so the name is taken from a rate.
  const { carrier } = world.resources.find(({ kind }) => kind === 'rate') ?? {}
  const nothing: readonly Choice[] =
    client === undefined || carrier === undefined
      ? []
      : can.environments.map((key) => ({
          cell: 'registerTracker / number of nothing / owner',
          features: ['trackers', ...listFeaturesForEnvironment(key)],
          actions: [
            createCall(client, key, 'registerTracker', {
              body: { tracking_number: '9400100000000000000000', carrier },
            }),
          ],
          weight: 0.2,
        }))
  return [
    ...nothing,
    ...findLatestOfEachPhase(world, 'label').flatMap((label) => listTrackingChoices(context, label)),
    ...findLatestOfEachPhase(world, 'tracker').flatMap((tracker) =>
      listCallsByEachAsker(context, tracker, {
        operation: 'getTracker',
        state: phaseOf(tracker, world),
        feature: 'trackers',
        weight: 1.2,
        id: referenceTo(tracker),
      }),
    ),
  ]
}

/** Statuses and details of the tracking events that random walks add by the control protocol. */
const events = [
  ['in_transit', 'Arrived at a facility'],
  ['out_for_delivery', 'Out for delivery'],
  ['exception', 'Held at the depot'],
  ['delivered', 'Left at the door'],
  ['strange', 'No word of ours'],
] as const

function listTrackingChoices(context: ChoiceContext, label: Resource): readonly Choice[] {
  const { can, draw, world, at: step } = context
  const state = phaseOf(label, world)
  const { client, carrier, lastOperation } = label
  const number = referenceTo(label, 'tracking_number')
  const at = `${label.step} ${world.resources.length} ${lastOperation}`
  const [status, detail] = draw.pick(events, 'event', at) ?? events[0]
  const name = draw.pick(can.trackingScripts, 'script', at)
  const createTrackingEventChoice = (what: string, action: ControlAction): Choice =>
    createControlChoice(`${action.do} / ${what}, ${state} / carrier`, 'trackers', action, {
      about: label,
      weight: 0.25,
    })
  return [
    ...listCallsByEachAsker(context, label, {
      operation: 'registerTracker',
      state,
      feature: 'trackers',
      body: { tracking_number: number, carrier },
    }),
    ...(can.tracking
      ? [
          createTrackingEventChoice(status, {
            do: 'add event',
            client,
            number,
            status,
            // The text is unique, so that a check recognises the event even in the history of a wrong parcel.
            detail: `${detail} (${step})`,
          }),
        ]
      : []),
    ...(can.tracking && name !== undefined
      ? [createTrackingEventChoice(name, { do: 'script tracking', client, number, name })]
      : []),
  ]
}
