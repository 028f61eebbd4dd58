import {
  atOnce,
  buying,
  calling,
  counting,
  newestOf,
  partyOf,
  quoting,
  type Scene,
  type Story,
} from './turns.ts'

/** What meets while a carrier takes its time: nothing is carried out twice, or left out. */
export function slowCarriers(scene: Scene): Story | undefined {
  const { can, client, pick } = scene
  const operation = pick(['labels', 'labels', 'rates'], 'operation')
  const owner = partyOf('owner', scene)
  const beside = partyOf(pick(['owner', 'another key', 'other environment'], 'beside'), scene)
  const rate = newestOf('rate', scene)
  if (!can.faults || !can.bursts) return undefined
  const fault = { target: 'carrier:*', operation, mode: 'slow', latency_ms: 60, times: 4 } as const
  const meeting =
    operation === 'labels'
      ? [
          atOnce(buying(owner, rate), buying(beside, rate)),
          atOnce(buying(owner, rate), calling(owner, 'getWallet')),
        ]
      : [atOnce(quoting(owner), quoting(beside)), buying(owner, rate)]
  return {
    name: `${operation}, ${beside.who}`,
    turns: () => [
      quoting(owner),
      ...beside.before,
      () => ({ do: 'add fault', client, fault }),
      ...meeting,
      counting(scene),
      () => ({ do: 'clear faults', client }),
      quoting(owner),
      calling(owner, 'getLabel', (world) => {
        const label = newestOf('label', scene)(world)
        return label && { id: { $: label.step, take: 'label' } }
      }),
    ],
  }
}
