import type { Reply } from '../../target/arrival.ts'
import type { Action, ClientName } from '../step.ts'
import { clientStateOf } from '../walk-world.ts'
import {
  type Choice,
  type ChoiceContext,
  findFreshRate,
  purchaseOf,
  strangerFeatures,
  withFollowUp,
} from './choice.ts'

const refusals: readonly (readonly [string, Reply])[] = [
  ['500', { status: 500 }],
  ['404', { status: 404 }],
  ['a redirect', { status: 302, headers: { Location: '/elsewhere' } }],
  ['nothing', { cut: true }],
]

const acceptances: readonly (readonly [string, Reply])[] = [
  ['200', { status: 200 }],
  ['204', { status: 204 }],
]

/** Lists webhook changes and replies of the receiver. */
export function webhookChoices(context: ChoiceContext): readonly Choice[] {
  return context.can.webhooks ? context.can.clients.flatMap((client) => choicesOfClient(context, client)) : []
}

function choicesOfClient({ world, can }: ChoiceContext, client: ClientName): readonly Choice[] {
  const rate = can.buying ? findFreshRate(world, client) : undefined
  const tried = (one: Choice): readonly Choice[] =>
    withFollowUp(one, rate === undefined ? [] : [purchaseOf(rate)])
  const { webhook, isFailing, webhooks: count } = clientStateOf(world, client)
  const choice = (cell: string, action: Action, weight: number): Choice => ({
    cell,
    features: ['webhooks', ...strangerFeatures(client)],
    actions: [action],
    weight,
  })
  const set = choice(
    `set webhook / webhook ${webhook}, ${isFailing ? 'failing' : 'accepting'} / ${client}`,
    { do: 'set webhook', client },
    webhook === 'none' ? 3 : count < 3 ? 0.3 : 0,
  )
  if (webhook === 'none') return tried(set)
  const answers = isFailing ? acceptances : refusals
  return [
    ...tried(set),
    ...answers.flatMap(([name, reply]) =>
      tried(
        choice(
          `answer deliveries / ${name}, webhook ${webhook} / ${client}`,
          { do: 'answer deliveries', client, reply },
          0.5,
        ),
      ),
    ),
    ...(webhook === 'set'
      ? [choice(`clear webhook / webhook set / ${client}`, { do: 'clear webhook', client }, 0.2)]
      : []),
  ]
}
