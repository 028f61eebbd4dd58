import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { listDeclinedTopUps, maxDeclined, readBalanceCents } from '../../../simulator/resources/wallet.ts'
import { Badge, Card, Row, Table, Tile } from '../../pages/components.ts'
import { ActionForm, decimalNumber, wholeNumber } from '../action-form.tsx'
import { ErrorCode, formatCents, formatCount, Instant } from '../format.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Live } from '../parts.tsx'
import { RequestRow, requestColumns } from '../requests/request-rows.tsx'
import { BalanceDrawing, Ledger } from './ledger.tsx'
import { amountField, thresholdField, usesNoCardText, walletActions } from './wallet-actions.ts'

/** The page of both wallets, and of the live wallet's card, auto-reload and transactions. */
export const wallet: DashboardPage = {
  path: 'wallet',
  title: 'Wallet',
  shortcut: 'w',
  actions: walletActions,
  body: (page) => (
    <>
      <Live page={page} id="balances" topics={['wallet']}>
        <Balances page={page} />
        <BalanceDrawing page={page} />
      </Live>
      <div class="cards even">
        <MoneyCard page={page} />
        <CardOnFile page={page} />
        <AutoReload page={page} />
      </div>
      <Live page={page} id="ledger" topics={['wallet', 'clock', 'requests']}>
        <DeclinedTopUps page={page} />
        <DeclinedAttempts page={page} />
        <Ledger page={page} />
      </Live>
    </>
  ),
}

function Balances({ page: { context } }: PageProps) {
  const live = formatCents(readBalanceCents(context, 'live'))
  const sandbox = formatCents(readBalanceCents(context, 'test'))
  const alwaysText = 'Always this much: purchases with test keys are free.'
  return (
    <div class="tiles">
      <Tile name="Live wallet" value={live} detail="Purchases with live keys are charged to it." />
      <Tile name="Sandbox wallet" value={sandbox} detail={alwaysText} />
    </div>
  )
}

/** Returns a required field for an amount in dollars. */
function createDollarField(name: string, label: string, placeholder: string, note = 'in dollars') {
  return { ...decimalNumber, name, label, note, placeholder }
}

/** Renders the card with the forms that top up the wallet and set its balance. */
function MoneyCard({ page }: PageProps) {
  const fund = { page, action: 'fund', submit: 'Top up', kind: 'main' } as const
  const amount = createDollarField('amount_cents', 'Amount', '25.00', 'in dollars, at least 5')
  const set = { page, action: 'balance', submit: 'Set the balance' }
  const balance = createDollarField('balance_cents', 'Balance', '0.00')
  return (
    <Card title="Money" id="money">
      <ActionForm {...fund} sample={{ amount_cents: '25' }} fields={[amount]} />
      <ActionForm {...set} sample={{ balance_cents: '0' }} fields={[balance]} />
    </Card>
  )
}

/** The badge, the error of payments and the button of each state of the card. */
const cardStateTexts = {
  valid: { tone: 'good', code: undefined, submit: 'Make it valid' },
  declined: { tone: 'bad', code: 'WALLET.PAYMENT.FAILED', submit: 'Decline until changed' },
  none: { tone: 'warn', code: 'WALLET.PAYMENT_METHOD.MISSING', submit: 'Remove the card' },
} as const

function CardOnFile({ page }: PageProps) {
  const decline = { page, action: 'decline', submit: 'Decline the next', sample: { decline_next: '1' } }
  const count = { name: 'decline_next', value: '1', label: 'Payments to decline', hint: usesNoCardText }
  const { paymentMethod, declineNext } = page.context.state.wallet.get()
  const { tone, code } = cardStateTexts[paymentMethod]
  const others = (['valid', 'declined', 'none'] as const).filter((each) => each !== paymentMethod)
  return (
    <Card title="Card on file" id="card">
      <Live page={page} id="card-state" topics={['wallet']}>
        <p>
          <Badge tone={tone}>{paymentMethod}</Badge>{' '}
          {code === undefined ? (
            'Top-ups and auto-reload charge it.'
          ) : (
            <>
              Top-ups, and purchases that need auto-reload, are refused with <ErrorCode code={code} />.
            </>
          )}
        </p>
        {declineNext === 0 ? null : (
          <p>
            <Badge tone="bad">
              {declineNext === 1 ? 'next declined' : `next ${formatCount(declineNext)} declined`}
            </Badge>{' '}
            After that, the card is as before.
          </p>
        )}
        <div class="row">
          {others.map((payment_method) => {
            const { submit } = cardStateTexts[payment_method]
            return <ActionForm page={page} action="card" submit={submit} values={{ payment_method }} />
          })}
        </div>
      </Live>
      <ActionForm {...decline} fields={[{ ...wholeNumber, ...count }]} />
    </Card>
  )
}

function AutoReload({ page }: PageProps) {
  const { autoReload } = page.context.state.wallet.get()
  const reload = { page, action: 'reload', submit: autoReload === null ? 'Switch it on' : 'Change it' }
  const fields = [
    createDollarField(thresholdField, 'Below', '10.00'),
    createDollarField(amountField, 'Pay in', '50.00'),
  ]
  return (
    <Card title="Auto-reload" id="auto-reload">
      <Live page={page} id="auto-reload-state" topics={['wallet']}>
        {autoReload === null ? (
          <p>
            <Badge>off</Badge> Purchases above the balance are refused.
          </p>
        ) : (
          <>
            <p>
              <Badge tone="good">on</Badge> A purchase that would leave less than{' '}
              {formatCents(autoReload.thresholdCents)} has the card pay in{' '}
              {formatCents(autoReload.amountCents)} first.
            </p>
            <ActionForm page={page} action="off" submit="Switch it off" />
          </>
        )}
      </Live>
      <ActionForm {...reload} sample={{ [thresholdField]: '10', [amountField]: '50' }} fields={fields} />
    </Card>
  )
}

/** Renders the requests that the wallet or its card refused, newest first; nothing if there are none. */
function DeclinedAttempts({ page }: PageProps) {
  const declined: LoggedRequest[] = []
  for (const entry of page.context.requestLog.iterateNewest()) {
    if (entry.errorCode?.startsWith('WALLET.')) declined.push(entry)
    if (declined.length === maxDeclined) break
  }
  if (declined.length === 0) return null
  return (
    <Card title="Declined attempts" id="declined" aside={`the latest ${maxDeclined} in the request log`}>
      <Table caption="Declined attempts" columns={requestColumns}>
        {declined.map((entry) => (
          <RequestRow page={page} entry={entry} />
        ))}
      </Table>
    </Card>
  )
}

const topUpColumns = { When: '', Amount: 'number', Why: '' }

/** Renders the top-ups that the card declined, newest first; nothing if there are none. */
function DeclinedTopUps({ page: { context } }: PageProps) {
  const declined = listDeclinedTopUps(context)
  if (declined.length === 0) return null
  const latest = `the latest ${maxDeclined} since the last start or reset`
  return (
    <Card title="Declined top-ups" id="declined-top-ups" aside={latest}>
      <Table caption="Declined top-ups" columns={topUpColumns}>
        {declined.map(({ atMs, amountCents, code }) => {
          const instant = <Instant atMs={atMs} nowMs={context.clock.now()} />
          const cells = [instant, formatCents(amountCents), <ErrorCode code={code} />]
          return <Row columns={topUpColumns} cells={cells} />
        })}
      </Table>
    </Card>
  )
}
