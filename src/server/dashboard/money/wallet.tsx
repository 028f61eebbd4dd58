import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { balanceCents, listDeclinedTopUps, maxDeclined } from '../../../simulator/resources/wallet.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card, Tile } from '../../pages/components/card.tsx'
import { TextField } from '../../pages/components/field.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { ErrorCode } from '../error-code.tsx'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { RequestRow, requestColumns } from '../requests/request-rows.tsx'
import { Instant } from '../time/instants.tsx'
import { BalanceDrawing } from './balance-drawing.tsx'
import { Ledger } from './ledger.tsx'
import { centsText, countText } from './money.ts'
import { amount, threshold, usesNoCard, walletActions } from './wallet-actions.ts'

/** Renders both wallets, the live one's card and all its transactions. */
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

function dollarField(page: PageRequest, action: string, name: string) {
  return { ...fieldOf(page, action, name), type: 'number', isFraction: true } as const
}

function Balances({ page }: PageProps) {
  const { context } = page
  return (
    <div class="tiles">
      <Tile
        name="Live wallet"
        value={centsText(balanceCents(context, 'live'))}
        detail="Purchases with live keys are charged to it."
      />
      <Tile
        name="Sandbox wallet"
        value={centsText(balanceCents(context, 'test'))}
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
          {...dollarField(page, 'fund', 'amount_cents')}
          label="Amount"
          note="in dollars, at least 5"
          placeholder="25.00"
          isRequired
        />
      </ActionForm>
      <ActionForm page={page} action="balance" submit="Set the balance" sample={{ balance_cents: '0' }}>
        <TextField
          {...dollarField(page, 'balance', 'balance_cents')}
          label="Balance"
          note="in dollars"
          placeholder="0.00"
          isRequired
        />
      </ActionForm>
    </Card>
  )
}

const cardStates = {
  valid: {
    tone: 'good',
    means: 'Top-ups and auto-reload charge it.',
    code: undefined,
    submit: 'Make it valid',
  },
  declined: {
    tone: 'bad',
    means: 'Top-ups, and purchases that need auto-reload, are refused with',
    code: 'WALLET.PAYMENT.FAILED',
    submit: 'Decline until changed',
  },
  none: {
    tone: 'warn',
    means: 'Top-ups, and purchases that need auto-reload, are refused with',
    code: 'WALLET.PAYMENT_METHOD.MISSING',
    submit: 'Remove the card',
  },
} as const

function CardOnFile({ page }: PageProps) {
  const { paymentMethod, declineNext } = page.context.state.wallet.get()
  const { tone, means, code } = cardStates[paymentMethod]
  const others = (['valid', 'declined', 'none'] as const).filter((each) => each !== paymentMethod)
  return (
    <Card title="Card on file" id="card">
      <Live page={page} id="card-state" topics={['wallet']}>
        <p>
          <Badge tone={tone}>{paymentMethod}</Badge> {means}
          {code === undefined ? null : (
            <>
              {' '}
              <ErrorCode code={code} />.
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
              submit={cardStates[payment_method].submit}
              values={{ payment_method }}
            />
          ))}
        </div>
      </Live>
      <ActionForm page={page} action="decline" submit="Decline the next" sample={{ decline_next: '1' }}>
        <TextField
          {...{ value: '1', ...fieldOf(page, 'decline', 'decline_next') }}
          label="Payments to decline"
          hint={usesNoCard}
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
        sample={{ [threshold]: '10', [amount]: '50' }}
      >
        <TextField
          {...dollarField(page, 'reload', threshold)}
          label="Below"
          note="in dollars"
          placeholder="10.00"
          isRequired
        />
        <TextField
          {...dollarField(page, 'reload', amount)}
          label="Pay in"
          note="in dollars"
          placeholder="50.00"
          isRequired
        />
      </ActionForm>
    </Card>
  )
}

/** Lists the requests that the wallet or its card refused, newest first; nothing if there are none. */
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

/** Lists the top-ups that the card did not pay, newest first; nothing if there are none. */
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
