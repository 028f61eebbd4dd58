import { phaseOf } from '../resource-phase.ts'
import { referenceTo, type Thing } from '../walk-state.ts'
import { byEverybody, type Choice, latest, type Moment } from './choice.ts'

/** Trackers of labels and of nothing, and what happens to the parcels. */
export function trackers(moment: Moment): readonly Choice[] {
  const { world, can } = moment
  const [client] = can.clients
  // By the name that the service has for it, which need not be ours.
  const { carrier } = world.things.find(({ kind }) => kind === 'rate') ?? {}
  const nothing: readonly Choice[] =
    client === undefined || carrier === undefined
      ? []
      : can.environments.map((key) => ({
          cell: 'registerTracker / number of nothing / owner',
          features: ['trackers', ...(key === 'live' ? (['live'] as const) : [])],
          actions: [
            {
              do: 'call',
              client,
              key,
              operation: 'registerTracker',
              body: { tracking_number: '9400100000000000000000', carrier },
            },
          ],
          weight: 0.2,
        }))
  return [
    ...nothing,
    ...latest(world, 'label').flatMap((label) => ofLabel(moment, label)),
    ...latest(world, 'tracker').flatMap((tracker) =>
      byEverybody(moment, tracker, {
        operation: 'getTracker',
        state: phaseOf(tracker, world),
        feature: 'trackers',
        weight: 1.2,
        id: referenceTo(tracker),
      }),
    ),
  ]
}

/** What the carrier may say of a parcel, as the control protocol tells it. */
const events = [
  ['in_transit', 'Arrived at a facility'],
  ['out_for_delivery', 'Out for delivery'],
  ['exception', 'Held at the depot'],
  ['delivered', 'Left at the door'],
  ['strange', 'No word of ours'],
] as const

function ofLabel(moment: Moment, label: Thing): readonly Choice[] {
  const { can, draw, world, at: step } = moment
  const state = phaseOf(label, world)
  const { client, carrier, lastDone } = label
  const number = referenceTo(label, 'tracking_number')
  const at = `${label.step} ${world.things.length} ${lastDone}`
  const [status, detail] = draw.one(events, 'event', at) ?? events[0]
  const name = draw.one(can.trackingScripts, 'script', at)
  const happens = (what: string, action: Choice['actions'][number]): Choice => ({
    cell: `${action.do} / ${what}, ${state} / carrier`,
    features: ['trackers'],
    actions: [action],
    about: label,
    weight: 0.25,
  })
  return [
    ...byEverybody(moment, label, {
      operation: 'registerTracker',
      state,
      feature: 'trackers',
      body: { tracking_number: number, carrier },
    }),
    ...(can.tracking
      ? [
          happens(status, {
            do: 'add event',
            client,
            number,
            status,
            // In words of its own, so that one that is in another's history shows.
            detail: `${detail} (${step})`,
          }),
        ]
      : []),
    ...(can.tracking && name !== undefined
      ? [happens(name, { do: 'script tracking', client, number, name })]
      : []),
  ]
}
