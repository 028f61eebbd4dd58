import type { Reply } from '../../target/arrival.ts'
import type { ClientName, ControlAction } from '../step.ts'
import { clientStateOf } from '../walk-world.ts'
import { createPurchaseCall } from './calls.ts'
import {
  type Choice,
  type ChoiceContext,
  createControlChoice,
  findFreshRate,
  listChoicesWithFollowUps,
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

/** Lists the choices of a random walk that change the webhook or the replies of its receiver. */
export function listWebhookChoices(context: ChoiceContext): readonly Choice[] {
  return context.can.webhooks
    ? context.can.clients.flatMap((client) => listWebhookChoicesOfClient(context, client))
    : []
}

function listWebhookChoicesOfClient({ world, can }: ChoiceContext, client: ClientName): readonly Choice[] {
  const rate = can.buying ? findFreshRate(world, client) : undefined
  const { webhook, isFailing, webhooks: count } = clientStateOf(world, client)
  const createWebhookChoice = (what: string, action: ControlAction, weight: number): Choice =>
    createControlChoice(`${action.do} / ${what} / ${client}`, 'webhooks', action, { weight })
  const listChoicesWithPurchase = (...of: Parameters<typeof createWebhookChoice>): readonly Choice[] =>
    listChoicesWithFollowUps(createWebhookChoice(...of), rate === undefined ? [] : [createPurchaseCall(rate)])
  const set = listChoicesWithPurchase(
    `webhook ${webhook}, ${isFailing ? 'failing' : 'accepting'}`,
    { do: 'set webhook', client },
    webhook === 'none' ? 3 : count < 3 ? 0.3 : 0,
  )
  if (webhook === 'none') return set
  return [
    ...set,
    ...(isFailing ? acceptances : refusals).flatMap(([name, reply]) =>
      listChoicesWithPurchase(`${name}, webhook ${webhook}`, { do: 'answer deliveries', client, reply }, 0.5),
    ),
    ...(webhook === 'set' ? [createWebhookChoice('webhook set', { do: 'clear webhook', client }, 0.2)] : []),
  ]
}
