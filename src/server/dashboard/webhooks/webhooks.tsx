import type { DeliveryRecord } from '../../../simulator/accounts/records/deliveries.ts'
import { listNewest } from '../../../simulator/resources/newest.ts'
import { deliveryLogSize } from '../../../simulator/specification/operations.ts'
import { renderCommandLine } from '../../command-line.ts'
import {
  allowLineBreaks,
  Badge,
  Card,
  CodeBlock,
  Empty,
  Facts,
  Row,
  shortenText,
} from '../../pages/components.ts'
import { buildReceiverPath } from '../../webhooks/received-events.ts'
import { ActionForm } from '../action-form.tsx'
import { quoteShellWord } from '../control-call.ts'
import { carrierActions } from '../faults/carrier-actions.ts'
import { FaultRows } from '../faults/fault-parts.tsx'
import { formatCount, Instant } from '../format.tsx'
import type { Actions, DashboardPage, PageAction, PageProps, PageRequest } from '../page.ts'
import { Live, NewestTable } from '../parts.tsx'
import { DeliveryBadge, describeAttempt, resend } from './webhook.tsx'

const path = '/accounts/{account}/webhook'

/** Returns a message with the signing secret, which pages show only once. */
function buildSecretMessage(text: string, response: unknown) {
  const { signing_secret } = Object(response)
  return { text, code: { label: 'the signing secret', code: String(signing_secret) } }
}

/** The undo of an action that sets or removes the webhook's URL. */
const undoableUrl: Pick<PageAction, 'undo' | 'currentValue'> = {
  undo: ({ state }) => {
    const { url } = state.webhook.get()
    return url === null ? { action: 'clear', values: {} } : { action: 'set', values: { url } }
  },
  currentValue: ({ state }) => state.webhook.get().url ?? 'no URL',
}

const webhookActions: Actions = {
  set: {
    ...undoableUrl,
    call: ({ url = '' }) => ({
      call: `PUT ${path}`,
      body: { url },
      command: `webhook set ${quoteShellWord(url)}`,
    }),
    message: (_, response) =>
      buildSecretMessage('Events go to this URL from now on. Each is signed with this secret:', response),
  },
  secret: {
    call: () => ({ call: `GET ${path}`, command: 'webhook show' }),
    message: (_, response) => buildSecretMessage('Each event is signed with this secret:', response),
  },
  clear: {
    ...undoableUrl,
    call: () => ({ call: `DELETE ${path}`, command: 'webhook clear' }),
    message: () => 'No more events are sent.',
  },
  resend,
}

/** The actions for faults of webhooks. The page of carriers defines them. */
const webhookFaultActions: Actions = Object.fromEntries(
  Object.entries(carrierActions).filter(([name]) => ['add', 'again', 'remove'].includes(name)),
)

/** An example of a URL to set. */
const sample = { url: 'http://127.0.0.1:4011/' }
const urlField = {
  name: 'url',
  label: 'URL',
  type: 'url',
  placeholder: sample.url,
  isRequired: true,
} as const

/** Renders the webhook's URL and secret, and the latest deliveries. */
export const webhooks: DashboardPage = {
  path: 'webhooks',
  title: 'Webhooks',
  shortcut: 'h',
  actions: { ...webhookActions, ...webhookFaultActions },
  body: (page) => (
    <>
      <div class="cards even">
        <Card title="Webhook URL" id="target">
          <Live page={page} id="target-state" topics={['webhook']}>
            <WebhookUrlState page={page} />
          </Live>
          <ActionForm
            page={page}
            action="set"
            submit="Set URL"
            kind="main"
            sample={sample}
            fields={[urlField]}
          />
        </Card>
        <WebhookFaults page={page} />
      </div>
      <Live page={page} id="deliveries" topics={['deliveries', 'clock', 'webhook']}>
        <RefusedEventsNote page={page} />
        <Deliveries page={page} />
      </Live>
    </>
  ),
}

/** Renders the webhook's URL and secret; without a URL the ways to receive events. */
function WebhookUrlState({ page }: PageProps) {
  const { server, context } = page
  const { url, signingSecret } = context.state.webhook.get()
  const own = { url: server.getLocalUrl() + buildReceiverPath(context.id) }
  const command = renderCommandLine(page.url, context.id, 'webhook listen --set')
  if (url === null || signingSecret === null)
    return (
      <Empty title="No URL is set, so no events are sent">
        <p>
          Set the URL of your receiver below. The receiver gets an event for each purchased label. If you have
          no receiver yet, Drydock can receive and verify the events and show them on this page:
        </p>
        <ActionForm page={page} action="set" submit="Receive events here" kind="main" values={own} />
        <p>This command prints events in a terminal until you stop it:</p>
        <CodeBlock label="a receiver" code={command} isWrapped />
      </Empty>
    )
  const question = 'Send no more events? Pending deliveries continue.'
  return (
    <>
      <Facts
        facts={[
          ['URL', <code>{allowLineBreaks(server.conceal(url))}</code>],
          ['Secret', <code>whsec_…{signingSecret.slice(-4)}</code>],
        ]}
      />
      <div class="row">
        <ActionForm page={page} action="secret" submit="Show the secret" />
        <ActionForm page={page} action="clear" submit="Stop events" kind="danger" confirm={question} />
      </div>
    </>
  )
}

const modeLabels = [
  ['drop', 'Drop: the attempt never arrives'],
  ['duplicate', 'Duplicate: the delivery comes twice'],
  ['delay', 'Delay: the attempt comes late'],
  ['bad_signature', 'Bad signature: it does not match'],
] as const

const faultFields = [
  { name: 'mode', label: 'Deliveries', options: modeLabels },
  { name: 'times', value: '1', label: 'How often', note: 'empty for always', type: 'number' },
  { name: 'latency_ms', label: 'Delay', note: 'ms', modes: ['delay'], type: 'number', placeholder: 'usual' },
] as const

/** Lists the faults of webhooks, with a form that adds one. */
function WebhookFaults({ page }: PageProps) {
  const faults = [...page.context.state.faults.values()].filter(({ target }) => target === 'webhook')
  const add = { page, action: 'add', submit: 'Add fault', values: { target: 'webhook' } }
  return (
    <Card title="Faults of webhooks" id="webhook-faults">
      <ActionForm {...add} sample={{ mode: 'drop', times: '1' }} fields={faultFields} />
      <Live page={page} id="webhook-fault-list" topics={['faults', 'clock']}>
        {faults.length === 0 ? (
          <p class="muted">No faults of webhooks.</p>
        ) : (
          <FaultRows page={page} faults={faults} />
        )}
      </Live>
    </Card>
  )
}

/** Returns the latest deliveries of both environments, newest first. */
export function listLatestDeliveries({ context }: PageRequest): readonly DeliveryRecord[] {
  return listNewest(context.state.deliveries, deliveryLogSize)
}

const columns = {
  When: 'minor',
  Event: '',
  Result: '',
  Attempts: 'number minor',
  Next: 'minor',
  Action: 'stays',
}

function Deliveries({ page }: PageProps) {
  const received = new Map<string, number>()
  for (const { body } of page.server.received.findReceived(page.context).events)
    received.set(body, (received.get(body) ?? 0) + 1)
  return (
    <Card title="Deliveries" id="delivery-list">
      <NewestTable
        page={page}
        anchor="delivery-list"
        records={page.context.state.deliveries}
        caption="Deliveries"
        nouns={['delivery', 'deliveries']}
        columns={columns}
        renderRow={(delivery) => (
          <DeliveryRow page={page} delivery={delivery} receipts={received.get(delivery.body) ?? 0} />
        )}
        empty={
          <Empty title="No deliveries yet">
            <p>Once a URL is set, buy a label: its event, and each attempt to deliver it, shows here.</p>
          </Empty>
        }
      />
    </Card>
  )
}

interface DeliveryRowProps extends PageProps {
  readonly delivery: DeliveryRecord
  /** How often the simulator's own receiver got the delivery with a valid signature. */
  readonly receipts: number
}

function DeliveryRow({ page, delivery, receipts }: DeliveryRowProps) {
  const { id, labelId, environment, attempts, createdAtMs, nextAttemptAtMs } = delivery
  const nowMs = page.context.clock.now()
  const last = attempts.at(-1)
  const cells = [
    <Instant atMs={createdAtMs} nowMs={nowMs} />,
    <>
      <a href={page.href(`webhooks/${id}`)} title={labelId} data-row>
        <span class="minor">label.created </span>
        <code class="nowrap">{shortenText(labelId)}</code>
      </a>{' '}
      {environment === 'test' ? <Badge>test</Badge> : null}
    </>,
    <>
      <DeliveryBadge status={delivery.status} /> {last === undefined ? null : describeAttempt(last)}{' '}
      {receipts === 0 ? null : <Badge tone="good">verified here</Badge>}
      {receipts > 1 ? <Badge tone="warn">{formatCount(receipts)} times</Badge> : null}
    </>,
    attempts.length,
    nextAttemptAtMs === null ? null : <Instant atMs={nextAttemptAtMs} nowMs={nowMs} />,
    <ActionForm page={page} action="resend" submit="Resend" about={labelId} values={{ delivery: id }} />,
  ]
  return <Row columns={columns} cells={cells} id={id} />
}

/** Counts the events that the simulator's own receiver refused; renders nothing if it refused none. */
function RefusedEventsNote({ page }: PageProps) {
  const { refused, refusedAtMs } = page.server.received.findReceived(page.context)
  if (refusedAtMs === null) return null
  return (
    <p>
      <Badge tone="bad">{refused} refused</Badge> The signature was not this account's, so the response was
      401. The latest event came <Instant atMs={refusedAtMs} nowMs={page.context.clock.now()} />.
    </p>
  )
}
