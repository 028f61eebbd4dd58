import type { Turn } from '../choices/choice.ts'
import {
  about,
  acting,
  atOnce,
  batching,
  buying,
  calling,
  newestOf,
  partyOf,
  passing,
  quoting,
  type Scene,
  type Story,
} from './scenario.ts'

const refusals = [{ status: 500 }, { status: 404 }, { cut: true }] as const

/** Labels that are told of where nobody takes it, or that somebody does; something else; time; and the log as each key reads it. */
export function toldOf(scene: Scene): Story | undefined {
  const { can, client, environment, pick } = scene
  const owner = partyOf('owner', scene)
  const isFailing = pick([true, true, false], 'failing')
  const isTakenThen = pick([true, true, false], 'taken then')
  const reply = pick(refusals, 'reply')
  const [between, then] = [pick(betweens, 'between'), pick(betweens, 'then')]
  const span = pick([400, 2_700, 10_000, 100_000, 172_800, 691_200], 'span')
  const reader = partyOf(pick(['another key', 'other environment', 'owner'], 'reader'), scene)
  const buyer = partyOf(pick(['owner', 'owner', 'another key', 'narrow key'], 'buyer'), scene)
  const rate = newestOf('rate', scene)
  const log = calling(owner, 'listDeliveries')
  const answer = (taken: boolean): Turn => {
    return () => ({ do: 'answer deliveries', client, reply: taken ? { status: 200 } : reply })
  }
  if (!can.webhooks) return undefined
  return {
    name: `${isFailing ? 'in vain' : 'well'}, ${between}, ${span} s`,
    turns: () => [
      settingWebhook(scene),
      answer(!isFailing),
      ...buyer.before,
      quoting(owner),
      buying(buyer, rate),
      ...(pick([true, false], 'later') ? [passing(client, 172_800), quoting(owner)] : []),
      ...(isTakenThen ? [answer(true)] : []),
      ...meanwhile(between, scene),
      ...(then === between ? [] : meanwhile(then, scene)),
      log,
      passing(client, span),
      log,
      ...reader.before,
      calling(reader, 'listDeliveries'),
      calling(reader, 'listDeliveries'),
      answer(true),
      quoting(owner),
      buying(owner, rate),
      passing(client, 60),
      log,
      log,
      calling(reader, 'listDeliveries'),
      calling(reader, 'listDeliveries'),
      ...(environment === 'live' ? [calling(partyOf('other environment', scene), 'listDeliveries')] : []),
    ],
  }
}

/** The URL that is set already is set again, while a delivery waits for its next attempt. */
export function sameUrl(scene: Scene): Story | undefined {
  const { can, client, pick } = scene
  const owner = partyOf('owner', scene)
  const reply = pick(refusals, 'reply')
  const rate = newestOf('rate', scene)
  const log = calling(owner, 'listDeliveries')
  if (!can.webhooks) return undefined
  return {
    name: `after ${'cut' in reply ? 'no answer' : reply.status}`,
    turns: () => [
      settingWebhook(scene),
      () => ({ do: 'answer deliveries', client, reply }),
      quoting(owner),
      buying(owner, rate),
      () => ({ do: 'set webhook', client, again: true }),
      passing(client, 300),
      log,
      () => ({ do: 'answer deliveries', client, reply: { status: 200 } }),
      passing(client, 3_600),
      buying(owner, rate),
      log,
      log,
    ],
  }
}

const settingWebhook = ({ client }: Scene): Turn => {
  return ({ sides }) => (sides[client]?.webhook === 'set' ? undefined : { do: 'set webhook', client })
}

const betweens = [
  'nothing',
  'the same again',
  'another',
  'other environment',
  'revocation',
  'another URL',
  'void',
  'refusal',
  'batch',
  'two at once',
  'stranger',
  'cleared',
] as const

function meanwhile(what: (typeof betweens)[number], scene: Scene): readonly Turn[] {
  const { client, environment } = scene
  const owner = partyOf('owner', scene)
  const [rate, label] = [newestOf('rate', scene), newestOf('label', scene)]
  const there = partyOf('other environment', scene)
  const other = { client, environment: environment === 'test' ? 'live' : 'test' } as const
  const spare = partyOf('another key', scene)
  switch (what) {
    case 'nothing':
      return []
    case 'the same again':
      return [buying(owner, rate)]
    case 'another':
      return [quoting(owner, 'to a home'), buying(owner, rate), quoting(owner)]
    case 'other environment':
      return [quoting(there), buying(there, newestOf('rate', other))]
    case 'revocation':
      return [
        ...spare.before,
        acting(newestOf('key', scene), (named) => ({ do: 'revoke key', client, key: named('key') })),
      ]
    case 'another URL':
      return [() => ({ do: 'set webhook', client })]
    case 'void':
      return [about(owner, 'voidLabel', label)]
    case 'refusal':
      return [
        calling(owner, 'buyLabel', () => ({ body: { rate_id: 'rate_000000000000000000000000' } })),
        buying(owner, rate),
      ]
    case 'batch':
      return [batching(owner, rate), about(owner, 'buyBatch', newestOf('batch', scene)), passing(client, 60)]
    case 'two at once':
      return [...spare.before, atOnce(buying(owner, rate), buying(spare, rate))]
    case 'stranger':
    case 'cleared':
      return elsewhere(what, scene)
  }
}

/** Another client has a webhook and a label, too, and this one may have none any more. */
function elsewhere(what: 'stranger' | 'cleared', scene: Scene): readonly Turn[] {
  const { can, client } = scene
  const [theirs] = can.clients.filter((each) => each !== client)
  if (theirs === undefined) return []
  const place = { ...scene, client: theirs }
  const other = partyOf('owner', place)
  const cleared: readonly Turn[] = [
    () => ({ do: 'clear webhook', client }),
    buying(partyOf('owner', scene), newestOf('rate', scene)),
  ]
  return [
    settingWebhook(place),
    ...(what === 'cleared' ? cleared : []),
    quoting(other),
    buying(other, newestOf('rate', place)),
  ]
}
