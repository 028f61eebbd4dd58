import { jsonOf, readLabelId, withSignedBody } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, countUp } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { parseControlCall } from '../../../proof/proxy/seen-accounts.ts'
import { delayRetries } from '../../../proof/stateful/late-retries.ts'
import { buildStatefulMutant, type ParsedResponse } from '../../../proof/stateful/stateful.ts'
import type { RuleId } from '../../../rule.ts'

interface AttemptOmission {
  readonly id: string
  readonly deviation: string
  readonly rule: RuleId
  /** Returns true if the broken service leaves out this attempt to deliver the event of this label. */
  mutes(attempt: number, label: { readonly isLive: boolean; readonly isFlagged: boolean }): boolean
  /** Returns true if this control-protocol call flags the account. Labels that a flagged account buys have `isFlagged`. */
  flags?(call: { readonly method: string; readonly call: string; readonly body: unknown }): boolean
  /** If true, the fifth attempt of a delivery also flags the account. */
  readonly flagsFailed?: true
}

/** Creates a deliberately broken service that leaves out some attempts of webhook deliveries. */
function buildMissingAttemptMutant({
  id,
  deviation,
  rule,
  mutes,
  flags,
  flagsFailed,
}: AttemptOmission): Mutant {
  return buildStatefulMutant(id, deviation)
    .kills(rule)
    .by(() => {
      const flagged = new Set<string>()
      const labels = new Map<
        string,
        { readonly isLive: boolean; readonly isFlagged: boolean; readonly account: string }
      >()
      const attempts = new Map<string, number>()
      const noteLabel = ({ json, isLive, account }: ParsedResponse) =>
        labels.set(String(json['id']), { isLive, account, isFlagged: flagged.has(account) })
      return {
        controlled: (request) => {
          const { account, call } = parseControlCall(request)
          if (flags?.({ method: request.method, call, body: jsonOf(request) }) === true) flagged.add(account)
        },
        after: (seen) => {
          if (seen.operation === 'buyLabel' && seen.isGood) noteLabel(seen)
          return undefined
        },
        webhook: (delivery) => {
          const label = labels.get(readLabelId(delivery))
          const attempt = countUp(attempts, readLabelId(delivery))
          if (flagsFailed && attempt === 5 && label !== undefined) flagged.add(label.account)
          return label !== undefined && mutes(attempt, label) ? [] : undefined
        },
      }
    })
}

/** A deliberately broken service whose webhook can be set through the API. */
const configurationMutants: readonly Mutant[] = [
  buildMutant('webhook-set-by-the-api', 'POST /v1/webhooks sets the webhook.')
    .kills('HOOK-031')
    .by({
      request: ({ method, path }) =>
        method === 'POST' && path === '/v1/webhooks'
          ? { status: 201, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
          : undefined,
    }),
]

/** Deliberately broken services whose deliveries depend on the kind of label, on earlier deliveries, or on changes of the webhook. */
export const changingWebhookMutants: readonly Mutant[] = [
  buildMissingAttemptMutant({
    id: 'live-attempts-three',
    deviation: 'Failed deliveries for live labels get only three attempts.',
    rule: 'HOOK-107',
    mutes: (attempt, { isLive }) => isLive && attempt > 3,
  }),
  buildMissingAttemptMutant({
    id: 'attempts-fewer-after-failure',
    deviation: 'After all five attempts of a delivery have failed, later deliveries get only three attempts.',
    rule: 'HOOK-108',
    mutes: (attempt, { isFlagged }) => isFlagged && attempt > 3,
    flagsFailed: true,
  }),
  buildMutant('retries-a-second-late', 'The second attempt of a delivery comes a second late.')
    .kills('HOOK-107', 'HOOK-108')
    .by(() => delayRetries(() => 1_000)),
  buildMissingAttemptMutant({
    id: 'drops-end-deliveries',
    deviation: 'If an attempt is lost on its way, the delivery is not retried.',
    rule: 'HOOK-139',
    mutes: (_, { isFlagged }) => isFlagged,
    flags: ({ call, body }) => call === 'faults' && isObject(body) && body['mode'] === 'drop',
  }),
  buildMissingAttemptMutant({
    id: 'cleared-webhook-stays-cleared',
    deviation: 'After the webhook URL was cleared once, no events are sent to a URL that is set later.',
    rule: 'HOOK-033',
    mutes: (_, { isFlagged }) => isFlagged,
    flags: ({ method, call }) => method === 'DELETE' && call === 'webhook',
  }),
  buildStatefulMutant(
    'live-log-rounded-to-hours',
    'The delivery log of live deliveries has times that are rounded to whole hours.',
  )
    .kills('HOOK-034')
    .by(() => ({
      after: ({ operation, isLive, isGood, response }) => {
        if (operation !== 'listDeliveries' || !isLive || !isGood) return undefined
        const text = response.body.toString('utf8').replace(/T(\d\d):[\d:.]+Z/g, 'T$1:00:00.000Z')
        return { ...response, body: Buffer.from(text) }
      },
    })),
  buildStatefulMutant('events-ten-seconds-late', 'The timestamp of events is ten seconds late.')
    .kills('HOOK-034')
    .by(() => ({
      webhook: (delivery) => {
        const json = jsonOf(delivery)
        if (!isObject(json)) return undefined
        const timestamp = new Date(Date.parse(String(json['timestamp'])) + 10_000).toISOString()
        return [withSignedBody(delivery, Buffer.from(JSON.stringify({ ...json, timestamp })))]
      },
    })),
  buildStatefulMutant('events-of-leap-days-in-march', 'On February 29, the times in events have March 1.')
    .kills('HOOK-034')
    .by(() => ({
      webhook: (delivery) => {
        const text = delivery.body.toString('utf8')
        const changed = text.replaceAll('-02-29T', '-03-01T')
        return changed === text ? undefined : [withSignedBody(delivery, Buffer.from(changed))]
      },
    })),
  ...configurationMutants,
]
