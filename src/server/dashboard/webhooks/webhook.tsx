import type { DeliveryRecord } from '../../../simulator/accounts/records/deliveries.ts'
import { sign, signatureHeader } from '../../../simulator/webhooks/signature.ts'
import { putInShellQuotes } from '../../command-line.ts'
import { failNotFound } from '../../http/not-found.ts'
import { allowLineBreaks } from '../../pages/components/breakable.tsx'
import { Card, Facts } from '../../pages/components/card.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { JsonBlock } from '../../pages/components/json-block.tsx'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { indentJson } from '../requests/bodies.tsx'
import { Instant } from '../time/instants.tsx'
import { AttemptTable, DeliveryBadge } from './delivery-parts.tsx'
import { resend } from './webhook-actions.ts'

/** Renders one delivery: its attempts, the request sent, and how to verify the signature. */
export const webhook: DashboardPage = {
  path: 'webhooks/:id',
  title: 'Delivery',
  actions: { resend },
  show: (page) => {
    const id = page.param('id')
    const delivery =
      page.context.state.deliveries.get(id) ??
      failNotFound(
        'delivery',
        id,
        'The latest 10,000 deliveries of each environment since the last reset are kept.',
      )
    return {
      subject: ['Delivery', id],
      body: (
        <>
          <Live page={page} id="delivery" topics={['deliveries', 'clock']}>
            <div class="cards even">
              <EventCard page={page} delivery={delivery} />
              <SendAgainCard page={page} delivery={delivery} />
            </div>
            <Card title="Attempts" id="attempts">
              <AttemptTable delivery={delivery} nowMs={page.context.clock.now()} />
            </Card>
          </Live>
          <SentRequest delivery={delivery} />
        </>
      ),
    }
  },
}

interface DeliveryProps extends PageProps {
  readonly delivery: DeliveryRecord
}

function EventCard({ page, delivery }: DeliveryProps) {
  const { status, labelId, environment, url, createdAtMs } = delivery
  return (
    <Card title="Event" id="event" aside={<DeliveryBadge status={status} />}>
      <Facts
        facts={[
          ['Event', `label.created, ${environment}`],
          ['Label', <a href={page.href(`shipments/${labelId}`)}>{allowLineBreaks(labelId)}</a>],
          ['Sent to', <code>{allowLineBreaks(page.server.conceal(url))}</code>],
          ['Made', <Instant atMs={createdAtMs} nowMs={page.context.clock.now()} />],
        ]}
      />
    </Card>
  )
}

function SendAgainCard({ page, delivery }: DeliveryProps) {
  return (
    <Card title="Send the delivery again" id="again">
      <p>
        This makes one more attempt now, besides the schedule, with the same bytes and signature. The receiver
        must recognise the repeated event.
      </p>
      <ActionForm
        page={page}
        action="resend"
        submit="Resend"
        kind="main"
        values={{ delivery: delivery.id }}
      />
    </Card>
  )
}

function SentRequest({ delivery: { body, signingSecret } }: Pick<DeliveryProps, 'delivery'>) {
  const line = `printf %s ${putInShellQuotes(body)} | openssl dgst -sha256 -hmac "$DRYDOCK_WEBHOOK_SECRET"`
  return (
    <>
      <Card title="Payload" id="payload">
        <JsonBlock label="the payload" code={indentJson(body)} />
      </Card>
      <Card title="Signature" id="signature">
        <CodeBlock
          label="the signature"
          code={`${signatureHeader}: ${sign(body, signingSecret)}`}
          isWrapped
        />
        <p>
          To verify the signature, set <code>DRYDOCK_WEBHOOK_SECRET</code> to the signing secret. The command
          then prints the value after <code>sha256=</code>. It signs the payload as it is sent: without line
          breaks and indents.
        </p>
        <CodeBlock label="how to verify it" code={line} isWrapped />
        <p>
          <a href="/docs/webhooks">Verify a signature in your language</a>
        </p>
      </Card>
    </>
  )
}
