import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { listDeclinedTopUps, maxDeclined, readBalanceCents } from '../../../simulator/resources/wallet.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card, Tile } from '../../pages/components/card.tsx'
import { TextField } from '../../pages/components/field.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { ErrorCode } from '../error-code.tsx'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { RequestRow, requestColumns } from '../requests/request-rows.tsx'
import { Instant } from '../time/instants.tsx'
import { BalanceDrawing } from './balance-drawing.tsx'
import { Ledger } from './ledger.tsx'
import { centsText, countText } from './money.ts'
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
        <TopUp page={page} />
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

/** Returns the properties of a required field for an amount in dollars. */
function dollarField(page: PageRequest, action: string, name: string, placeholder: string) {
  const kind = { type: 'number', note: 'in dollars', isFraction: true, isRequired: true } as const
  return { ...readRefusedField(page, action, name), ...kind, placeholder }
}

function Balances({ page }: PageProps) {
  const { context } = page
  return (
    <div class="tiles">
      <Tile
        name="Live wallet"
        value={centsText(readBalanceCents(context, 'live'))}
        detail="Purchases with live keys are charged to it."
      />
      <Tile
        name="Sandbox wallet"
        value={centsText(readBalanceCents(context, 'test'))}
        detail="Always this much: purchases with test keys are free."
      />
    </div>
  )
}

function TopUp({ page }: PageProps) {
  return (
    <Card title="Money" id="money">
      <ActionForm page={page} action="fund" submit="Top up" kind="main" sample={{ amount_cents: '25' }}>
        <TextField
          {...dollarField(page, 'fund', 'amount_cents', '25.00')}
          label="Amount"
          note="in dollars, at least 5"
        />
      </ActionForm>
      <ActionForm page={page} action="balance" submit="Set the balance" sample={{ balance_cents: '0' }}>
        <TextField {...dollarField(page, 'balance', 'balance_cents', '0.00')} label="Balance" />
      </ActionForm>
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
              {declineNext === 1 ? 'next declined' : `next ${countText(declineNext)} declined`}
            </Badge>{' '}
            After that, the card is as before.
          </p>
        )}
        <div class="row">
          {others.map((payment_method) => (
            <ActionForm
              page={page}
              action="card"
              submit={cardStateTexts[payment_method].submit}
              values={{ payment_method }}
            />
          ))}
        </div>
      </Live>
      <ActionForm page={page} action="decline" submit="Decline the next" sample={{ decline_next: '1' }}>
        <TextField
          {...{ value: '1', ...readRefusedField(page, 'decline', 'decline_next') }}
          label="Payments to decline"
          hint={usesNoCardText}
          type="number"
          isRequired
        />
      </ActionForm>
    </Card>
  )
}

function AutoReload({ page }: PageProps) {
  const { autoReload } = page.context.state.wallet.get()
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
              {centsText(autoReload.thresholdCents)} has the card pay in {centsText(autoReload.amountCents)}{' '}
              first.
            </p>
            <ActionForm page={page} action="off" submit="Switch it off" />
          </>
        )}
      </Live>
      <ActionForm
        page={page}
        action="reload"
        submit={autoReload === null ? 'Switch it on' : 'Change it'}
        sample={{ [thresholdField]: '10', [amountField]: '50' }}
      >
        <TextField {...dollarField(page, 'reload', thresholdField, '10.00')} label="Below" />
        <TextField {...dollarField(page, 'reload', amountField, '50.00')} label="Pay in" />
      </ActionForm>
    </Card>
  )
}

/** Renders the requests that the wallet or its card refused, newest first; nothing if there are none. */
function DeclinedAttempts({ page }: PageProps) {
  const declined: LoggedRequest[] = []
  for (const entry of page.context.requestLog.newest()) {
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

const topUpColumns = [{ name: 'When' }, { name: 'Amount', isNumber: true }, { name: 'Why' }]

/** Renders the top-ups that the card declined, newest first; nothing if there are none. */
function DeclinedTopUps({ page: { context } }: PageProps) {
  const declined = listDeclinedTopUps(context)
  if (declined.length === 0) return null
  return (
    <Card
      title="Declined top-ups"
      id="declined-top-ups"
      aside={`the latest ${maxDeclined} since the last start or reset`}
    >
      <Table caption="Declined top-ups" columns={topUpColumns}>
        {declined.map(({ atMs, amountCents, code }) => (
          <tr>
            <Cell>
              <Instant atMs={atMs} nowMs={context.clock.now()} />
            </Cell>
            <Cell isNumber>{centsText(amountCents)}</Cell>
            <Cell>
              <ErrorCode code={code} />
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
