import type { DeliveryRecord } from '../../../simulator/accounts/records/deliveries.ts'
import { listNewest } from '../../../simulator/resources/newest.ts'
import { deliveryLogSize } from '../../../simulator/specification/operations.ts'
import { renderCommandLine } from '../../command-line.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { allowLineBreaks, shortenText } from '../../pages/components/breakable.tsx'
import { Card, Facts } from '../../pages/components/card.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { TextField } from '../../pages/components/field.tsx'
import { Cell, Empty } from '../../pages/components/table.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { NewestTable } from '../newest-table.tsx'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { Instant } from '../time/instants.tsx'
import { DeliveryBadge, describeAttempt } from './delivery-parts.tsx'
import { countReceivedBodies, ReceivedBadge, ReceiveHereForm, RefusedEventsNote } from './receiver-parts.tsx'
import { webhookActions } from './webhook-actions.ts'
import { WebhookFaults, webhookFaultActions } from './webhook-faults.tsx'

/** Renders the webhook's URL and secret, and the latest deliveries. */
export const webhooks: DashboardPage = {
  path: 'webhooks',
  title: 'Webhooks',
  shortcut: 'h',
  actions: { ...webhookActions, ...webhookFaultActions },
  body: (page) => (
    <>
      <div class="cards even">
        <WebhookUrlCard page={page} />
        <WebhookFaults page={page} />
      </div>
      <Live page={page} id="deliveries" topics={['deliveries', 'clock', 'webhook']}>
        <RefusedEventsNote page={page} />
        <Deliveries page={page} />
      </Live>
    </>
  ),
}

function WebhookUrlCard({ page }: PageProps) {
  return (
    <Card title="Webhook URL" id="target">
      <Live page={page} id="target-state" topics={['webhook']}>
        <WebhookUrlState page={page} />
      </Live>
      <ActionForm
        page={page}
        action="set"
        submit="Set URL"
        kind="main"
        sample={{ url: 'http://127.0.0.1:4011/' }}
      >
        <TextField
          {...readRefusedField(page, 'set', 'url')}
          label="URL"
          type="url"
          placeholder="http://127.0.0.1:4011/"
          isRequired
        />
      </ActionForm>
    </Card>
  )
}

function WebhookUrlState({ page }: PageProps) {
  const { url, signingSecret } = page.context.state.webhook.get()
  if (url === null || signingSecret === null) return <NoWebhookUrl page={page} />
  return (
    <>
      <Facts
        facts={[
          ['URL', <code>{allowLineBreaks(page.server.conceal(url))}</code>],
          ['Secret', <code>whsec_…{signingSecret.slice(-4)}</code>],
        ]}
      />
      <div class="row">
        <ActionForm page={page} action="secret" submit="Show the secret" />
        <ActionForm
          page={page}
          action="clear"
          submit="Stop events"
          kind="danger"
          confirm="Send no more events? Pending deliveries continue."
        />
      </div>
    </>
  )
}

function NoWebhookUrl({ page }: PageProps) {
  const receiver = renderCommandLine(page.url, page.context.id, 'webhook listen --set')
  return (
    <Empty title="No URL is set, so no events are sent">
      <p>
        Set the URL of your receiver below. The receiver gets an event for each purchased label. If you have
        no receiver yet, Drydock can receive and verify the events and show them on this page:
      </p>
      <ReceiveHereForm page={page} />
      <p>This command prints events in a terminal until you stop it:</p>
      <CodeBlock label="a receiver" code={receiver} isWrapped />
    </Empty>
  )
}

/** Returns the latest deliveries of both environments, newest first. */
export function listLatestDeliveries({ context }: PageRequest): readonly DeliveryRecord[] {
  return listNewest(context.state.deliveries, deliveryLogSize)
}

const columns = [
  { name: 'When', isMinor: true },
  { name: 'Event' },
  { name: 'Result' },
  { name: 'Attempts', isNumber: true, isMinor: true },
  { name: 'Next', isMinor: true },
  { name: 'Action', stays: true },
]

function Deliveries({ page }: PageProps) {
  const received = countReceivedBodies(page)
  return (
    <Card title="Deliveries" id="delivery-list">
      <NewestTable
        page={page}
        anchor="delivery-list"
        records={page.context.state.deliveries}
        caption="Deliveries"
        nouns={['delivery', 'deliveries']}
        columns={columns}
        row={(delivery) => <DeliveryRow page={page} delivery={delivery} received={received} />}
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
  /** How often the simulator's own receiver got each body with a valid signature, by the body. */
  readonly received: ReadonlyMap<string, number>
}

function DeliveryRow({ page, delivery, received }: DeliveryRowProps) {
  const { id, labelId, environment, attempts, createdAtMs, nextAttemptAtMs } = delivery
  const nowMs = page.context.clock.now()
  const last = attempts.at(-1)
  return (
    <tr id={id}>
      <Cell isMinor>
        <Instant atMs={createdAtMs} nowMs={nowMs} />
      </Cell>
      <Cell>
        <a href={page.href(`webhooks/${id}`)} title={labelId} data-row>
          <span class="minor">label.created </span>
          <code class="nowrap">{shortenText(labelId)}</code>
        </a>{' '}
        {environment === 'test' ? <Badge>test</Badge> : null}
      </Cell>
      <Cell>
        <DeliveryBadge status={delivery.status} /> {last === undefined ? null : describeAttempt(last)}{' '}
        <ReceivedBadge times={received.get(delivery.body) ?? 0} />
      </Cell>
      <Cell isNumber isMinor>
        {attempts.length}
      </Cell>
      <Cell isMinor>
        {nextAttemptAtMs === null ? null : <Instant atMs={nextAttemptAtMs} nowMs={nowMs} />}
      </Cell>
      <Cell stays>
        <ActionForm page={page} action="resend" submit="Resend" about={labelId} values={{ delivery: id }} />
      </Cell>
    </tr>
  )
}
