import type { Child } from 'hono/jsx'
import { type DeliveryRecord, listRedeliveries } from '../../../simulator/accounts/records/deliveries.ts'
import { webhookDelaysMs } from '../../../simulator/specification/operations.ts'
import { formatDuration } from '../../../simulator/time/duration.ts'
import { sign, signatureHeader } from '../../../simulator/webhooks/signature.ts'
import { putInShellQuotes } from '../../command-line.ts'
import { failNotFound } from '../../http/not-found.ts'
import {
  allowLineBreaks,
  Badge,
  Card,
  CodeBlock,
  Facts,
  JsonBlock,
  Row,
  Table,
} from '../../pages/components.ts'
import type { AttemptFailure } from '../../webhooks/attempt-failure.ts'
import { ActionForm } from '../action-form.tsx'
import { Instant } from '../format.tsx'
import type { DashboardPage, PageAction, PageProps, PageRequest } from '../page.ts'
import { Live } from '../parts.tsx'
import { PastEventsCard } from '../time/moments.tsx'
import { clockMoves, renderAdvanceButton } from '../time/moves.tsx'

/** Requests one more attempt of a delivery and makes it at once, even if the account's clock is frozen. */
export const resend: PageAction = {
  call: ({ delivery = '' }) => [
    {
      call: 'POST /accounts/{account}/webhook/deliveries/{delivery}/redeliver',
      params: { delivery },
      command: `webhook redeliver ${delivery}`,
    },
    { call: 'POST /accounts/{account}/clock/advance', body: { seconds: 0 } },
  ],
  message: () => 'The delivery was sent again.',
}

/** Renders one delivery: its attempts, the request sent, and how to verify the signature. */
export const webhook: DashboardPage = {
  path: 'webhooks/:id',
  title: 'Delivery',
  actions: { resend, to: clockMoves.to },
  show: async (page) => {
    const id = page.param('id')
    const hint = 'The latest 10,000 deliveries of each environment since the last reset are kept.'
    const delivery = page.context.state.deliveries.get(id) ?? failNotFound('delivery', id, hint)
    const values = { delivery: id }
    const advance = await renderAdvanceToAttempt(page, delivery)
    return {
      subject: ['Delivery', id],
      body: (
        <>
          <PastEventsCard page={page} />
          <Live page={page} id="delivery" topics={['deliveries', 'clock']}>
            <div class="cards even">
              <EventCard page={page} delivery={delivery} />
              <Card title="Send the delivery again" id="again">
                <p>
                  This makes one more attempt now, besides the schedule, with the same bytes and signature.
                  The receiver must recognise the repeated event.
                </p>
                <ActionForm page={page} action="resend" submit="Resend" kind="main" values={values} />
              </Card>
            </div>
            <Card title="Attempts" id="attempts">
              {advance}
              <AttemptTable page={page} delivery={delivery} />
            </Card>
          </Live>
          <SentRequest delivery={delivery} />
        </>
      ),
    }
  },
}

/** Renders a button that advances the clock to the next attempt; null if no attempt is due later. */
async function renderAdvanceToAttempt(page: PageRequest, delivery: DeliveryRecord): Promise<Child> {
  const [next] = listDueAttempts(delivery)
  if (next === undefined || next.atMs <= page.context.clock.now()) return null
  return renderAdvanceButton(page, 'Advance to the next attempt', next.atMs)
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

function SentRequest({ delivery: { body, signingSecret } }: Pick<DeliveryProps, 'delivery'>) {
  const header = `${signatureHeader}: ${sign(body, signingSecret)}`
  const line = `printf %s ${putInShellQuotes(body)} | openssl dgst -sha256 -hmac "$DRYDOCK_WEBHOOK_SECRET"`
  return (
    <>
      <Card title="Payload" id="payload">
        <JsonBlock label="the payload" text={body} />
      </Card>
      <Card title="Signature" id="signature">
        <CodeBlock label="the signature" code={header} isWrapped />
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

const statusTones = { pending: 'note', succeeded: 'good', failed: 'bad' } as const

export function DeliveryBadge({ status }: Pick<DeliveryRecord, 'status'>) {
  return <Badge tone={statusTones[status]}>{status}</Badge>
}

type Attempt = DeliveryRecord['attempts'][number]

const failureSentences: Readonly<Record<AttemptFailure | 'dropped', string>> = {
  dropped: 'A fault dropped it before it reached the receiver.',
  refused: 'The receiver refused the connection, or cannot be reached.',
  dns: "The receiver's host name was not found.",
  tls: 'The TLS handshake with the receiver failed.',
  reset: 'The connection closed before the receiver responded.',
  timeout: 'The receiver did not respond in time.',
  protocol: 'The receiver did not respond in valid HTTP.',
  blocked: "The receiver's address is not allowed.",
}

/** Describes in one sentence how an attempt ended. */
export function describeAttempt(attempt: Attempt): string {
  const { responseCode, failure } = attempt
  if (isAccepted(attempt)) return `The receiver accepted it with ${responseCode}.`
  if (responseCode !== null) return `The receiver responded with ${responseCode}, which is not a success.`
  const [, text] = Object.entries(failureSentences).find(([name]) => name === failure) ?? []
  return text ?? 'The receiver gave no response.'
}

function isAccepted({ responseCode }: Attempt): boolean {
  return responseCode !== null && responseCode >= 200 && responseCode < 300
}

interface DueAttempt {
  readonly atMs: number
  /** The delay after the previous attempt; undefined for a requested redelivery. */
  readonly afterMs: number | undefined
  /** Whether the attempt happens only if the previous one fails. */
  readonly isDoubtful: boolean
}

/** Returns the attempts that are still due if all of them fail, in order of time. */
export function listDueAttempts(delivery: DeliveryRecord): readonly DueAttempt[] {
  const { nextAttemptAtMs, scheduledAttempts } = delivery
  const requested = { afterMs: undefined, isDoubtful: false }
  const due: DueAttempt[] = listRedeliveries(delivery).map(({ atMs }) => ({ atMs, ...requested }))
  if (nextAttemptAtMs === null) return due
  let atMs = nextAttemptAtMs
  for (const [at, afterMs] of webhookDelaysMs.entries()) {
    if (at < scheduledAttempts) continue
    const isDoubtful = at > scheduledAttempts
    if (isDoubtful) atMs += afterMs
    due.push({ atMs, afterMs, isDoubtful })
  }
  return due.sort((one, other) => one.atMs - other.atMs)
}

const columns = { '#': 'number', When: '', Result: '', Schedule: 'minor' }

function AttemptTable({ page, delivery }: DeliveryProps) {
  const nowMs = page.context.clock.now()
  const made = delivery.attempts.map((attempt) => ({
    atMs: attempt.atMs,
    result: (
      <>
        <Badge tone={isAccepted(attempt) ? 'good' : 'bad'}>
          {attempt.responseCode ?? attempt.failure ?? 'no response'}
        </Badge>{' '}
        {describeAttempt(attempt)}
      </>
    ),
    schedule: 'made',
  }))
  const doubtful = <span class="muted">if the attempt before fails</span>
  const due = listDueAttempts(delivery).map(({ atMs, afterMs, isDoubtful }) => ({
    atMs,
    result: isDoubtful ? doubtful : <Badge tone="note">due</Badge>,
    schedule: describeSchedule(afterMs),
  }))
  return (
    <Table caption="Attempts" columns={columns}>
      {[...made, ...due].map(({ atMs, result, schedule }, at) => (
        <Row columns={columns} cells={[at + 1, <Instant atMs={atMs} nowMs={nowMs} />, result, schedule]} />
      ))}
    </Table>
  )
}

function describeSchedule(afterMs: number | undefined): string {
  if (afterMs === undefined) return 'requested'
  return afterMs === 0 ? 'at once' : `${formatDuration(afterMs)} after the attempt before`
}
