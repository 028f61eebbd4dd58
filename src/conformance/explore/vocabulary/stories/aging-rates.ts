import type { Turn } from '../choice.ts'
import {
  about,
  acting,
  batching,
  buying,
  newestOf,
  partyOf,
  passing,
  quoting,
  type Scene,
  type Story,
} from './turns.ts'

/** A rate, some time, something done with it or beside it, some more time, and a purchase. */
export function agingRate(scene: Scene): Story {
  const { client, pick } = scene
  const owner = partyOf('owner', scene)
  const first = pick([0, 600, 300, 899], 'first')
  const between = pick(
    ['nothing', 'buy', 'quote again', 'quote another', 'void', 'batch'] as const,
    'between',
  )
  const then = pick([890, 899, 899.5, 900, 901, 905, 300], 'then')
  const rest = Math.max(1, then - first)
  const maker = partyOf(pick(['owner', 'owner', 'another key'], 'maker'), scene)
  const isRevoked = maker.who === 'another key' && pick([true, false], 'revoked')
  const key = newestOf('key', scene)
  const rate = newestOf('rate', scene)
  const done: Readonly<Record<typeof between, readonly Turn[]>> = {
    nothing: [],
    buy: [buying(owner, rate)],
    'quote again': [quoting(owner)],
    'quote another': [quoting(owner, 'to a home')],
    void: [buying(owner, rate), about(owner, 'voidLabel', newestOf('label', scene))],
    batch: [batching(owner, rate)],
  }
  return {
    name: `${between}, ${then} s`,
    turns: () => [
      ...maker.before,
      quoting(maker),
      ...(first > 0 ? [passing(client, first)] : []),
      ...done[between],
      ...(isRevoked ? [acting(key, (named) => ({ do: 'revoke key', client, key: named('key') }))] : []),
      passing(client, rest),
      buying(owner, rate),
      buying(owner, newestOf('rate', scene, 1)),
    ],
  }
}
